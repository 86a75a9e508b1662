/** The program on a pseudo terminal, by `script` of util-linux. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { program } from '../support/process.ts';

export const hasScript = String(spawnSync('script', ['--version']).stdout).includes('util-linux');

export interface Seat {
  /** Where the program keeps its settings. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the program on a pseudo terminal. */
export function onTerminal({ folder, env }: Seat, args: string, more: NodeJS.ProcessEnv = {}) {
  const line = `stty cols 400 rows 20; "${process.execPath}" "${program}" ${args}; echo "exit $?"`;
  const child = spawn('/bin/bash', ['--norc', '-c', 'exec script -qec "$LINE" /dev/null'], {
    env: {
      ...{
        PATH: process.env.PATH,
        HOME: folder,
        TERM: 'xterm',
        SHELL: '/bin/bash',
        LINE: line,
        NO_COLOR: '1',
      },
      ...{ NEWSLETTER_CONFIG_DIR: join(folder, 'settings'), NEWSLETTER_CREDENTIAL_STORE: 'file' },
      ...env,
      ...more,
    },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  let screen = '';
  const looks = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    for (const look of looks) look();
  });
  return {
    type: (keys: string) => void child.stdin.write(keys),
    ended: new Promise<string>((resolve, reject) =>
      child.on('error', reject).on('close', () => resolve(screen)),
    ),
    shows: (pattern: RegExp) =>
      new Promise<string>(resolve => {
        const look = () => {
          const found = pattern.exec(screen)?.[0];
          if (found === undefined) return;
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
  };
}
