/** The real program, in a process of its own: arguments, environment and stdin in; status and both streams out. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { unnamedExit } from './declared.ts';

export interface Ended {
  /** Null when a signal ended it, as the time limit does. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly cwd?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Node's own arguments, in front of the program. */
  readonly node?: readonly string[];
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has said so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
}

export const program = fileURLToPath(new URL('../../bin/newsletter.js', import.meta.url));

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newsletter-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the program. Nothing of the caller's environment reaches it but PATH. */
export function start(args: readonly string[], options: RunOptions = {}): Running {
  const home = temporaryFolder();
  const child = spawn(process.execPath, [...(options.node ?? []), program, ...args], {
    cwd: options.cwd ?? home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      NO_COLOR: '1',
      NEWSLETTER_CONFIG_DIR: join(home, 'settings'),
      // The developer's own keychain is none of the tests' business.
      NEWSLETTER_CREDENTIAL_STORE: 'file',
      ...options.env,
    },
    timeout: options.timeout ?? 20_000,
    killSignal: 'SIGKILL',
  });
  // A program that reads no stdin closes it.
  child.stdin.on('error', () => {}).end(options.stdin ?? '');
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', status => {
      const unnamed = unnamedExit(args, status);
      if (unnamed === undefined) resolve({ status, ...said });
      else reject(new Error(`${unnamed}\n${said.stderr}`));
    });
  });
  return { child, ended, stdout: () => said.stdout, stderr: () => said.stderr };
}

/** Runs the program to its end. */
export function newsletter(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return start(args, options).ended;
}

/** Resolves once something holds; the test's own time limit ends the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 5));
}
