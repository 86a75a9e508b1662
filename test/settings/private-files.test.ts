/** Files with people, keys or settings in them can be read by their owner alone, whatever the umask. */
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';

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

it('a command that only reads closes what others can open, with a warning for each', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'settings');
  expect((await newsletter(['config', 'set', 'timeout', '5'], { home })).status).toBe(0);
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'config.json'), 0o666);
  const { status, stderr } = await newsletter(['config', 'get', 'timeout'], { home });
  expect(status).toBe(0);
  expect(stderr).toMatch(/other users could read .*settings \(mode 755\); now only you can \(mode 700\)/);
  expect(stderr).toMatch(/other users could read .*config\.json \(mode 666\); now only you can \(mode 600\)/);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600);
  expect((await newsletter(['config', 'get', 'timeout'], { home })).stderr).toBe('');
});
