/** Rails that are numbers, and a person: `send`, `max-recipients`, `max-changes`; and what is stored of them. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { answered, attempt, type Run, ways } from '../support/rails.ts';

const uuid = '7c9e6679-7425-40de-944b-000000000000';

describe('limits', () => {
  const limited = async (words: readonly string[], env: Record<string, string>, way: Run = {}) =>
    await attempt(words, 'all', 'flag', { ...way, env });
  const send = ['emails', 'send', uuid];

  it('when send is person, then --yes sends nothing, and an answer at a terminal does', async () => {
    for (const words of [
      [...send, '--yes'],
      ['api', 'POST', `/v1/emails/${uuid}/send`, '--yes'],
      ['emails', 'push', 'issue.html', '--send', '--yes'],
    ]) {
      const { sent, status, stderr } = await limited(words, { NEWSLETTER_SEND: 'person' });
      expect({ status, sent }, stderr).toEqual({ status: 3, sent: [] });
      expect(stderr).toContain('send is person, set by NEWSLETTER_SEND');
    }
    const answered = await limited(send, { NEWSLETTER_SEND: 'person' }, ways[2]);
    expect(answered.sent, answered.stderr).toEqual([`POST /v1/emails/${uuid}/send`]);
  });

  it('when a group is larger than max-recipients, then nothing is sent, whatever --max-recipients says', async () => {
    for (const words of [
      [...send, '--yes', '--max-recipients', '1000000'],
      ['api', 'POST', `/v1/emails/${uuid}/send`, '--yes'],
    ]) {
      const { sent, status, stderr } = await limited(words, { NEWSLETTER_MAX_RECIPIENTS: '1' });
      expect(sent, stderr).toEqual([]);
      expect([3, 5]).toContain(status);
    }
  });

  it('when more people would change than max-changes, then nothing is sent', async () => {
    for (const words of [
      ['import', 'people.csv', '--yes', '--restart'],
      ['subscribers', 'update', '--all', '--add-tag', 'y', '--yes', '--max-changes', '10'],
      ['subscribers', 'create', '--email', 'a@b.org'],
      ['api', 'POST', '/v1/subscriber-imports', '--data', '{"subscribers":[{"email":"a@b.org"}]}'],
    ]) {
      const { sent, status, stderr } = await limited(words, { NEWSLETTER_MAX_CHANGES: '0' });
      expect({ status, sent }, `${words.join(' ')}\n${stderr}`).toEqual({ status: 3, sent: [] });
      expect(stderr).toContain('max-changes is 0, set by NEWSLETTER_MAX_CHANGES');
    }
  });
});

describe('what is stored', () => {
  it('when it would be loosened, then nobody but a person at a terminal can', async () => {
    const env = { NEWSLETTER_CONFIG_DIR: join(temporaryFolder(), 'settings') };
    const run = (words: readonly string[], way: Run = {}) => answered(words, { ...way, env });
    expect((await run(['config', 'set', 'allow', 'draft'])).status).toBe(0);
    expect((await run(['config', 'set', 'allow', 'read'])).status).toBe(0);
    for (const words of [
      ['config', 'set', 'allow', 'all', '--yes'],
      ['config', 'unset', 'allow', '--yes'],
    ]) {
      expect((await run(words)).status).toBe(3);
    }
    expect((await run(['config', 'get', 'allow'])).stdout).toBe('read\n');
    const ended = await run(['config', 'unset', 'allow'], ways[2]);
    expect(ended.status, ended.stderr).toBe(0);
  });
});
