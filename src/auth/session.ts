import type { Credentials } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { defaultProfile } from '../settings/profiles.ts';
import type { Settings } from '../settings/schema.ts';
import { parseApiKey } from './credentials/api-key.ts';
import { type Credential, isFresh, type OAuthCredential } from './credentials/credential.ts';
import type { StorePlace } from './credentials/store.ts';
import { checkServiceOrigin } from './origins.ts';
import type { SessionSources } from './session-sources.ts';

/** How the program is signed in, without secrets. */
interface SignInState {
  readonly kind: Credential['kind'];
  readonly from: 'environment' | 'profile';
  readonly place: 'environment' | StorePlace;
  /** When the access token expires, in milliseconds since 1970; undefined for a key, or if the service did not say. */
  readonly endsAt?: number | undefined;
}

/** The sign-in of one run. */
export interface Session {
  readonly credentials: Credentials;
  /**
   * @returns undefined when not signed in
   * @throws Failure invalid_value, unreadable_file, keychain_unavailable
   */
  describe(): Promise<SignInState | undefined>;
}

/** The credential that requests are sent with. */
type ActiveCredential =
  | { readonly key: string; readonly from: 'environment'; readonly place: 'environment' }
  | (StoredCredential & ({ readonly key: string } | { readonly oauth: OAuthSession }));

interface StoredCredential {
  readonly from: 'profile';
  readonly place: StorePlace;
  readonly stored: Credential;
}

/**
 * The credentials of this run; they are read when they are first needed.
 *
 * NEWSLETTER_API_KEY beats what is stored for the profile. `--profile` beats NEWSLETTER_API_KEY, so that a key which is
 * still in the environment cannot change another account than the one named; NEWSLETTER_PROFILE, which may be just as
 * old, does not. When a project file names a profile and the environment has a key, it is unclear which account is
 * meant, and neither is used.
 */
export function createSession(sources: SessionSources): Session {
  let found: Promise<ActiveCredential | undefined> | undefined;
  const find = () => {
    found ??= findCredential(sources);
    return found;
  };
  return {
    credentials: {
      async bearer() {
        const credential = await find();
        if (credential === undefined) throw notSignedIn(sources);
        if (credential.from === 'profile') checkServiceOrigin(credential.stored, sources);
        return 'key' in credential ? credential.key : await credential.oauth.bearer();
      },
      async renew(refused) {
        const credential = await find();
        // A key cannot be renewed.
        return credential && 'oauth' in credential ? await credential.oauth.renew(refused) : undefined;
      },
      async remedy() {
        const credential = await find();
        // Signing in would not help: the key in the environment would still be used.
        if (credential?.from === 'environment') return 'set NEWSLETTER_API_KEY to a valid key, or unset it';
        const how = credential && 'key' in credential ? ' --api-key' : '';
        return `newsletter login${how} --profile ${sources.settings.profile}`;
      },
    },
    async describe() {
      const credential = await find();
      if (credential === undefined) return undefined;
      const { from, place } = credential;
      if ('key' in credential) return { kind: 'api-key', from, place };
      return { kind: 'oauth', from, place, endsAt: credential.oauth.endsAt() };
    },
  };
}

/** Whether requests are sent with the key in NEWSLETTER_API_KEY. */
export function usesEnvironmentKey(settings: Settings, environment: NodeJS.ProcessEnv): boolean {
  return !settings.profileIsExplicit && Boolean(environment.NEWSLETTER_API_KEY?.trim());
}

/** @throws Failure account_unclear */
function fromEnvironment({ settings, environment }: SessionSources) {
  if (!usesEnvironmentKey(settings, environment)) return undefined;
  if (settings.profileOrigin === 'folder') throw accountUnclear(settings);
  const key = parseApiKey(environment.NEWSLETTER_API_KEY?.trim() ?? '', 'NEWSLETTER_API_KEY');
  return { key, from: 'environment', place: 'environment' } as const;
}

function accountUnclear({ profile, projectFile }: Settings): Failure {
  return new Failure(
    'account_unclear',
    `NEWSLETTER_API_KEY is set, but this folder is for profile ${profile}: which account is meant?`,
    {
      details: [`${projectFile} names the profile`],
      hint: `--profile ${profile} uses the profile; NEWSLETTER_PROFILE=${defaultProfile} (in CI) uses the key`,
    },
  );
}

async function findCredential(sources: SessionSources): Promise<ActiveCredential | undefined> {
  const key = fromEnvironment(sources);
  if (key !== undefined) return key;
  if (sources.settings.profileOrigin === 'none')
    throw new Failure('account_unclear', 'which account? No profile is current', {
      details: ['newsletter profiles list shows the profiles'],
      hint: 'pass --profile <name>, or: newsletter profiles use <name>',
    });
  const { readCredential } = await import('./credentials/store.ts');
  const stored = await readCredential(sources, sources.settings.profile);
  if (stored === undefined) return undefined;
  const { credential, place } = stored;
  const common = { from: 'profile', place, stored: credential } as const;
  if (credential.kind === 'api-key') return { ...common, key: credential.key };
  return { ...common, oauth: oauthSession(credential, sources) };
}

const variables = [
  'without a terminal, set these variables:',
  '  NEWSLETTER_BASE_URL        address of the service',
  '  NEWSLETTER_API_KEY         personal API key',
  '  NEWSLETTER_EXPECT_ACCOUNT  the expected account; any other is rejected',
];

/** The failure when there are no credentials for the profile in use. */
export function notSignedIn({ settings, environment, interactive }: SessionSources): Failure {
  const { profile, profileIsExplicit, profileOrigin } = settings;
  const ignoresKey = profileIsExplicit && environment.NEWSLETTER_API_KEY?.trim();
  const isNamed = profileOrigin === 'flag' || profileOrigin === 'environment';
  return new Failure('not_signed_in', `profile ${profile} is not signed in`, {
    details: [
      ...(ignoresKey ? ['NEWSLETTER_API_KEY is set, but --profile overrides it'] : []),
      ...(interactive ? [] : variables),
    ],
    hint: isNamed ? `newsletter login --profile ${profile}` : 'newsletter login',
  });
}

/** A browser sign-in that is refreshed shortly before its access token expires, and when the service refuses it. */
interface OAuthSession {
  /**
   * The access token.
   *
   * @throws Failure credentials_refused when only a new sign-in helps; what any request can fail with
   */
  bearer(): Promise<string>;
  /**
   * The access token that replaces a refused one.
   *
   * @returns undefined when there is no refresh token
   * @throws Failure as `bearer`
   */
  renew(refused: string): Promise<string | undefined>;
  /** When the access token expires, in milliseconds since 1970; undefined when the service does not say. */
  endsAt(): number | undefined;
}

/** Milliseconds until the next attempt after a refresh that failed while the access token is still valid. */
const retryAfter = 15_000;

export function oauthSession(stored: OAuthCredential, sources: SessionSources): OAuthSession {
  let credential = stored;
  let refreshing: Promise<void> | undefined;
  let noRefreshBefore = 0;

  /** One refresh serves all requests that are waiting for it. */
  async function refreshed(): Promise<string> {
    refreshing ??= (async () => {
      const { refreshCredential } = await import('./refresh.ts');
      credential = await refreshCredential(sources, credential);
    })().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
    return credential.accessToken;
  }

  return {
    async bearer() {
      const now = Date.now();
      if (isFresh(credential, now) || credential.refreshToken === undefined || now < noRefreshBefore) {
        return credential.accessToken;
      }
      try {
        return await refreshed();
      } catch (error) {
        const isValid = credential.expiresAt !== undefined && now < credential.expiresAt;
        // Exit statuses 6 and 7: the service is busy, failing or not reachable.
        const isTemporary = error instanceof Failure && (error.exit === 6 || error.exit === 7);
        if (!isValid || !isTemporary) throw error;
        noRefreshBefore = now + retryAfter;
        return credential.accessToken;
      }
    },
    async renew(refused) {
      if (credential.accessToken !== refused) return credential.accessToken;
      return credential.refreshToken === undefined ? undefined : await refreshed();
    },
    endsAt: () => credential.expiresAt,
  };
}
