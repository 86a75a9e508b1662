import { describe, expect, it } from 'vitest';
import { type Account, account, draft } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';

const sends = (here: Account) => here.sandbox.requests()['POST /v1/emails/{id}/send'] ?? 0;

async function ready(subscribers = 40) {
  // Everybody is in Everyone but those who have unsubscribed.
  const here = await account({ subscribers, sendSeconds: 0 });
  const id = await here.emailId(draft);
  const { subscribers_count: people } = (await here.json('groups get Everyone')) as {
    subscribers_count: number;
  };
  return {
    ...here,
    id,
    people,
    send: (flags: string, more = {}) => here.run(`emails send ${id} ${flags}`.trim(), more),
  };
}

describe('an email that must not go out', () => {
  it.each([
    ['Why we still take the 6:12', '', 'already_sent', 'is already sent; only a draft can be sent'],
    ['The winter timetable is out', '', 'not_sendable', 'its status is scheduled'],
    [null, '', 'not_sendable', 'it has no subject'],
    ['Notes for spring', '', 'not_sendable', 'it has no body; it has no group'],
    [draft, '--max-recipients 1', 'too_many_recipients', 'recipients: 3, limit: 1'],
    [draft, '--expect-recipients 10', 'unexpected_recipients', 'recipients: 3, expected: 10 to 10'],
  ])('when it is %j (%s), then --yes ends with %s', async (subject, flags, code, reason) => {
    const here = await account();
    const id = await here.emailId(subject);
    const refused = await here.run(`emails send ${id} --yes -o json ${flags}`.trim());
    expect(refused).toMatchObject({ status: 5, stdout: '', stderr: expect.stringContaining(reason) });
    expect(refused.stderr).toContain(`"code":"${code}"`);
    expect(sends(here)).toBe(0);
  });

  it('when nobody is there to say yes, then it is a usage error that names --yes', async () => {
    const here = await ready();
    for (const more of [{ stdin: 'y\n' }, { env: { CI: 'true' } }]) {
      const asked = await here.send('', more);
      expect(asked).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('hint: if a person agrees: newsletter emails send'),
      });
      const size = `${here.people} subscribers`;
      const asks = `Send "${draft}" to ${size} (Everyone) of The Slow Carriage now?`;
      for (const part of [
        draft,
        'Everyone',
        asks,
        `send ${here.id} --expect-recipients ${here.people} --yes`,
      ]) {
        expect(asked.stderr).toContain(part);
      }
    }
    expect(sends(here)).toBe(0);
  });
});

describe('an email that goes out', () => {
  it('an email with the subject of one that went to the group before is warned about, and sent', async () => {
    const here = await ready();
    const last = 'Why we still take the 6:12';
    const emails = await here.all('/v1/emails');
    const { id: of, group_id, sent_at } = emails.find(({ subject }) => subject === last) ?? {};
    await here.call('PATCH', `/v1/emails/${here.id}`, { subject: ` ${last}`, group_id });
    const warning = `warning: "${last}" (${String(of).slice(0, 8)}) was already sent to `;
    const day = String(sent_at).slice(0, 10);
    for (const flags of ['--dry-run', '--yes --expect-recipients last±90%']) {
      const sent = await here.send(flags);
      expect([sent.status, sent.stderr]).toEqual([
        0,
        expect.stringMatching(new RegExp(`${warning.replace(/[()]/g, '\\$&')}.* on ${day}\n`)),
      ]);
    }
    const reads = here.sandbox.requests()['GET /v1/emails'] ?? 0;
    await here.send('--dry-run');
    expect(here.sandbox.requests()['GET /v1/emails']).toBe(reads + 1);
  });

  it('a text that went to the group before stops a script, until it may be sent again', async () => {
    const here = await ready();
    const emails = await here.all('/v1/emails');
    const last = emails.find(({ subject }) => subject === 'Why we still take the 6:12');
    const { body_html, group_id } = last ?? {};
    await here.call('PATCH', `/v1/emails/${here.id}`, { subject: 'Another', body_html, group_id });
    const said = `"Why we still take the 6:12" (${String(last?.id).slice(0, 8)}) was already sent to `;
    for (const flags of ['--yes', '--dry-run']) {
      const refused = await here.send(`${flags} --expect-recipients last±90%`);
      expect([refused.status, refused.stderr]).toEqual([5, expect.stringContaining(said)]);
      expect(refused.stderr).toMatch(
        /error: "Another" .* was not sent: .*, with the same text\nhint: .* --yes --send-again\n/,
      );
    }
    expect(sends(here)).toBe(0);
    const sent = await here.send('--yes --send-again --expect-recipients last±90%');
    expect([sent.status, sent.stderr]).toEqual([0, expect.stringContaining(`warning: ${said}`)]);
    expect(sends(here)).toBe(1);
  });

  it('of two drafts with one text that are sent at once, one goes out', async () => {
    const here = await ready();
    const { body_html, group_id } = (await here.all('/v1/emails')).find(({ id }) => id === here.id) ?? {};
    const other = await here.emailId('Notes for spring');
    await here.call('PATCH', `/v1/emails/${other}`, { body_html, group_id });
    const home = temporaryFolder();
    const send = (id: string) => here.run(`emails send ${id} --yes`, { home });
    const ended = await Promise.all([here.id, other].map(send));
    const said = ended.map(({ stderr }) => stderr).join('\n');
    expect(ended.map(({ status }) => status).sort(), said).toEqual([0, 5]);
    expect(said).toMatch(/was already sent to Everyone.*, with the same text\nhint: .* --send-again\n/);
    expect(sends(here)).toBe(1);
  });

  it('an email that the service denies ends with 8', async () => {
    const here = await account({ sendSeconds: 0 });
    const id = await here.emailId(draft);
    await here.call('PATCH', `/v1/emails/${id}`, { subject: 'Buy [deny] now' });
    expect(await here.run(`emails send ${id} -y --wait`)).toMatchObject({
      status: 8,
      stdout: expect.stringContaining('\nstatus\tdenied\n'),
      stderr: expect.stringContaining(`the service denied email ${id}`),
    });
  });

  it('a dry run says what would go to whom, and sends nothing', async () => {
    const here = await ready();
    const rails = { NEWSLETTER_MAX_RECIPIENTS: '500', NEWSLETTER_SEND: 'person' };
    const shown = await here.send('--dry-run --json --expect-recipients 40±20', { env: rails });
    expect(JSON.parse(shown.stdout)).toEqual({
      dry_run: true,
      account: 'The Slow Carriage (slow-carriage)',
      id: here.id,
      subject: draft,
      preview: 'A morning on the Bernina line.',
      group: 'Everyone',
      group_id: expect.any(String),
      recipients: here.people,
      expected: '40±20',
      rails: { 'max-recipients': 500, send: 'person' },
      findings: expect.any(Array),
      requests: [
        expect.objectContaining({
          method: 'POST',
          url: `${here.sandbox.baseUrl}/v1/emails/${here.id}/send`,
        }),
      ],
    });
    expect(JSON.parse(shown.stderr).error.message).toContain('without an answer typed at a terminal');
    expect((await here.send('--dry-run')).stderr).toContain(`${here.people} subscribers`);
    expect(here.writes()).toBe(0);
  });
});
