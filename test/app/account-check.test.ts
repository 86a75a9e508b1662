import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { lines, obliging } from '../support/every-command.ts';
import { facing } from '../support/facing.ts';
import { commands } from '../support/tree.ts';

const asking = commands
  // doctor reports it; link writes down which one is expected; whoami answers first.
  .filter(({ name }) => !['doctor', 'link', 'whoami'].includes(name))
  .filter(({ spec }) => spec.requests.some(name => name !== 'oauth'))
  .map(({ name }) => name);

const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  facing(obliging(), words, { stdin: 'key', env });

describe('with another account expected than the one of the credentials', () => {
  it.each(asking)('"%s" asks for the account alone, and ends with exit 3', async name => {
    const line = name === 'login' ? ['--api-key'] : lines[name];
    expect(line, 'add it to every-command.ts').toBeDefined();
    const ended = await run([...name.split(' '), ...(line ?? []), '--expect-account', 'somebody-else']);
    expect(ended).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(/these credentials belong to \S+, not to somebody-else/),
      came: ['GET /v1/account'],
    });
  });

  it('only a dry run that looks something up asks for the account', async () => {
    const wrong = { NEWSLETTER_EXPECT_ACCOUNT: 'somebody-else' };
    for (const name of ['import', 'emails send']) {
      const ended = await run([...name.split(' '), ...(lines[name] ?? []), '--dry-run'], wrong);
      expect([ended.status, ended.came]).toEqual([3, ['GET /v1/account']]);
    }
    const shown = await run(['tags', 'create', '--name', 'A', '--dry-run'], wrong);
    expect([shown.status, shown.came]).toEqual([0, []]);
  });
});

describe('the expected account', () => {
  it('is named by slug, or by id in any case, and costs one request more', async () => {
    const here = await account();
    const { id } = await here.call('GET', '/v1/account');
    for (const expected of ['slow-carriage', String(id), String(id).toUpperCase(), ' slow-carriage ']) {
      const before = here.requests();
      const ended = await here.run(['groups', 'list', '--expect-account', expected]);
      expect([ended.status, ended.stderr]).toEqual([0, '']);
      expect(here.requests()).toBe(before + 2);
    }
    expect((await here.run('groups list --expect-account Slow-Carriage')).status).toBe(3);
    expect((await here.run(['groups', 'list', '--expect-account', ''])).status).toBe(2);
  });

  it('is not asked for if none is expected', async () => {
    const here = await account();
    await here.run('groups create --name A --yes', { env: { NEWSLETTER_EXPECT_ACCOUNT: '' } });
    expect(here.sandbox.requests()['GET /v1/account']).toBeUndefined();
  });
});
