import type { Account } from '../contract/index.ts';
import { Failure } from '../failure.ts';
import type { Api, Credentials } from '../http/api.ts';
import type { Warn } from '../settings/folder.ts';
import { type Config, changeConfig, profileIn, readConfig, withProfile } from '../settings/profiles.ts';
import type { Settings } from '../settings/settings.ts';
import { type StoredCredential, storeCredential } from './credential-file.ts';

export interface Login {
  readonly settings: Settings;
  readonly folder: string;
  readonly credential: StoredCredential;
  /** The service, spoken to with these credentials; whoever opens it closes it. */
  readonly connect: (credentials: Credentials) => Promise<Api>;
  readonly warn: Warn;
}

export interface SignedIn {
  readonly account: Account;
  readonly profile: string;
  /** The profile that is current now: the new one only when none was. */
  readonly current: string;
}

/**
 * Signs a profile in: asks the service whose credential it is (GET /v1/account) and, when it is accepted,
 * stores it, and the addresses that were given for it.
 *
 * @throws Failure credentials_refused, wrong_account (`--expect-account`), and what else a request can end
 * with: nothing is stored then; write_failed
 */
export async function login({ settings, folder, credential, connect, warn }: Login): Promise<SignedIn> {
  const account = await accountOf(credential, connect);
  checkExpected(account, settings.get('expect-account'));
  const { profile } = settings;
  // First the profile, then its secret: cut off between the two, nothing secret is left without an owner.
  await changeConfig(folder, warn, config => withLogin(config, settings));
  await storeCredential(folder, profile, credential, warn);
  return { account, profile, current: readConfig(folder).current ?? profile };
}

async function accountOf(credential: StoredCredential, connect: Login['connect']): Promise<Account> {
  const api = await connect({
    bearer: async () => credential.key,
    renew: async () => undefined,
  });
  try {
    return await api.call('getAccount', {});
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'credentials_refused') throw error;
    const { status, method, path, details, requestId } = error;
    throw new Failure(error.code, 'the service does not accept this key; nothing was stored', {
      ...{ status, method, path, details, requestId, cause: error },
      hint: "copy the key from the account's Settings › Apps, and check the base URL",
    });
  }
}

function checkExpected(account: Account, expected: string | undefined): void {
  if (expected === undefined || expected === account.slug || expected === account.id) return;
  throw new Failure(
    'wrong_account',
    `these credentials belong to ${account.slug}, not to ${expected}; nothing was stored`,
  );
}

/** The profile with the addresses that flags or variables named; current if none is. */
function withLogin(config: Config, settings: Settings): Config {
  const addresses: Record<string, string> = {};
  for (const name of ['base-url', 'auth-url'] as const) {
    const value = settings.get(name);
    const origin = settings.origin(name);
    if (value !== undefined && (origin === 'flag' || origin === 'environment')) addresses[name] = value;
  }
  const { profile } = settings;
  const changed = withProfile(config, profile, {
    ...profileIn(config, profile),
    ...addresses,
  });
  const hasCurrent = config.current !== undefined && profileIn(config, config.current) !== undefined;
  return hasCurrent ? changed : { ...changed, current: profile };
}
