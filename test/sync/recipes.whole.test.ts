/** The lines of docs/syncing.md that need a database, typed as they stand into a shell, against a real one. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { account } from '../support/account.ts';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';
import { limit } from '../support/load.ts';
import { needs, type Program, pathOf } from '../support/needs.ts';
import { blocksOf, pageNamed, project } from '../support/pages.ts';
import { until } from '../support/run.ts';
import { listening } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const page = pageNamed('docs/syncing.md');

/** The line of the page that begins so. */
function recipe(start: string): string {
  const lines = blocksOf(page, 'sh').flatMap(block => block.split('\n'));
  const found = lines.find(line => line.startsWith(start));
  if (found === undefined) throw new Error(`docs/syncing.md has no line that begins with ${start}`);
  return found;
}

const rows = [
  ['ann@example.org', 'Rome'],
  ['bob@example.org', 'Köln'],
  ['cy@example.org', ''],
] as const;
const table =
  'create table customers (email varchar(200), city varchar(200), newsletter_ok integer default 1);';
const sql = `${table} ${rows.map(([email, city]) => `insert into customers (email, city) values ('${email}', ${city === '' ? 'null' : `'${city}'`});`).join(' ')}`;

/** Types a recipe twice, with somebody moving in between; what the shell hands to the program runs in this process. */
async function follows(line: string, env: Readonly<Record<string, string>>, move: () => void): Promise<void> {
  const here = await account({ subscribers: 0 });
  const home = temporaryFolder();
  const program = `printf '%s\\n' "$@" > '${home}/words'; cat > '${home}/stdin'`;
  const type = async (text: string) => {
    const handed = await shell(text, { home, cwd: env.PWD ?? home, env, program });
    expect(handed.status, `${text}\n${handed.stderr}`).toBe(0);
    const words = readFileSync(join(home, 'words'), 'utf8').trim().split('\n');
    const stdin = readFileSync(join(home, 'stdin'));
    const ended = await here.run(words, { home, stdin, clock: testClock() });
    expect(ended.status, `${text}\n${ended.stderr}`).toBe(0);
  };
  await type(line);
  const cities = async () =>
    Object.fromEntries(
      (await here.all('/v1/subscribers')).map(({ email, fields }) => [
        email,
        (fields as { city?: string }).city ?? '',
      ]),
    );
  expect(await cities()).toEqual(Object.fromEntries(rows));
  move();
  await type(line.replace('--name customers', '--name customers --max-changes 50%'));
  expect(await cities()).toMatchObject({ 'ann@example.org': 'Oslo' });
}

const moved = "update customers set city = 'Oslo' where email = 'ann@example.org'";

/** Runs a program to its end. */
function run(
  program: Program,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly uid?: number | undefined } = {},
): void {
  const ended = spawnSync(pathOf(program) ?? program, args, {
    encoding: 'utf8',
    timeout: limit(60),
    ...options,
  });
  if (ended.status !== 0) throw new Error(`${program}: ${ended.stderr}${ended.error?.message ?? ''}`);
}

/** A server, until the test has ended. */
function serve(
  program: Program,
  args: readonly string[],
  options: { readonly uid?: number | undefined } = {},
): void {
  const server = spawn(pathOf(program) ?? program, args, {
    stdio: 'ignore',
    timeout: limit(120),
    killSignal: 'SIGKILL',
    ...options,
  });
  onTestFinished(() => void server.kill('SIGKILL'));
}

/** Database servers refuse to run as root. */
function plainUser(folder: string): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const nobody = 65534;
  chownSync(folder, nobody, nobody);
  chmodSync(folder, 0o755);
  return nobody;
}

const isUp = (program: Program, args: readonly string[], env?: NodeJS.ProcessEnv) =>
  spawnSync(pathOf(program) ?? program, args, { timeout: limit(10), env }).status === 0;

/** A database of PostgreSQL with the customers. */
async function postgres() {
  const folder = temporaryFolder();
  const uid = plainUser(folder);
  const data = join(folder, 'data');
  const settings = ['-U', 'shop', '--no-sync', '--auth=trust', '-E', 'UTF8', '--locale=C'];
  run('initdb', ['-D', data, ...settings], { uid });
  serve('postgres', ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-F'], { uid });
  const env = { PATH: process.env.PATH ?? '', PGHOST: folder, PGUSER: 'shop', PGDATABASE: 'postgres' };
  await until(() => isUp('psql', ['-c', 'select 1'], env));
  const type = (line: string) => run('psql', ['-c', line], { env });
  type(sql);
  return { env, type };
}

describe('a recipe', () => {
  needs('bash', 'psql', 'postgres', 'initdb').it(
    'follows a table of PostgreSQL',
    async () => {
      const { env, type } = await postgres();
      await follows(recipe('psql --csv'), env, () => type(moved));
    },
    120_000,
  );

  needs('bash', 'mysql', 'mariadbd').it(
    'follows a table of MariaDB',
    async () => {
      const folder = temporaryFolder();
      const uid = plainUser(folder);
      const data = join(folder, 'data');
      mkdirSync(data);
      if (uid !== undefined) chownSync(data, uid, uid);
      const socket = join(folder, 'socket');
      const own = [
        `--datadir=${data}`,
        `--socket=${socket}`,
        '--skip-networking',
        '--skip-grant-tables',
        '--no-defaults',
      ];
      const [noDefaults = '', ...others] = [own.at(-1) ?? '', ...own.slice(0, -1)];
      run('mariadbd', [noDefaults, '--bootstrap', ...others], { uid });
      serve('mariadbd', [noDefaults, ...others], { uid });
      const settings = join(folder, 'my.cnf');
      writeFileSync(settings, `[client]\nsocket=${socket}\ndefault-character-set=utf8mb4\n`);
      const client = [`--defaults-file=${settings}`];
      await until(() => isUp('mysql', [...client, '-e', 'select 1']));
      run('mysql', [...client, '-e', `create database shop character set utf8mb4; use shop; ${sql}`]);
      const line = recipe('mysql --batch').replace('mysql ', `mysql --defaults-file=${settings} `);
      await follows(line, {}, () => run('mysql', [...client, 'shop', '-e', moved]));
    },
    120_000,
  );

  needs('bash', 'sqlite3').it('follows a table of SQLite', async () => {
    const folder = temporaryFolder();
    run('sqlite3', [join(folder, 'shop.db'), sql]);
    await follows(recipe('sqlite3'), { PWD: folder }, () => run('sqlite3', [join(folder, 'shop.db'), moved]));
  });

  needs('bash', 'sqlite3', 'script').it(
    'of every night with cron takes the key from a file, tries once more, and notices a query that has stopped',
    async () => {
      const script = blocksOf(page, 'sh').find(block => block.includes('.newsletter.env')) ?? '';
      const here = await account({ subscribers: 0 });
      const home = temporaryFolder();
      run('sqlite3', [join(home, 'shop.db'), sql]);
      const key = Object.entries({ ...here.env, NEWSLETTER_EXPECT_ACCOUNT: 'slow-carriage' }).map(
        ([name, value]) => `export ${name}=${value}`,
      );
      writeFileSync(join(home, '.newsletter.env'), `${key.join('\n')}\n`, { mode: 0o600 });
      // Sleeping repairs the service.
      const repaired =
        'sleep() { echo "$1" >slept; }; newsletter() { [ ! -e slept ] || NEWSLETTER_BASE_URL=$REPAIRED; exec newsletter "$@"; }';
      writeFileSync(join(home, 'nightly.sh'), `${repaired}\n${script}`);
      const env = { REPAIRED: String(here.env.NEWSLETTER_BASE_URL) };
      const options = { home, env, shell: ['sh', '-c'] };
      expect(await shell(`cd / && sh ${home}/nightly.sh`, options)).toMatchObject({
        status: 0,
        stdout: '',
        stderr: '',
      });
      expect(readFileSync(join(home, 'sync.log'), 'utf8')).toMatch(
        /sync customers: 3 created[\s\S]*\nexit 0, .*20\d\d.*\n$/,
      );
      expect(statSync(join(home, 'sync.log')).mode & 0o777).toBe(0o600);
      expect(await here.all('/v1/subscribers')).toHaveLength(rows.length);
      run('sqlite3', [
        join(home, 'shop.db'),
        "insert into customers (email, city) values ('no address', 'Rome')",
      ]);
      expect(await shell('sh nightly.sh', options)).toMatchObject({ status: 0, stdout: '', stderr: '' });
      const [rejects = ''] = readdirSync(home).filter(name => /^rejects-\d{4}-\d\d-\d\d\.csv$/.test(name));
      expect(readFileSync(join(home, rejects), 'utf8')).toContain('no address');
      expect(readFileSync(join(home, 'sync.log'), 'utf8')).toContain(`rows: ${rejects}`);
      const shown = await shell(
        'script -qec "sh nightly.sh --dry-run --max-changes 100%" /dev/null',
        options,
      );
      expect(shown).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('nothing was sent (--dry-run)'),
      });
      for (const [query, states] of [
        ['"$query limit 1"', 'has 1 row, but its last line states 4'],
        ['"$query; select nonsense"', 'has 4 rows, but its last line states 0'],
      ] as const) {
        const stopped = await shell(script.replace('"$query" ', `${query} `), options);
        expect(stopped).toMatchObject({ status: 2, stdout: expect.stringContaining(states) });
      }
      expect(existsSync(join(home, 'slept'))).toBe(false);
      const gone = 'export NEWSLETTER_BASE_URL=http://127.0.0.1:1\n';
      writeFileSync(join(home, '.newsletter.env'), gone, { flag: 'a' });
      expect(await shell('sh nightly.sh --retries 0', options)).toMatchObject({ status: 0 });
      expect(readFileSync(join(home, 'slept'), 'utf8')).toBe('900\n');
      const program = "trap 'echo stopped >&2; exit 130' TERM; : >started; while :; do :; done";
      const killed = 'sh nightly.sh & until [ -e started ]; do :; done; kill $!; wait $!';
      expect(await shell(killed, { ...options, program })).toMatchObject({
        status: 130,
        stdout: 'stopped\n',
      });
      expect(readFileSync(join(home, 'sync.log'), 'utf8')).toMatch(/\nstopped\nexit 130, .*\n$/);
    },
  );

  needs('bash', 'curl').it("follows a Google sheet's CSV address", async () => {
    let sheet = `email,city\r\n${rows.map(row => row.join(',')).join('\r\n')}`;
    const port = await listening(createServer((_, response) => response.end(sheet)));
    const line = recipe('(curl').replace(/"https:[^"]*"/, `http://127.0.0.1:${port}/pub?output=csv`);
    await follows(line, {}, () => {
      sheet = sheet.replace('Rome', 'Oslo');
    });
  });

  needs('bash', 'psql', 'postgres', 'initdb').it(
    'of every night on GitHub follows the table, and its log says when a person has to look',
    async () => {
      const text = readFileSync(join(project, 'docs/github-sync.yaml'), 'utf8');
      expect(validateWorkflow(text).errors).toEqual([]);
      const { jobs } = parse(text) as { jobs: { sync: { steps: { name?: string; run?: string }[] } } };
      const step = jobs.sync.steps.find(({ name }) => name === 'Sync')?.run ?? '';
      const database = await postgres();
      const here = await account({ subscribers: 0 });
      // The runner's shell.
      const shellOfRunner = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'];
      const env = { ...here.env, ...database.env, CI: 'true' };
      const home = temporaryFolder();
      const options = {
        home,
        env: { ...env, NEWSLETTER_CONFIG_DIR: join(home, 'state') },
        shell: shellOfRunner,
      };
      expect(await shell(step, options)).toMatchObject({ status: 0 });
      expect(await here.all('/v1/subscribers')).toHaveLength(rows.length);
      database.type("delete from customers where email <> 'ann@example.org'");
      const stopped = await shell(step, options);
      expect(stopped).toMatchObject({
        status: 5,
        stdout: expect.stringMatching(/^::error::.*--max-missing/m),
      });
    },
    120_000,
  );
});
