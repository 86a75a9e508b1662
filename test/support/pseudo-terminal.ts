/** A pseudo terminal, by `script` of util-linux. */
import { program, startProcess } from './process.ts';

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
  const { columns = 400, rows = 20, command = `"${process.execPath}" "${program}"` } = options;
  const LINE = `stty cols ${columns} rows ${rows} -onlcr; ${command} ${args}; echo "exit $?"`;
  const { ended, said, screen, type } = startProcess([], {
    ...options,
    stdin: 'open',
    command: ['bash', '--norc', '-c', 'exec script -qec "$LINE" /dev/null'],
    env: { TERM: 'xterm', SHELL: '/bin/bash', ...options.env, LINE },
  });
  let typedAt = 0;
  const shown = async (pattern: RegExp, from?: number) => (await said(pattern, from))[0];
  return {
    type(keys) {
      typedAt = screen().length;
      type(keys);
    },
    ended: ended.then(screen),
    shows: pattern => shown(pattern),
    showsNext: pattern => shown(pattern, typedAt),
  };
}
