import { Failure } from '../failure.ts';
import type { Credentials } from '../http/api.ts';
import type { Warn } from '../settings/folder.ts';
import type { Settings } from '../settings/settings.ts';
import { parseApiKey } from './api-key.ts';
import { type StoredCredential, storedCredential } from './credential-file.ts';

export interface SessionSources {
  readonly settings: Settings;
  readonly environment: NodeJS.ProcessEnv;
  /** Where credentials.json is, if there is one. */
  readonly folder: string;
  readonly warn: Warn;
}

/** How the program is signed in, without the secret. */
interface SignIn {
  readonly kind: StoredCredential['kind'];
  readonly from: 'environment' | 'profile';
}

export interface Session {
  readonly credentials: Credentials;
  /** Undefined when not signed in. @throws Failure invalid_value, unreadable_file */
  describe(): SignIn | undefined;
}

/**
 * The credentials of this run. NEWSLETTER_API_KEY beats what is stored for the profile, and is never stored;
 * an explicit `--profile` beats it, so that a key left in the environment never acts on another account than
 * the one named. (NEWSLETTER_PROFILE does not: both are left-overs of equal standing.)
 *
 * Nothing is read before it is needed.
 */
export function createSession(sources: SessionSources): Session {
  let found: { readonly credential: StoredCredential; readonly from: SignIn['from'] } | undefined;
  const find = () => {
    found ??= fromEnvironment(sources) ?? fromProfile(sources);
    return found;
  };
  return {
    credentials: {
      async bearer() {
        const credential = find()?.credential;
        if (credential === undefined) throw notSignedIn(sources.settings, sources.environment);
        return credential.key;
      },
      // There is only the one key: nothing newer to be had.
      async renew() {
        return undefined;
      },
    },
    describe() {
      const signIn = find();
      return signIn && { kind: signIn.credential.kind, from: signIn.from };
    },
  };
}

function fromEnvironment({ settings, environment }: SessionSources) {
  const text = environment.NEWSLETTER_API_KEY?.trim();
  if (!text || settings.profileIsExplicit) return undefined;
  const key = parseApiKey(text, 'NEWSLETTER_API_KEY');
  return { credential: { kind: 'api-key', key }, from: 'environment' } as const;
}

function fromProfile({ settings, folder, warn }: SessionSources) {
  const credential = storedCredential(folder, settings.profile, warn);
  return credential && ({ credential, from: 'profile' } as const);
}

/** The failure of having no credentials for the profile in use. */
export function notSignedIn(settings: Settings, environment: NodeJS.ProcessEnv): Failure {
  const beaten = settings.profileIsExplicit && environment.NEWSLETTER_API_KEY?.trim();
  return new Failure('not_signed_in', `profile ${settings.profile} is not signed in`, {
    details: beaten ? ['NEWSLETTER_API_KEY is set, but --profile beats it'] : [],
    hint: `newsletter login --api-key --profile ${settings.profile}`,
  });
}
