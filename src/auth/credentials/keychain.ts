/** The system's keychain, asked by a process of its own: a keychain that hangs can be left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printable } from '../../http/error-body.ts';
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../../lib/is-object.ts';

export type KeychainRequest =
  | { readonly do: 'get' | 'delete'; readonly account: string }
  | { readonly do: 'set'; readonly account: string; readonly secret: string };

export interface KeychainOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Seconds. */
  readonly timeout: number;
  readonly note: (message: string) => void;
}

/** Milliseconds after which the person is told what the program waits for. */
const patience = 2000;

/**
 * Reads, writes or deletes one entry of the keychain. The secret travels through pipes alone.
 *
 * @returns the secret for `get` (null when there is none), else null
 * @throws Failure keychain_unavailable when there is no keychain, it refuses, or doesn't answer in time
 */
export async function keychain(
  request: KeychainRequest,
  surroundings: KeychainOptions,
): Promise<string | null> {
  const answer = await ask(request, surroundings);
  if (isObject(answer) && typeof answer.error === 'string') {
    throw unavailable("the system's keychain cannot be used", answer.error);
  }
  if (isObject(answer) && answer.done === true)
    return typeof answer.secret === 'string' ? answer.secret : null;
  throw unavailable("the system's keychain cannot be used: its library cannot be loaded");
}

async function ask(
  request: KeychainRequest,
  { environment, timeout, note }: KeychainOptions,
): Promise<unknown> {
  const program = fileURLToPath(new URL('keychain-process.cjs', import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: environment,
    // A terminal's Ctrl-C must not reach it in the middle of storing a new refresh token.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const slow = setTimeout(
    () => note("waiting for the system's keychain; it may be asking to be unlocked"),
    patience,
  );
  try {
    return await exchanged(child, JSON.stringify(request), timeout * 1000);
  } finally {
    clearTimeout(slow);
  }
}

function exchanged(child: ChildProcess, request: string, limit: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let text = '';
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(unavailable(`the system's keychain gave no answer for ${limit / 1000} s`));
    }, limit);
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('error', () => {});
    child.on('close', () => {
      clearTimeout(late);
      resolve(parsed(text));
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(request);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param platform the platform's own words, which say little to most people */
function unavailable(why: string, platform?: string): Failure {
  return new Failure('keychain_unavailable', why, {
    details: platform === undefined ? [] : [printable(platform)],
    hint: 'to keep credentials in a file instead: newsletter config set credential-store file',
  });
}
