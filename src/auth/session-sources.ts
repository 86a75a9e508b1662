import type { HttpOptions } from '../http/api.ts';
import type { Settings } from '../settings/schema.ts';
import type { CredentialStore } from './credentials/store.ts';

/** What signing in, refreshing and signing out work with. */
export interface SessionSources extends CredentialStore {
  readonly settings: Settings;
  /** Sends the requests to the token endpoint. */
  readonly http: HttpOptions;
}
