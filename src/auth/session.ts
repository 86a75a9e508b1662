import type { Credentials } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { defaultProfile } from '../settings/profiles.ts';
import type { Settings } from '../settings/schema.ts';
import { parseApiKey } from './credentials/api-key.ts';
import type { Credential } from './credentials/credential.ts';
import type { StorePlace } from './credentials/store.ts';
import { type OAuthSession, oauthSession } from './oauth-session.ts';
import type { SessionSources } from './session-sources.ts';

/** How the program is signed in, without the secret. */
interface SignInState {
  readonly kind: Credential['kind'];
  readonly from: 'environment' | 'profile';
  readonly place: 'environment' | StorePlace;
  /** Milliseconds since 1970; undefined when it has no end, or an unknown one. */
  readonly endsAt?: number | undefined;
}

export interface Session {
  readonly credentials: Credentials;
  /**
   * Undefined when not signed in.
   * @throws Failure invalid_value, unreadable_file, keychain_unavailable
   */
  describe(): Promise<SignInState | undefined>;
}

type ActiveCredential =
  | { readonly key: string; readonly from: SignInState['from']; readonly place: SignInState['place'] }
  | { readonly oauth: OAuthSession; readonly from: 'profile'; readonly place: StorePlace };

/**
 * The credentials of this run. NEWSLETTER_API_KEY beats what is stored for the profile, and is never stored;
 * an explicit `--profile` beats it, so that a key left in the environment never acts on another account than
 * the one named. (NEWSLETTER_PROFILE does not: both are left-overs of equal standing.) A profile that the folder's
 * file names and a key in the environment contradict each other: neither is used.
 *
 * Nothing is read before it is needed.
 */
export function createSession(sources: SessionSources): Session {
  let found: Promise<ActiveCredential | undefined> | undefined;
  const find = () => {
    found ??= search(sources);
    return found;
  };
  return {
    credentials: {
      async bearer() {
        const credential = await find();
        if (credential === undefined) throw notSignedIn(sources.settings, sources.environment);
        return 'key' in credential ? credential.key : await credential.oauth.bearer();
      },
      async renew(refused) {
        const credential = await find();
        // Of a key there is only the one: nothing newer to be had.
        return credential && 'oauth' in credential ? await credential.oauth.renew(refused) : undefined;
      },
      async remedy() {
        const credential = await find();
        // What is stored would not be used: signing in again does not help.
        if (credential?.from === 'environment')
          return 'set NEWSLETTER_API_KEY to a key that is good, or unset it';
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

async function search(sources: SessionSources): Promise<ActiveCredential | undefined> {
  return fromEnvironment(sources) ?? (await fromProfile(sources));
}

/** Whether NEWSLETTER_API_KEY is what this run signs in with. */
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

async function fromProfile(sources: SessionSources): Promise<ActiveCredential | undefined> {
  const { readCredential } = await import('./credentials/store.ts');
  const kept = await readCredential(sources, sources.settings.profile);
  if (kept === undefined) return undefined;
  const { credential, place } = kept;
  if (credential.kind === 'api-key') return { key: credential.key, from: 'profile', place };
  return { oauth: oauthSession(credential, sources), from: 'profile', place };
}

/** The failure of having no credentials for the profile in use. */
export function notSignedIn(settings: Settings, environment: NodeJS.ProcessEnv): Failure {
  const beaten = settings.profileIsExplicit && environment.NEWSLETTER_API_KEY?.trim();
  return new Failure('not_signed_in', `profile ${settings.profile} is not signed in`, {
    details: beaten ? ['NEWSLETTER_API_KEY is set, but --profile beats it'] : [],
    hint: `newsletter login --profile ${settings.profile}`,
  });
}
