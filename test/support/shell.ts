/** Real shells, with the built program on their PATH. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { homeEnv, temporaryFolder } from './home.ts';
import { newsletterProcess, started } from './process.ts';
import type { Ended, RunOptions } from './run.ts';

const startsProgram = `exec ${started.map(word => `"${word}"`).join(' ')} "$@"`;

/** A folder for the PATH in which `newsletter` is the program. */
export function binFolder(folder = temporaryFolder(), program = startsProgram): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'newsletter'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  return bin;
}

export interface ShellOptions extends RunOptions {
  /** The shell and its options, before the script; bash unless said. */
  readonly shell?: readonly string[];
  /** What `newsletter` does, as a script of sh; the program unless said. */
  readonly program?: string;
}

/** Runs a script, in which `newsletter` is the program. */
export function shell(script: string, { program, ...options }: ShellOptions = {}): Promise<Ended> {
  const { home = temporaryFolder(), shell: command = ['bash', '--norc', '-o', 'pipefail', '-c'] } = options;
  const env = { ...homeEnv(home), ...options.env };
  const PATH = [binFolder(undefined, program), env.PATH].join(delimiter);
  return newsletterProcess([script], { ...options, home, command, env: { ...env, PATH } });
}
