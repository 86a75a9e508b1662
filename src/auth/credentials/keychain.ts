/** The system's keychain, used through another process, which can be killed when the keychain hangs. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../lib/failure.ts';
import { parseObject } from '../../lib/json/is-object.ts';
import { isStandalone } from '../../lib/standalone.ts';
import { printable } from '../../lib/text/printable.ts';
import type { Settings } from '../../settings/resolve.ts';

export type KeychainRequest =
  | { readonly do: 'get' | 'delete'; readonly account: string }
  | { readonly do: 'set'; readonly account: string; readonly secret: string };

export interface KeychainOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** For `timeout`, the seconds to wait for the keychain. */
  readonly settings: Pick<Settings, 'get'>;
  /** Shows that the keychain is slow or missing. */
  readonly note: (message: string) => void;
}

/** Milliseconds until a note says that the keychain is slow. */
const noteAfter = 2000;

/**
 * Reads, writes or deletes one entry of the keychain.
 *
 * @returns for `get` the secret, or null when there is none; otherwise null; Failure keychain_unavailable when there is no
 *   keychain, or it refuses, or does not respond in time
 */
export async function keychain(
  request: KeychainRequest,
  { environment, settings, note }: KeychainOptions,
): Promise<string | null | Failure> {
  const timeout = settings.get('timeout');
  const child = spawn(process.execPath, keychainProgram(), {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: environment,
    // Ctrl-C in a terminal must not kill it while it stores a new refresh token.
    detached: process.platform !== 'win32',
    windowsHide: true,
    timeout: timeout * 1000,
    killSignal: 'SIGKILL',
  });
  for (const stream of [child, child.stdin]) stream.on('error', () => {});
  child.stdin.end(JSON.stringify(request));
  const slow = setTimeout(() => note('waiting for the system keychain; it may be locked'), noteAfter);
  const response = parseObject(await text(child.stdout).finally(() => clearTimeout(slow)));
  if (child.killed) return unavailable(`the system keychain did not respond for ${timeout} s`);
  if (typeof response?.error === 'string') {
    return unavailable('the system keychain is not available', response.error);
  }
  if (response?.done === true) return typeof response.secret === 'string' ? response.secret : null;
  return unavailable('the system keychain is not available: its library cannot be loaded');
}

/** The program's arguments: a file beside this one, or in the standalone executable, which has none, a word. */
function keychainProgram(): string[] {
  return [isStandalone() ? '__keychain' : fileURLToPath(new URL('keychain-process.cjs', import.meta.url))];
}

/** @param platform the message of the operating system */
function unavailable(why: string, platform?: string): Failure {
  return new Failure('keychain_unavailable', why, {
    details: platform === undefined ? [] : [printable(platform)],
    hint: 'to keep credentials in a file instead: newsletter config set credential-store file',
  });
}
