/** The client secret and its sources ("The client secret" on the command-line page). */
import { spawn } from 'node:child_process';
import { Failure } from '../../lib/failure.ts';
import type { Settings } from '../../settings/schema.ts';

export const secretVariable = 'NEWSLETTER_CLIENT_SECRET';
/** Milliseconds: the command may ask for a fingerprint. */
const commandLimit = 120_000;
const longestSecret = 65_536;

export interface ClientSecretOptions {
  readonly settings: Settings;
  readonly environment: NodeJS.ProcessEnv;
  /** Ends the command that is run for it. */
  readonly signal: AbortSignal;
  /** What was stored at sign-in, on request. */
  readonly stored?: string | undefined;
  /** Asked by the broker itself, which needs none. */
  readonly isBroker?: boolean;
}

/** Where the client secret comes from, without asking anybody. */
export type ClientSecret =
  /** The broker adds it: this machine never sees it. */
  | { readonly from: 'broker' }
  | { readonly from: 'command' | 'environment' | 'stored'; readonly secret: string };

/**
 * The first of: broker, command, environment, store.
 * @returns undefined when there is none
 * @throws Failure invalid_value, missing_setting when the command fails; interrupted
 */
export async function findClientSecret(sources: ClientSecretOptions): Promise<ClientSecret | undefined> {
  const { settings, environment, stored } = sources;
  if (!sources.isBroker && settings.get('token-url') !== undefined) return { from: 'broker' };
  const command = settings.get('client-secret-command');
  if (command !== undefined) {
    const printed = await output(command, sources);
    return { from: 'command', secret: checkClientSecret(printed, 'what client-secret-command prints') };
  }
  const variable = environment[secretVariable]?.trim();
  if (variable) return { from: 'environment', secret: checkClientSecret(variable, secretVariable) };
  return stored === undefined ? undefined : { from: 'stored', secret: stored };
}

/**
 * Cleans a client secret of surrounding white space (RFC 6749, appendix A.2: visible ASCII and spaces).
 * @param from where it came from, for the message, which never repeats it
 * @throws Failure invalid_value
 */
export function checkClientSecret(text: string, from: string): string {
  const secret = text.trim();
  if (/^[\x20-\x7e]+$/.test(secret)) return secret;
  const what = secret === '' ? 'is empty' : 'holds characters that no client secret has';
  throw new Failure('invalid_value', `${from} ${what}`);
}

/** What the command prints. Its stderr and, through its terminal, its questions are the person's to see. */
function output(command: string, { environment, signal }: ClientSecretOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(command, { shell: true, env: environment, stdio: [...stdio] });
    let printed = '';
    // What the shell has started may live on, and hold its end of the pipe.
    const stop = () => {
      child.kill('SIGKILL');
      child.stdout?.destroy();
    };
    const late = setTimeout(stop, commandLimit);
    signal.addEventListener('abort', stop);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.length > longestSecret) stop();
    });
    // A shell that cannot be started ends with `close` as well.
    child.on('error', () => {});
    child.on('close', (status, killed) => {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason);
      else if (status === 0) resolve(printed);
      else reject(failed(killed === null ? `exit status ${status}` : 'it took too long or printed too much'));
    });
  });
}

/** Without what the command printed: that may be half a secret. */
function failed(why: string): Failure {
  return new Failure('missing_setting', `client-secret-command failed (${why})`, {
    hint: 'run it by hand: newsletter config get client-secret-command',
  });
}
