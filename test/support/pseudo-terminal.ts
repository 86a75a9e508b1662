/** A pseudo terminal, by `script` of util-linux. */
import { spawn } from 'node:child_process';
import { homeEnv, temporaryFolder } from './home.ts';
import { program } from './process.ts';
import { timeLimit } from './run.ts';

export interface TerminalOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly home?: string;
  readonly cwd?: string;
  /** What is run; the built program unless said. */
  readonly command?: string;
  /** Columns of the screen; 400, so that nothing is wrapped, unless said. */
  readonly columns?: number;
  /** Lines of the screen; 20 unless said. */
  readonly rows?: number;
}

export interface OpenTerminal {
  type(keys: string): void;
  /** Resolves once the screen matches. */
  shows(pattern: RegExp): Promise<string>;
  /** Resolves once what was shown since the last keys matches. */
  showsNext(pattern: RegExp): Promise<string>;
  /** All that was shown, with `exit <status>` at the end. */
  readonly ended: Promise<string>;
}

/**
 * Runs a line on a pseudo terminal into which nobody types but the test.
 *
 * @param args what follows the program, as a shell reads it
 */
export function onTerminal(args: string, options: TerminalOptions = {}): OpenTerminal {
  const { home = temporaryFolder(), columns = 400, rows = 20 } = options;
  const { command = `"${process.execPath}" "${program}"` } = options;
  const LINE = `stty cols ${columns} rows ${rows} -onlcr; ${command} ${args}; echo "exit $?"`;
  const child = spawn('bash', ['--norc', '-c', 'exec script -qec "$LINE" /dev/null'], {
    cwd: options.cwd ?? home,
    env: { ...homeEnv(home), TERM: 'xterm', SHELL: '/bin/bash', ...options.env, LINE },
    timeout: timeLimit,
    killSignal: 'SIGKILL',
  });
  let screen = '';
  let typedAt = 0;
  const looks = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    for (const look of looks) look();
  });
  child.stdin.on('error', () => {});
  return {
    type(keys) {
      typedAt = screen.length;
      child.stdin.write(keys);
    },
    ended: new Promise((resolve, reject) => {
      child.on('error', reject).on('close', () => resolve(screen));
    }),
    shows: pattern => shown(pattern, 0),
    showsNext: pattern => shown(pattern, typedAt),
  };

  function shown(pattern: RegExp, from: number): Promise<string> {
    return new Promise(resolve => {
      const look = () => {
        const found = pattern.exec(screen.slice(from))?.[0];
        if (found === undefined) return;
        looks.delete(look);
        resolve(found);
      };
      looks.add(look);
      look();
    });
  }
}
