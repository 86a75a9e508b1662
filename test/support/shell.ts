/** Real shells, with the built program on their PATH. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { homeEnv, temporaryFolder } from './home.ts';
import { started } from './process.ts';
import { type Ended, type RunOptions, timeLimit } from './run.ts';

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
export function shell(script: string, options: ShellOptions = {}): Promise<Ended> {
  const { home = temporaryFolder(), stdin = '', cwd = home } = options;
  const [file = '', ...args] = options.shell ?? ['bash', '--norc', '-o', 'pipefail', '-c'];
  const env = { ...homeEnv(home), ...options.env };
  const PATH = [binFolder(undefined, options.program), env.PATH].join(delimiter);
  const child = spawn(file, [...args, script], {
    cwd,
    env: { ...env, PATH },
    timeout: options.timeout ?? timeLimit,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => {}).end(stdin);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', status => resolve({ status, ...said }));
  });
}
