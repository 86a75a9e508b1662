/** Files with people or keys in them can be read by their owner alone, whatever the umask. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';

const openBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => (statSync(path).mode & 0o077) !== 0)
    .map(path => relative(folder, path));

it.skipIf(process.platform === 'win32')('what commands keep and write is private', async () => {
  const here = await account({ subscribers: 5 });
  const cwd = temporaryFolder();
  const env = { NEWSLETTER_CONFIG_DIR: join(cwd, 'settings') };
  writeFileSync(join(cwd, 'people.csv'), 'email\nann@a-house.org\nnobody\n', { mode: 0o600 });
  const lines: readonly (readonly [line: string, status: number])[] = [
    ['login --api-key', 0],
    ['import people.csv --report import.ndjson', 8],
    ['sync people.csv --name shop --plan-out plan.json --rejects sync.rejects.csv', 8],
    ['sync people.csv --name shop --max-rejects 9', 0],
    ['subscribers update --all --add-tag x --yes --report update.ndjson', 0],
    [`emails send ${await here.emailId(draft)} --yes`, 0],
    [`emails preview ${await here.emailId(draft)} --no-browser`, 0],
  ];
  for (const [line, status] of lines) {
    const ended = await here.run(line, { cwd, env, stdin: here.sandbox.apiKey });
    expect(ended.status, `${line}\n${ended.stderr}`).toBe(status);
  }
  const names = readdirSync(cwd);
  expect(names).toEqual(
    expect.arrayContaining(['import.ndjson', 'people.csv.rejects.csv', 'plan.json', 'update.ndjson']),
  );
  expect(readdirSync(join(cwd, 'settings'))).toEqual(
    expect.arrayContaining(['credentials.json', 'previews', 'runs', 'sends', 'syncs']),
  );
  expect(openBelow(cwd)).toEqual([]);
});
