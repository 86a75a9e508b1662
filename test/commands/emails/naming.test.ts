import { describe, expect, it } from 'vitest';
import { account, draft } from '../../support/account.ts';

describe('an email named on the command line', () => {
  it.each([draft, ` ${draft.toUpperCase().replace(' ', '  ')} `])(
    'by its subject, as %j, it is found',
    async subject => {
      const { json, emailId } = await account();
      expect(await json(['emails', 'get', subject])).toMatchObject({
        id: await emailId(draft),
        subject: draft,
      });
    },
  );

  it('when two emails have that subject, then both are listed and nothing is sent', async () => {
    const { run, all, call, emailId, writes } = await account();
    const id = await emailId(draft);
    const other = (await all('/v1/emails')).find(email => email.status === 'draft' && email.id !== id);
    await call('PATCH', `/v1/emails/${other?.id}`, { subject: draft });
    const before = writes();
    const { status, stderr } = await run(['emails', 'send', draft, '--yes']);
    expect(status).toBe(2);
    expect(stderr).toContain(`"${draft}" matches 2 emails`);
    expect(stderr).toContain(`${id}  draft`);
    expect(stderr).toContain(`${other?.id}  draft`);
    expect(writes()).toBe(before);
  });
});

it.each([draft.replace('bridges', 'bridge'), 'twelve bridges'])(
  'an email that does not exist, "%s", gets the subject that is nearest',
  async name => {
    const { run } = await account();
    const { status, stderr } = await run(['emails', 'send', name]);
    expect([status, stderr]).toEqual([
      4,
      expect.stringContaining(`hint: did you mean "${draft}"? All: newsletter emails list\n`),
    ]);
  },
);

describe('emails list --status', () => {
  it('when a status is given, then all pages are read and only such emails are shown', async () => {
    const { json, all } = await account({ pageSize: 2 });
    const drafts = (await all('/v1/emails')).filter(({ status }) => status === 'draft');
    expect(drafts.length).toBeGreaterThan(2);
    expect(await json('emails list --status draft')).toEqual(drafts);
    expect(await json('emails list --status draft --limit 1')).toEqual(drafts.slice(0, 1));
  });

  it('says how many emails it looked at when none has the status', async () => {
    const { run } = await account();
    const { status, stdout, stderr } = await run('emails list --status denied');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/^no match for --status denied in \d+ records$/m);
  });

  it.each(['--status sold', '--status draft --page 2'])(
    'when %s is given, then that is a usage error',
    async flags => {
      const { run } = await account();
      expect((await run(`emails list ${flags}`)).status).toBe(2);
    },
  );
});
