import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, draft } from './account.ts';
import { temporaryFolder } from './newsletter.ts';

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

  it('when a group is named, then its id goes out; when a flag is negated, then false', async () => {
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
    [' --body-html @nowhere.html', 2, 'cannot read nowhere.html: there is no such file'],
    [' --body-html @.', 2, 'cannot read .: it is a folder'],
    [' --body-html - --body-text -', 2, 'only one text can be read from standard input'],
    [' --sent-count 3', 2, 'newsletter emails update has no option --sent-count'],
    [' --data {"sent_count":3}', 5, 'sent_count is read-only.'],
  ])('when given "%s", then it ends with %d', async (flags, status, said) => {
    const { run, id } = await email();
    const line = `emails update ${id}${flags}`;
    expect(await run(line)).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(said) });
  });
});

it('when an email is asked for, then all its fields come; when there is none, then that is said', async () => {
  const { json, run, emailId } = await account();
  const id = await emailId(draft);
  expect(await json(`emails get ${id}`)).toMatchObject({ id, subject: draft, status: 'draft' });
  expect(await json(`emails get ${id.toUpperCase()} --json subject`)).toEqual({ subject: draft });
  for (const other of ['3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f', 'draft']) {
    expect(await run(`emails get ${other}`)).toMatchObject({
      status: 4,
      stderr: `error: no email "${other}"\nhint: newsletter emails list\n`,
    });
  }
});
