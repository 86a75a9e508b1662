import type { Credentials } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { accountInProfile, defaultProfile, profileIn, readConfig } from '../settings/profiles.ts';
import type { Settings } from '../settings/resolve.ts';
import { type Credential, isFresh, type OAuthCredential, parseApiKey } from './credentials/credential.ts';
import type { SessionSources, StorePlace } from './credentials/store.ts';
import { checkServiceOrigin } from './origins.ts';

/** The credential that requests are sent with. */
interface SignIn {
  readonly credential: Credential;
  /** `environment`: NEWSLETTER_API_KEY. */
  readonly place: 'environment' | StorePlace;
}

/** The sign-in of one run. */
export interface Session {
  readonly credentials: Required<Credentials>;
  /**
   * @returns undefined when not signed in
   * @throws Failure account_unclear, invalid_value, unreadable_file, keychain_unavailable
   */
  signIn(): Promise<SignIn | undefined>;
}

/** Milliseconds until the next attempt after a refresh that failed while the access token is still valid. */
const retryAfter = 15_000;

/**
 * The credentials of this run; they are read when they are first needed. The token of a browser sign-in is refreshed
 * shortly before it expires, and when the service refuses it.
 *
 * NEWSLETTER_API_KEY beats what is stored for the profile. `--profile` beats NEWSLETTER_API_KEY, so that a key which is
 * still in the environment cannot change another account than the one named. When a project file, or NEWSLETTER_PROFILE,
 * names a profile that has an account, and the environment has a key, it is unclear which is meant, and neither is used.
 */
export function createSession(sources: SessionSources): Session {
  let found: Promise<SignIn | undefined> | undefined;
  let refreshing: Promise<string> | undefined;
  let noRefreshBefore = 0;
  const signIn = () => {
    found ??= findCredential(sources);
    return found;
  };

  /** One refresh serves all requests that are waiting for it. */
  async function refreshed(old: OAuthCredential, place: SignIn['place']): Promise<string> {
    refreshing ??= (async () => {
      const { refreshCredential } = await import('./refresh.ts');
      const credential = await refreshCredential(sources, old);
      found = Promise.resolve({ credential, place });
      return credential.accessToken;
    })().finally(() => {
      refreshing = undefined;
    });
    return await refreshing;
  }

  return {
    signIn,
    credentials: {
      async bearer() {
        const used = await signIn();
        if (used === undefined) throw notSignedIn(sources);
        const { credential, place } = used;
        if (place !== 'environment') checkServiceOrigin(credential, sources.settings);
        if (credential.kind === 'api-key') return credential.key;
        const { accessToken, expiresAt, refreshToken } = credential;
        const now = Date.now();
        if (isFresh(credential, now) || refreshToken === undefined || now < noRefreshBefore) {
          return accessToken;
        }
        try {
          return await refreshed(credential, place);
        } catch (error) {
          const isValid = expiresAt !== undefined && now < expiresAt;
          // Exit statuses 6 and 7: the service is busy, failing or not reachable.
          const isTemporary = error instanceof Failure && (error.exit === 6 || error.exit === 7);
          if (!isValid || !isTemporary) throw error;
          noRefreshBefore = now + retryAfter;
          return accessToken;
        }
      },
      async renew(refused) {
        const { credential, place = 'file' } = (await signIn()) ?? {};
        // A key cannot be renewed.
        if (credential?.kind !== 'oauth') return undefined;
        if (credential.accessToken !== refused) return credential.accessToken;
        return credential.refreshToken && (await refreshed(credential, place));
      },
      async remedy() {
        const { credential, place } = (await signIn()) ?? {};
        // Signing in would not help: the key in the environment would still be used.
        if (place === 'environment') return 'set NEWSLETTER_API_KEY to a valid key, or unset it';
        const how = credential?.kind === 'api-key' ? ' --api-key' : '';
        return `newsletter login${how} --profile ${sources.settings.profile}`;
      },
    },
  };
}

/** Whether requests are sent with the key in NEWSLETTER_API_KEY. */
export function usesEnvironmentKey(settings: Settings, environment: NodeJS.ProcessEnv): boolean {
  return settings.profileOrigin !== 'flag' && Boolean(environment.NEWSLETTER_API_KEY?.trim());
}

/** @throws Failure account_unclear, invalid_value, unreadable_file, keychain_unavailable */
async function findCredential(sources: SessionSources): Promise<SignIn | undefined> {
  const { settings, environment, configDir } = sources;
  const { profile, profileOrigin: by, profileBy } = settings;
  if (usesEnvironmentKey(settings, environment)) {
    const hasAccount = () => profileIn(readConfig(configDir), profile)?.[accountInProfile] !== undefined;
    if (by === 'folder' || (by === 'environment' && profile !== defaultProfile && hasAccount())) {
      const other = by === 'folder' ? 'this folder is for' : 'NEWSLETTER_PROFILE names';
      const message = `NEWSLETTER_API_KEY is set, but ${other} profile ${profile}: which account is meant?`;
      throw new Failure('account_unclear', message, {
        details: by === 'folder' ? [`${profileBy} names the profile`] : [],
        hint: `for the profile: --profile ${profile}; for the key: NEWSLETTER_PROFILE=${defaultProfile}`,
      });
    }
    const key = parseApiKey(environment.NEWSLETTER_API_KEY ?? '', 'NEWSLETTER_API_KEY');
    return { credential: { kind: 'api-key', key }, place: 'environment' };
  }
  if (by === 'none') throw noneIsCurrent();
  const { readCredential } = await import('./credentials/store.ts');
  return await readCredential(sources, profile);
}

/** The failure after `profiles use --none` when nothing names a profile. */
export function noneIsCurrent(): Failure {
  return new Failure('account_unclear', 'which account? No profile is current', {
    details: ['newsletter profiles list shows the profiles'],
    hint: 'pass --profile <name>, or --expect-account <slug>; for a folder: newsletter link',
  });
}

const variables = [
  'without a terminal, set these variables:',
  '  NEWSLETTER_BASE_URL        address of the service',
  '  NEWSLETTER_API_KEY         personal API key',
  '  NEWSLETTER_EXPECT_ACCOUNT  the expected account; any other is rejected',
];

/** The failure when there are no credentials for the profile in use. */
export function notSignedIn({ settings, environment, interactive, configDir }: SessionSources): Failure {
  const { profile, profileOrigin, profileBy } = settings;
  const ignoresKey = profileOrigin === 'flag' && environment.NEWSLETTER_API_KEY?.trim();
  const isNamed = profileBy !== undefined;
  const hasSandbox = !isNamed && readConfig(configDir).profiles.sandbox !== undefined;
  const orSandbox = hasSandbox ? '; or, to try it with made-up data, add --profile sandbox' : '';
  const needsKey = !interactive && settings.get('auth-url') === undefined;
  const [option, input] = needsKey ? [' --api-key', ' < key-file'] : ['', ''];
  const login = `newsletter login${option}${isNamed ? ` --profile ${profile}` : ''}${input}${orSandbox}`;
  return new Failure('not_signed_in', `profile ${profile} is not signed in`, {
    details: [
      ...(ignoresKey ? ['NEWSLETTER_API_KEY is set, but --profile overrides it'] : []),
      ...(interactive ? [] : variables),
    ],
    hint: needsKey ? `set NEWSLETTER_BASE_URL and NEWSLETTER_API_KEY; or ${login}` : login,
  });
}
