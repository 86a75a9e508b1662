import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needs } from '../support/needs.ts';
import { onTerminal as openTerminal } from '../support/pseudo-terminal.ts';
import { shell as inShell } from '../support/shell.ts';
import { linesOf } from './screens.ts';

const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
const program = `"${process.execPath}" "${join(folder, 'program.cjs')}"`;

beforeAll(async () => {
  await build({
    input: fileURLToPath(new URL('./small-program.ts', import.meta.url)),
    platform: 'node',
    output: { dir: folder, format: 'cjs', entryFileNames: 'program.cjs' },
    logLevel: 'silent',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a line of shell. */
const shell = (line: string) => inShell(line, { shell: ['bash', '--norc', '-c'] });

needs('bash').describe('pipes', () => {
  it.each(['tsv', 'json', 'ndjson', 'csv', 'yaml', 'table'])(
    'when the reader of %s leaves early, then the program stops pulling and ends quietly with 0',
    async format => {
      const { stdout, stderr, status } = await shell(
        `(${program} endless ${format}; echo "exit $?" >&2) | head -n 1`,
      );
      expect(linesOf(stdout)).toHaveLength(1);
      expect(stderr).toBe('stopped pulling\nexit 0\n');
      expect(status).toBe(0);
    },
  );

  it('a closed stderr does not stop the data', async () => {
    const { stdout } = await shell(`${program} three 2> >(exec true)`);
    expect(stdout).toBe('1\tsent\n2\tsent\n3\tsent\n');
    expect(await shell(`${program} three 2>&-`)).toMatchObject({ stdout, status: 0 });
  });

  needs('bash', '/dev/full').it('when the disk is full, then that is a failure', async () => {
    for (const task of ['three', 'endless']) {
      const { stderr, status } = await shell(`${program} ${task} json > /dev/full`);
      expect(JSON.parse(linesOf(stderr).at(-1) ?? '')).toMatchObject({
        error: {
          code: 'write_failed',
          exit: 1,
          message: 'cannot write to standard output: the disk is full',
        },
      });
      expect(status).toBe(1);
    }
  });
});

/** Runs a command on a pseudo terminal, and types `keys` when it shows `prompt`. */
async function onTerminal(command: string, prompt?: RegExp, keys = '', NO_COLOR = ''): Promise<string> {
  const terminal = openTerminal('', { command, columns: 60, env: { NO_COLOR } });
  if (prompt !== undefined) {
    await terminal.shows(prompt);
    terminal.type(keys);
  }
  return await terminal.ended;
}

needs('script').describe('a real terminal', () => {
  it('a terminal shows a table in colors', async () => {
    const bold = (text: string) => `\x1b[1m${text}\x1b[22m`;
    const lines = linesOf(await onTerminal(`${program} three`));
    expect(lines.slice(0, 3)).toEqual([
      'here they come',
      `${bold('n')}  ${bold('status')}`,
      '1  \x1b[32msent\x1b[39m',
    ]);
    expect(lines.at(-1)).toBe('exit 0');
  });

  it('when NO_COLOR is set or stdout is a pipe, then there are none', async () => {
    expect(linesOf(await onTerminal(`${program} three`, undefined, '', '1'))[1]).toBe('n  status');
    expect(linesOf(await onTerminal(`${program} three | cat`))[1]).toBe('1\tsent');
  });

  it.each([
    ['y\r', 'answer true', 'exit 0'],
    ['n\r', 'answer false', 'exit 0'],
    ['\r', 'answer false', 'exit 0'],
    ['\x03', 'Stopped.', 'exit 130'],
    ['\x04', 'Stopped.', 'exit 130'],
  ])('when %j is typed at a question, then it ends with %s', async (keys, said, exit) => {
    const screen = await onTerminal(`${program} ask`, /y\/N/, keys);
    expect(screen).toContain('␛[31mit?');
    expect(screen).toContain(said);
    expect(linesOf(screen).at(-1)).toBe(exit);
  });

  it('when a secret is typed, then it is not shown', async () => {
    const screen = await onTerminal(`${program} key`, /API key/, 'sesame\r');
    expect(screen).not.toContain('sesame');
    expect(screen).toContain('length 6');
  });

  it('when stdin is a pipe, then nothing is asked', async () => {
    const screen = await onTerminal(`echo y | ${program} ask`);
    expect(screen).toContain('confirmation required');
    expect(linesOf(screen).at(-1)).toBe('exit 2');
  });

  it('when a failure ends it, then the progress bar is gone and the program ends', async () => {
    const screen = await onTerminal(`${program} fail`);
    expect(screen).toContain('10%');
    expect(screen).toContain('\x1b[2K\x1b[31merror:\x1b[39m broken\n');
    expect(linesOf(screen).at(-1)).toBe('exit 1');
  });
});
