import type { SessionSources } from '../auth/session-sources.ts';
import type { TransportResponse } from '../http/transport.ts';
import type { Settings } from '../settings/schema.ts';

/**
 * What checks may use. They change only what every command changes: a credential file that others can read is closed
 * to them, and an expired token is refreshed.
 */
export interface DoctorContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly configDir: string;
  readonly userAgent: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** @throws Failure unknown_profile, unreadable_file, invalid_value */
  settings(): Promise<Settings>;
  sessionSources(settings: Settings): SessionSources;
  /** Requests the account without credentials; all checks share one request. @throws Failure without a response */
  probe(): Promise<ServiceProbe>;
}

export interface ServiceProbe {
  readonly response: TransportResponse;
  /** Milliseconds that the clock of the service is ahead of this machine's; undefined without a Date header. */
  readonly skew: number | undefined;
}

/** Seconds that a check may wait for the network, unless --timeout or a setting says otherwise. */
const defaultSeconds = 5;

/** Seconds that a check may wait for the network. */
export function timeoutOf(settings: Settings): number {
  return settings.origin('timeout') === 'default' ? defaultSeconds : settings.get('timeout');
}
