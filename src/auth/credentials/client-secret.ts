/** The client secret, and where it comes from. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Failure } from '../../lib/failure.ts';
import type { Settings } from '../../settings/resolve.ts';

export const secretVariable = 'NEWSLETTER_CLIENT_SECRET';
/** Milliseconds that client-secret-command may take; it may ask for a fingerprint. */
const commandTimeout = 120_000;

interface ClientSecretOptions {
  readonly settings: Settings;
  readonly environment: NodeJS.ProcessEnv;
  /** Kills client-secret-command. */
  readonly signal: AbortSignal;
  /** The secret that `login --store-client-secret` stored. */
  readonly stored?: string | undefined;
  /** The broker itself needs the secret even where token-url names a broker. */
  readonly isBroker?: boolean;
}

/**
 * Finds the client secret, without a prompt. The order is broker, client-secret-command, NEWSLETTER_CLIENT_SECRET, the
 * stored secret.
 *
 * @returns `secret` undefined if a broker adds it; undefined when there is no source
 * @throws Failure invalid_value; missing_setting when the command fails; interrupted
 */
export async function findClientSecret(
  options: ClientSecretOptions,
): Promise<{ readonly secret: string | undefined } | undefined> {
  const { settings, environment, stored } = options;
  if (!options.isBroker && settings.get('token-url') !== undefined) return { secret: undefined };
  const command = settings.get('client-secret-command');
  if (command !== undefined) {
    const printed = await commandOutput(command, options);
    return { secret: checkClientSecret(printed, 'the output of client-secret-command') };
  }
  const variable = environment[secretVariable]?.trim();
  if (variable) return { secret: checkClientSecret(variable, secretVariable) };
  return stored === undefined ? undefined : { secret: stored };
}

/**
 * Checks a client secret: visible ASCII characters and spaces (RFC 6749, appendix A.2).
 *
 * @param from its source, for the message, which never repeats the secret
 * @returns the secret without white space around it
 * @throws Failure invalid_value
 */
export function checkClientSecret(typed: string, from: string): string {
  const secret = typed.trim();
  if (/^[\x20-\x7e]+$/.test(secret)) return secret;
  const what = secret === '' ? 'is empty' : 'contains characters that are invalid in a client secret';
  throw new Failure('invalid_value', `${from} ${what}`);
}

/** What the command prints on stdout. Its stderr stays connected, so that it can ask the user something. */
async function commandOutput(
  command: string,
  { environment: env, signal }: ClientSecretOptions,
): Promise<string> {
  const ending = { signal, timeout: commandTimeout, killSignal: 'SIGKILL' } as const;
  const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'inherit'], ...ending });
  // What a killed shell has started may keep stdout open.
  child.on('exit', (_, killed) => killed && child.stdout.destroy());
  const printed = text(child.stdout).catch(() => '');
  const [status] = await once(child, 'exit').catch(() => []);
  signal.throwIfAborted();
  if (status === 0) return await printed;
  const why = typeof status === 'number' ? `exit status ${status}` : 'it took too long';
  // Without the output, which may contain the secret.
  throw new Failure('missing_setting', `client-secret-command failed (${why})`, {
    hint: 'run it by hand: newsletter config get client-secret-command',
  });
}
