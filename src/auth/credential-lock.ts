import { whileAlone } from '../settings/config-dir.ts';
import type { CredentialStore } from './credential-store.ts';

/**
 * Does `work` while no other process refreshes, replaces or forgets the credential of the profile.
 *
 * @param signal ends the waiting for others
 * @throws Failure write_failed; what `work` throws
 */
export async function whileCredentialRests<T>(
  { folder, warn }: Pick<CredentialStore, 'folder' | 'warn'>,
  profile: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return await whileAlone(folder, warn, `sign-in-${profile}`, signal, work);
}
