import { withNamedLock } from '../../settings/config-lock.ts';
import type { CredentialStore } from './store.ts';

/**
 * Does `work` while no other process refreshes, replaces or forgets the credential of the profile.
 *
 * @param signal ends the waiting for others
 * @throws Failure write_failed; what `work` throws
 */
export async function withCredentialLock<T>(
  { configDir, warn }: Pick<CredentialStore, 'configDir' | 'warn'>,
  profile: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return await withNamedLock(configDir, warn, `sign-in-${profile}`, signal, work);
}
