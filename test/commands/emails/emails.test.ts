import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, draft } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import { lists } from '../../support/lists.ts';

describe('updating an email', () => {
  async function email() {
    const here = await account();
    const id = await here.emailId(draft);
    return { ...here, id, update: (...words: string[]) => ['emails', 'update', id, ...words] };
  }

  it('when a text is @file or -, then it is read, and @@ stands for an @', async () => {
    const { json, update } = await email();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'issue.html'), '<p>Zürich</p>\n');
    const words = update('--body-html', '@issue.html', '--body-text', '-', '--subject', '@@home');
    expect(await json(words, { cwd, stdin: 'Zürich\n' })).toMatchObject({
      body_html: '<p>Zürich</p>\n',
      body_text: 'Zürich\n',
      subject: '@home',
    });
  });

  it('when only the HTML is given, then a warning says whose the text part is', async () => {
    const { run, update } = await email();
    const alone = await run(update('--body-html', '<p>a</p>'));
    expect(alone.stderr).toContain('warning: the text part was not changed; use --body-text');
    expect((await run(update('--body-html', '<p>b</p>', '--body-text', 'b'))).stderr).not.toContain(
      'text part',
    );
  });

  it('a group goes out as its id, a negated flag as false', async () => {
    const { json, update } = await email();
    const { id } = (await json('groups get Members')) as { id: string };
    expect(await json(update('--group', 'Members', '--no-like-enabled'))).toMatchObject({
      group_id: id,
      like_enabled: false,
      subject: draft,
    });
    expect(await json(update('--like-enabled'))).toMatchObject({ like_enabled: true });
  });

  it.each([
    ['', 2, 'nothing to change'],
    [' --group Nobody', 4, 'no group "Nobody"'],
    [' --group trains', 4, 'did you mean "Night trains"?'],
    [' --body-html @nowhere.html', 2, 'cannot read nowhere.html: file not found'],
    [' --body-html @.', 2, 'cannot read .: it is a folder'],
    [' --body-html - --body-text -', 2, 'only one text can be read from standard input'],
    [' --sent-count 3', 2, 'unknown option --sent-count'],
    [' --data {"sent_count":3}', 5, 'sent_count is read-only.'],
  ])('when given "%s", then it ends with %d', async (flags, status, said) => {
    const { run, id } = await email();
    const line = `emails update ${id}${flags}`;
    const ended = await run(line, { stdin: 'A text' });
    expect(ended).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(said) });
  });
});

it('emails get prints all fields, or says that there is no such email', async () => {
  const { json, run, emailId } = await account();
  const id = await emailId(draft);
  expect(await json(`emails get ${id}`)).toMatchObject({ id, subject: draft, status: 'draft' });
  expect(await json(`emails get ${id.toUpperCase()} --json=subject`)).toEqual({ subject: draft });
  expect(await json(`emails get ${id} --json=group`)).toEqual({ group: 'Everyone' });
  for (const other of ['3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f', 'draft']) {
    expect(await run(`emails get ${other}`)).toMatchObject({
      status: 4,
      stderr: `error: no email "${other}"\nhint: newsletter emails list\n`,
    });
  }
});

it('an update of an email that was sent says that it cannot be changed', async () => {
  const { run } = await account();
  const refused = await run(['emails', 'update', 'Why we still take the 6:12', '--preview', 'Soon']);
  expect(refused).toMatchObject({
    status: 5,
    stderr: expect.stringMatching(/^error: "Why .*\) is already sent: it cannot be changed$/m),
  });
});

it('an update of a scheduled email warns that it goes out, one of a draft does not', async () => {
  const { run, all } = await account();
  const scheduled = (await all('/v1/emails')).find(({ status }) => status === 'scheduled');
  const warned = await run(`emails update ${scheduled?.id} --preview Soon`);
  expect(warned.stderr).toContain(
    `this email is scheduled for ${scheduled?.scheduled_at}: it goes out as it is now\n`,
  );
  for (const empty of [
    ['update', String(scheduled?.id), '--subject', ' '],
    ['update', String(scheduled?.subject), '--body-html', '', '--body-text', ''],
  ]) {
    const { status, stderr } = await run(['emails', ...empty]);
    expect([status, stderr]).toEqual([
      5,
      expect.stringMatching(
        /^error: "The winter .*\) was not changed: it is scheduled, and would have no \w+$/m,
      ),
    ]);
  }
  const quiet = await run(['emails', 'update', draft, '--preview', 'Soon']);
  expect(quiet.stderr).not.toContain('scheduled');
});

describe('an email named by the beginning of its id', () => {
  it('when no other begins so, then it is found, as a narrow table shows it, too', async () => {
    const { json: read, run, emailId, all } = await account();
    const id = await emailId(draft);
    for (const beginning of [id.slice(0, 8), `${id.slice(0, 8)}…`, id.slice(0, 20).toUpperCase()]) {
      expect(await read(`emails get ${beginning} --json=id`)).toEqual({ id });
    }
    expect((await run(`emails update ${id.slice(0, 8)} --preview Soon`)).status).toBe(0);
    expect((await all('/v1/emails')).find(email => email.id === id)).toMatchObject({ preview: 'Soon' });
    expect(await run(`emails get ${id.slice(0, 7)}`)).toMatchObject({ status: 4 });
  });

  it('when several begin so, then none is taken', async () => {
    const ids = ['1', '2'].map(end => `5282b819-65d9-45d2-922e-58c22022e53${end}`);
    const { run, seen } = await lists({ '/v1/emails': ids.map(id => ({ id, status: 'draft' })) });
    for (const line of ['get 5282b819', 'update 5282b819 --subject x', 'send 5282b819 --yes']) {
      expect(await run(`emails ${line}`)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('matches 2 emails: use the id'),
      });
    }
    expect(seen.every(({ method }) => method === 'GET')).toBe(true);
  });
});
