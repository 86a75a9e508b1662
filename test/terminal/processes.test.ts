import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from './screens.ts';

const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
const program = `"${process.execPath}" "${join(folder, 'program.cjs')}"`;

beforeAll(async () => {
  await build({
    input: fileURLToPath(new URL('./program.ts', import.meta.url)),
    platform: 'node',
    output: { dir: folder, format: 'cjs', entryFileNames: 'program.cjs' },
    logLevel: 'silent',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  TERM: 'xterm',
  ...more,
});

/** Runs a line of shell. */
function shell(line: string, env?: NodeJS.ProcessEnv) {
  const options = { encoding: 'utf8', timeout: 20_000, env: environment(env) } as const;
  const { stdout, stderr, status } = spawnSync('/bin/bash', ['--norc', '-c', line], options);
  return { stdout, stderr, status };
}

describe('pipes', () => {
  it.each(['tsv', 'json', 'ndjson', 'csv', 'yaml', 'table'])(
    'when the reader of %s leaves early then the program stops pulling and ends quietly with 0',
    format => {
      const { stdout, stderr, status } = shell(
        `(${program} endless ${format}; echo "exit $?" >&2) | head -n 1`,
      );
      expect(linesOf(stdout)).toHaveLength(1);
      expect(stderr).toBe('stopped pulling\nexit 0\n');
      expect(status).toBe(0);
    },
  );

  it('when nobody reads stderr then the data still arrives', () => {
    const { stdout } = shell(`${program} three 2> >(exec true)`);
    expect(stdout).toBe('1\tsent\n2\tsent\n3\tsent\n');
    expect(shell(`${program} three 2>&-`)).toMatchObject({ stdout, status: 0 });
  });

  it.skipIf(!existsSync('/dev/full'))('when the disk is full then that is a failure', () => {
    for (const task of ['three', 'endless']) {
      const { stderr, status } = shell(`${program} ${task} json > /dev/full`);
      expect(stderr).toContain('error: cannot write to standard output: the disk is full\n');
      expect(JSON.parse(linesOf(stderr).at(-1) ?? '')).toMatchObject({
        error: { code: 'write_failed', exit: 1 },
      });
      expect(status).toBe(1);
    }
  });
});

/** Runs a command on a pseudo terminal 60 columns wide, and types `keys` when it shows `prompt`. */
function onTerminal(command: string, prompt?: string, keys = '', env?: NodeJS.ProcessEnv): Promise<string> {
  const line = `stty cols 60 rows 20 -onlcr; ${command}; echo "exit $?"`;
  const child = spawn('/bin/bash', ['--norc', '-c', 'exec script -qec "$LINE" /dev/null'], {
    env: environment({ SHELL: '/bin/bash', LINE: line, ...env }),
    timeout: 20_000,
  });
  let screen = '';
  let typed = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    if (prompt !== undefined && !typed && screen.includes(prompt)) {
      typed = true;
      child.stdin.write(keys);
    }
  });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', () => resolve(screen)));
}

const hasScript = shell('script --version').stdout.includes('util-linux');

describe.skipIf(!hasScript)('a real terminal', () => {
  it('when it is there then a table in colours is shown', async () => {
    const bold = (text: string) => `\x1b[1m${text}\x1b[22m`;
    const lines = linesOf(await onTerminal(`${program} three`));
    expect(lines.slice(0, 3)).toEqual([
      'here they come',
      `${bold('n')}  ${bold('status')}`,
      '1  \x1b[32msent\x1b[39m',
    ]);
    expect(lines.at(-1)).toBe('exit 0');
  });

  it('when NO_COLOR is set or stdout is a pipe then there are none', async () => {
    expect(linesOf(await onTerminal(`${program} three`, undefined, '', { NO_COLOR: '1' }))[1]).toBe(
      'n  status',
    );
    expect(linesOf(await onTerminal(`${program} three | cat`))[1]).toBe('1\tsent');
  });

  it.each([
    ['y\r', 'answer true', 'exit 0'],
    ['n\r', 'answer false', 'exit 0'],
    ['\r', 'answer false', 'exit 0'],
    ['\x03', 'error:\x1b[39m interrupted', 'exit 130'],
    ['\x04', 'error:\x1b[39m interrupted', 'exit 130'],
  ])('when %j is typed at a question then it ends with %s', async (keys, said, exit) => {
    const screen = await onTerminal(`${program} ask`, 'y/N', keys);
    expect(screen).toContain('␛[31mit?');
    expect(screen).toContain(said);
    expect(linesOf(screen).at(-1)).toBe(exit);
  });

  it('when a secret is typed then it is not shown', async () => {
    const screen = await onTerminal(`${program} key`, 'API key', 'sesame\r');
    expect(screen).not.toContain('sesame');
    expect(screen).toContain('length 6');
  });

  it('when stdin is a pipe then nothing is asked', async () => {
    const screen = await onTerminal(`echo y | ${program} ask`);
    expect(screen).toContain('nobody is there to answer');
    expect(linesOf(screen).at(-1)).toBe('exit 2');
  });

  it('when a failure ends it then the progress bar is gone and the program ends', async () => {
    const screen = await onTerminal(`${program} fail`);
    expect(screen).toContain('10%');
    expect(screen).toContain('\x1b[2K\x1b[31merror:\x1b[39m broken\n');
    expect(linesOf(screen).at(-1)).toBe('exit 1');
  });
});
