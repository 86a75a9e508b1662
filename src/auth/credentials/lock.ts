import { withNamedLock } from '../../settings/config-lock.ts';
import type { CredentialStore } from './store.ts';

/**
 * Runs `work` while no other process refreshes, replaces or removes the credential of the profile.
 *
 * @param signal aborts the wait for other processes
 * @returns what `work` returns
 * @throws Failure write_failed; the signal's reason; what `work` throws
 */
export async function withCredentialLock<T>(
  { configDir, warn }: Pick<CredentialStore, 'configDir' | 'warn'>,
  profile: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return await withNamedLock(configDir, warn, `sign-in-${profile}`, signal, work);
}
