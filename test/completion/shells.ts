/** Real shells, with the real program on their PATH, in an empty home. */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type CachedNames, rememberNames } from '../../src/completion/name-cache.ts';
import { temporaryFolder } from '../support/home.ts';
import { program } from '../support/process.ts';
import { until } from '../support/run.ts';

/** The address whose names are known in these homes. */
export const baseUrl = 'https://api.example.com';

export interface Home {
  readonly folder: string;
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
}

/** @param names those that the program has seen, for profile `work`, which is current */
export function home(names: Partial<CachedNames> = {}): Home {
  const folder = temporaryFolder();
  const settings = join(folder, 'settings');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  mkdirSync(settings, { mode: 0o700 });
  writeFileSync(join(bin, 'newsletter'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(join(bin, 'newsletter'), 0o755);
  const profiles = { work: { 'base-url': baseUrl }, home: {} };
  writeFileSync(join(settings, 'config.json'), JSON.stringify({ current: 'work', profiles }), {
    mode: 0o600,
  });
  rememberNames(settings, { profile: 'work', baseUrl }, known => ({ ...known, ...names }));
  return {
    folder,
    settings,
    env: {
      PATH: [bin, process.env.PATH].join(delimiter),
      HOME: folder,
      NEWSLETTER_CONFIG_DIR: settings,
      LC_ALL: 'C.UTF-8',
      TERM: 'xterm',
    },
  };
}

export interface Said {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script in a shell, to its end. */
export function inShell(shell: string, args: readonly string[], { folder, env }: Home): Promise<Said> {
  return new Promise(resolve => {
    execFile(shell, args, { cwd: folder, env, timeout: 20_000, killSignal: 'SIGKILL' }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    ).stdin?.end();
  });
}

/** How each shell starts with nothing of the user's, and learns to complete. */
export const interactive = {
  bash: { start: 'exec bash --norc --noprofile -i', learn: 'source <(newsletter completion bash)' },
  zsh: {
    start: 'exec zsh -f -i',
    learn: 'autoload -Uz compinit; compinit -D; source <(newsletter completion zsh)',
  },
  fish: { start: 'exec fish --no-config -i', learn: 'newsletter completion fish | source' },
} as const;

export type Interactive = keyof typeof interactive;

/** What became of one line: the words that the program was given, and what the terminal showed meanwhile. */
export interface Typed {
  readonly words: readonly string[] | undefined;
  readonly shown: string;
}

/**
 * Types lines into a shell on a terminal. A command line of the program is not carried out but kept, word by word.
 *
 * @param lines what is typed, `\t` for Tab; Enter is pressed behind each
 * @returns what became of each; words are undefined from the first line on that the shell did not understand
 */
export async function typed(
  shell: Interactive,
  lines: readonly string[],
  { folder, env }: Home,
): Promise<Typed[]> {
  const kept = join(folder, 'kept');
  writeFileSync(
    join(folder, 'bin', 'newsletter'),
    `#!/bin/sh
case "$1 $2" in "__complete "*|"completion ${shell}") exec "${process.execPath}" "${program}" "$@" ;; esac
printf '%s\\0' "$@" > '${kept}.new' && mv '${kept}.new' '${kept}'
`,
  );
  const { start, learn } = interactive[shell];
  const child = spawn('script', ['-qec', start, '/dev/null'], {
    cwd: folder,
    env: { ...env, PS1: '', HISTFILE: '', COLUMNS: '100', LINES: '40' },
    timeout: 25_000,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise(resolve => child.once('close', resolve));
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  // The quotes keep what is typed apart from what is said.
  child.stdin.write(`${learn}; echo lear''ned\r`);
  await until(() => shown.includes('learned') || isOver());
  const became: Typed[] = [];
  for (const line of lines) {
    const before = shown.length;
    if (!isOver()) child.stdin.write(`${line}\r`);
    await until(() => existsSync(kept) || isOver());
    const words = existsSync(kept) ? readFileSync(kept, 'utf8').split('\0').slice(0, -1) : undefined;
    rmSync(kept, { force: true });
    became.push({ words, shown: shown.slice(before) });
  }
  child.stdin.on('error', () => {}).end('\u0003\rexit\r');
  await ended;
  return became;
}
