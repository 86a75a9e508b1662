import type { HttpOptions } from '../http/api.ts';
import type { Settings } from '../settings/schema.ts';
import type { CredentialStore } from './credentials/store.ts';

/** The context of signing in, refreshing and signing out. */
export interface SessionSources extends CredentialStore {
  readonly settings: Settings;
  /** Origins that stored credentials may be sent to besides their own (`--allow-origin`). */
  readonly allowedOrigins: readonly string[];
  /** Lets work come to its end before Ctrl-C ends the process. */
  readonly unbroken: <T>(work: Promise<T>) => Promise<T>;
  /** Whether a person can sign in now. */
  readonly interactive?: boolean | undefined;
  /** Sends the requests to the token endpoint. */
  readonly http: HttpOptions;
}
