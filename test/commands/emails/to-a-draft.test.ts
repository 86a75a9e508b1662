import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileNameFor } from '../../../src/emails/naming.ts';
import { account, draft } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import type { Plain } from '../../support/service.ts';

/** An account whose draft is in a file. */
async function pulledFile() {
  const here = await account();
  const cwd = temporaryFolder();
  const run = (line: string) => here.run(line, { cwd });
  const rows = (await here.all('/v1/emails')) as readonly Plain[];
  expect((await run(`emails pull ${await here.emailId(draft)} issue.html`)).status).toBe(0);
  const path = join(cwd, 'issue.html');
  const patches = () => here.sandbox.requests()['PATCH /v1/emails/{id}'] ?? 0;
  return { ...here, run, path, rows, patches };
}

describe('the file name of an email', () => {
  it.each([
    [null, 'email-3f0d2c1e'],
    ['CON', 'email-3f0d2c1e'],
    ['…!', 'email-3f0d2c1e'],
    ['Straße №1', 'straße-1'],
    ['cafe\u0301', 'café'],
  ])('%j gives %s', (subject, name) => {
    expect(fileNameFor({ id: '3f0d2c1e-5b7a', subject })).toBe(name);
  });

  it('a long subject fits a file system', () => {
    for (const sign of ['x', '漢', '𠀋']) {
      const name = fileNameFor({ id: '3f0d2c1e-5b7a', subject: sign.repeat(500) });
      expect(Buffer.byteLength(`${name}.markdown`)).toBeLessThan(255);
    }
  });
});

it('a folder is refused by pull and push, which take one file', async () => {
  const { run } = await pulledFile();
  expect(await run('emails push .')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('.: expected a .md or .html file'),
  });
  expect((await run('emails pull --all issues')).status).toBe(2);
});

describe('emails push --to', () => {
  it('when the email already has a body or is no draft, then it is left alone', async () => {
    const { run, path, rows, patches, call } = await pulledFile();
    const other = rows.find(({ status, subject }) => status === 'draft' && subject !== draft);
    await call('PATCH', `/v1/emails/${other?.id}`, { body_html: '<p>Mine</p>' });
    const before = patches();
    const sent = rows.find(({ status }) => status === 'sent');
    for (const { id } of [other, sent] as Plain[]) {
      expect((await run(`emails push ${path} --to ${id}`)).status).toBe(5);
    }
    expect(patches()).toBe(before);
    expect((await run(`emails push ${path} --to ${other?.id} --force`)).status).toBe(0);
  });
});
