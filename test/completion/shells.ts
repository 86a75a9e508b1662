/** Real shells, with the real program on their PATH, in an empty home. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '../support/home.ts';
import { newsletterProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { onTerminal } from '../support/pseudo-terminal.ts';
import { type Ended, until } from '../support/run.ts';
import { listening } from '../support/service.ts';
import { binFolder } from '../support/shell.ts';

export interface Home {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A home with the shells' PATH and a config dir. */
export function home(): Home {
  const folder = temporaryFolder();
  const settings = join(folder, 'settings');
  const bin = binFolder(folder);
  mkdirSync(settings, { mode: 0o700 });
  const profiles = { work: {}, home: {} };
  writeFileSync(join(settings, 'config.json'), JSON.stringify({ current: 'work', profiles }), {
    mode: 0o600,
  });
  return {
    folder,
    env: {
      PATH: [bin, process.env.PATH].join(delimiter),
      HOME: folder,
      NEWSLETTER_CONFIG_DIR: settings,
      LC_ALL: 'C.UTF-8',
      TERM: 'xterm',
    },
  };
}

/** Runs a script in a shell, to its end. */
export const inShell = (shell: string, args: readonly string[], { folder, env }: Home): Promise<Ended> =>
  newsletterProcess(args, { command: [shell], home: folder, cwd: folder, env });

/** How each shell starts without the user's files, and how it loads the script. */
export const interactive = {
  bash: { start: 'exec bash --norc --noprofile -i', learn: 'source <(newsletter completion bash)' },
  zsh: {
    start: 'exec zsh -f -i',
    learn: 'autoload -Uz compinit; compinit -D; source <(newsletter completion zsh)',
  },
  fish: { start: 'exec fish --no-config -i', learn: 'newsletter completion fish | source' },
} as const;

export type Interactive = keyof typeof interactive;

/** The words that the program was given for a line, and what the terminal showed meanwhile. */
export interface Typed {
  readonly words: readonly string[] | undefined;
  readonly shown: string;
}

/**
 * Answers those who send the count of their arguments and the arguments with what the program prints for them. It runs
 * in this process: a shell asks for each Tab, and a process for each would take most of the time.
 *
 * @returns the port
 */
function answering({ folder, env }: Home): Promise<number> {
  const server = createServer(socket => {
    let sent = '';
    socket.setEncoding('utf8').on('error', () => {});
    socket.on('data', async text => {
      sent += text;
      const [count, ...args] = sent.split('\0').slice(0, -1);
      if (args.length < Number(count ?? Number.POSITIVE_INFINITY)) return;
      const { stdout } = await newsletter(args, { home: folder, env, cwd: folder });
      socket.end(stdout);
    });
  });
  return listening(server);
}

/**
 * Types lines into a shell on a terminal. The program completes, and otherwise does nothing but write down its
 * arguments.
 *
 * @param lines what is typed, `\t` for Tab; Enter follows each
 * @returns a result for each line; words are undefined when the shell ended before
 */
export async function typed(shell: Interactive, lines: readonly string[], here: Home): Promise<Typed[]> {
  const { folder, env } = here;
  const kept = join(folder, 'kept');
  writeFileSync(
    join(folder, 'bin', 'newsletter'),
    `#!/bin/bash
case "$1 $2" in "__complete "*|"completion ${shell}")
  exec 3<>/dev/tcp/127.0.0.1/${await answering(here)}
  printf '%s\\0' "$#" "$@" >&3
  exec cat <&3
esac
printf '%s\\0' "$@" > '${kept}.new' && mv '${kept}.new' '${kept}'
`,
  );
  const { start, learn } = interactive[shell];
  const terminal = onTerminal('', {
    ...{ command: start, home: folder, cwd: folder, columns: 100, rows: 40 },
    env: { ...env, PS1: '', HISTFILE: '' },
  });
  let hasEnded = false;
  const ended = terminal.ended.finally(() => {
    hasEnded = true;
  });
  // The terminal echoes what is typed: the quotes tell it from the output.
  terminal.type(`${learn}; echo lear''ned\r`);
  await terminal.shows(/learned/).catch(() => {});
  const results: Typed[] = [];
  for (const line of lines) {
    terminal.type(`${line}\r`);
    await until(() => existsSync(kept) || hasEnded);
    const words = existsSync(kept) ? readFileSync(kept, 'utf8').split('\0').slice(0, -1) : undefined;
    rmSync(kept, { force: true });
    results.push({ words, shown: await terminal.showsNext(/[\s\S]*/) });
  }
  terminal.type('\u0003\rexit\r');
  await ended;
  return results;
}
