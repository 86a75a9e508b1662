import type { Account } from '../contract/index.ts';
import type { Api, Credentials } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { changeConfig, withCredentialLock } from '../settings/config-lock.ts';
import {
  accountIdInProfile,
  accountInProfile,
  type Config,
  defaultProfile,
  profileIn,
  readConfig,
  withProfile,
} from '../settings/profiles.ts';
import type { Settings } from '../settings/resolve.ts';
import { sandboxProfile } from '../settings/schema.ts';
import { accountName, checkExpectedAccount } from './account.ts';
import type { Credential } from './credentials/credential.ts';
import type { SessionSources } from './credentials/store.ts';
import { profilesWithCredentials, type StorePlace, storeCredential } from './credentials/store.ts';
import { originOf } from './origins.ts';

export interface LoginRequest {
  readonly sources: SessionSources;
  readonly credential: Credential;
  /** Opens the service with these credentials; `login` closes it. */
  readonly connect: (credentials: Credentials) => Promise<Api>;
  /** Called before anything is stored; throws to keep what is there. @param replaced by the account, or its address */
  readonly agreed?: (account: Account, replaced: ReplacedAccount | undefined) => Promise<void>;
}

export interface LoginResult {
  readonly account: Account;
  readonly profile: string;
  /** The profile that is current now, the new one only when none was; empty: none. */
  readonly current: string;
  readonly place: StorePlace;
}

/**
 * Signs a profile in: requests the account of the credential (GET /v1/account), then stores the credential and the
 * addresses that flags or variables name.
 *
 * @throws Failure credentials_refused, wrong_account (`--expect-account`), what `agreed` throws and what any request can
 *   fail with, before anything is stored; write_failed, keychain_unavailable
 */
export async function login(request: LoginRequest): Promise<LoginResult> {
  const { sources, credential, connect, agreed } = request;
  const account = await accountOf(credential, connect);
  checkExpectedAccount(account, sources, true);
  const { configDir, settings, http } = sources;
  const { profile } = settings;
  await agreed?.(account, otherSignIn(sources, account));
  // The profile first: if the process is killed before the second step, no credential is left without a profile.
  await changeConfig(sources, config => withLogin(config, settings, account));
  const stored = { ...credential, origin: originOf(settings.need('base-url')) };
  // A process that refreshes the previous sign-in must not replace this one.
  const place = await withCredentialLock(sources, profile, http.signal, () =>
    storeCredential(sources, profile, stored, settings.get('credential-store')),
  );
  const config = readConfig(configDir);
  const { current = profileIn(config, defaultProfile) ? defaultProfile : '' } = config;
  return { account, profile, place, current };
}

async function accountOf(credential: Credential, connect: LoginRequest['connect']): Promise<Account> {
  const bearer = credential.kind === 'api-key' ? credential.key : credential.accessToken;
  const api = await connect({ bearer: async () => bearer });
  try {
    return await api.call('getAccount', {});
  } catch (error) {
    if (!(error instanceof Failure) || !['credentials_refused', 'forbidden'].includes(error.code))
      throw error;
    const isKey = credential.kind === 'api-key';
    const what = isKey ? 'this key' : 'the token that was just issued';
    throw error.reworded(`the service rejected ${what}; nothing was stored`, {
      hint: isKey
        ? "copy the key from the account's Settings › Apps, and check the base URL"
        : 'check that base-url and auth-url belong together: newsletter config list',
    });
  }
}

/** The account that another replaces in a profile. */
export interface ReplacedAccount {
  /** `Acme (acme)`, or with its address, if that is another one, too. */
  readonly from: string;
  readonly to: string;
  /** Whether the profile is signed in: it keeps its account when it is signed out. */
  readonly isSignedIn: boolean;
}

/** What the profile is or was signed in to, if that is another account or another address. */
function otherSignIn({ configDir, settings }: SessionSources, account: Account): ReplacedAccount | undefined {
  const isSignedIn = profilesWithCredentials(configDir, () => {}).includes(settings.profile);
  const { [accountInProfile]: kept, [accountIdInProfile]: id } =
    profileIn(readConfig(configDir), settings.profile) ?? {};
  const before = kept === undefined ? undefined : String(kept);
  if (!isSignedIn && before === undefined) return undefined;
  const [from, to] = [originOf(settings.stored('base-url')), originOf(settings.get('base-url'))];
  const now = accountName(account);
  if (from !== undefined && from !== to)
    return { from: before === undefined ? from : `${before} at ${from}`, to: `${now} at ${to}`, isSignedIn };
  const isSame = id ? id === String(account.id) : before === now;
  return before === undefined || isSame ? undefined : { from: before, to: now, isSignedIn };
}

/** The settings that a profile needs to refresh tokens, and to sign in again. */
const keptSettings = [
  'base-url',
  'auth-url',
  'web-url',
  'client-id',
  'redirect-uri',
  'token-url',
  'broker-token-file',
] as const;

/** Adds the account, and the settings that flags and variables give, to the profile; makes it current if none is. */
function withLogin(config: Config, settings: Settings, account: Account): Config {
  const addresses: Record<string, string> = {};
  for (const name of keptSettings) {
    const value = settings.get(name);
    const origin = settings.origin(name);
    if (value !== undefined && (origin === 'flag' || origin === 'environment')) addresses[name] = value;
  }
  const { profile, profileOrigin } = settings;
  const changed = withProfile(config, profile, {
    ...profileIn(config, profile),
    ...addresses,
    [accountInProfile]: accountName(account),
    // service.txt does not show that it has one.
    [accountIdInProfile]: String(account.id ?? ''),
  });
  // None was chosen (`profiles use --none`), or one.
  const hasCurrent = config.current === '' || profileIn(config, config.current ?? '') !== undefined;
  // Commands elsewhere must not use it by mistake.
  const isOfOnePlace = profile === sandboxProfile || profileOrigin === 'folder';
  return isOfOnePlace || hasCurrent ? changed : { ...changed, current: profile };
}
