/** What docs/emails.md quotes is what the program prints. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { account, draft } from '../support/account.ts';
import { freshHome, temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';

const page = readFileSync(new URL('../../docs/emails.md', import.meta.url), 'utf8');
const env = { COLUMNS: '80' };

/** The block of a language whose text begins so. */
function block(language: string, start: string): string {
  const found = page.split(`\`\`\`${language}\n`).find(text => text.startsWith(start));
  return found?.split('```')[0] ?? '';
}

it('the findings that docs/emails.md quotes are those of its file', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'issue.md'), block('markdown', '---\nsubject: Twelve bridges'));
  const line = ['emails', 'lint', 'issue.md', '-o', 'table'];
  const { stdout } = await newsletter(line, { cwd, env, home: freshHome() });
  expect(stdout).toBe(block('', 'issue.md'));
});

it('the difference that docs/emails.md quotes is that of such a change', async () => {
  const here = await account();
  const cwd = temporaryFolder();
  await here.run(['emails', 'pull', await here.emailId(draft), 'issue.html'], { cwd });
  const path = join(cwd, 'issue.html');
  const text = readFileSync(path, 'utf8').replace(/^subject: .*$/m, 'subject: Eleven bridges');
  writeFileSync(path, text.replace('Bernina line.<', 'Albula line.<'));
  const { stdout } = await here.run('emails push issue.html --check -o table', { cwd, env });
  expect(stdout).toBe(block('', 'subject'));
});
