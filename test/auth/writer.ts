/**
 * A process that adds profiles, for the tests of several processes writing at once.
 * Arguments: folder, then the names. Prints the code of the failure it ends with, if any.
 */
import { storeCredential } from '../../src/auth/credentials/store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { Failure } from '../../src/lib/failure.ts';
import { changeConfig } from '../../src/settings/config-lock.ts';
import { withProfile } from '../../src/settings/profiles.ts';

const [folder = '', ...names] = process.argv.slice(2);
const warn = () => {};

// Sent along with the error when a file grows beyond the limit set for a test.
process.on('SIGXFSZ', () => {});

async function write(): Promise<void> {
  for (const name of names) {
    const place = { configDir: folder, warn, clock: systemClock };
    await changeConfig(place, config => withProfile(config, name, { timeout: 7 }));
    const store = { ...place, environment: {}, settings: { get: () => undefined as never }, note: warn };
    await storeCredential(store, name, { kind: 'api-key', key: `key-of-${name}` }, 'file');
  }
}

write().catch((error: unknown) => {
  process.stdout.write(error instanceof Failure ? `${error.code}: ${error.message}` : String(error));
  process.exitCode = 1;
});
