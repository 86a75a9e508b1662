import type { SessionSources } from '../auth/session-sources.ts';
import { proxyVariables } from '../http/proxy-env.ts';
import type { WireAnswer } from '../http/transport.ts';
import type { Settings } from '../settings/schema.ts';

/**
 * All that checks may look at. They change nothing but what every command would: credentials that others can read are
 * closed to them, a token at its end is renewed.
 */
export interface Patient {
  readonly environment: NodeJS.ProcessEnv;
  readonly configDir: string;
  readonly userAgent: string;
  /** Ends everything (Ctrl-C). */
  readonly signal: AbortSignal;
  /** @throws Failure unknown_profile, unreadable_file, invalid_value */
  settings(): Promise<Settings>;
  sessionSources(settings: Settings): SessionSources;
  /** Asks the address of the account without credentials, once. @throws Failure when there is no answer */
  greeting(): Promise<Greeting>;
}

export interface Greeting {
  readonly answer: WireAnswer;
  /** How many milliseconds the service's clock is ahead of this machine's; undefined when it does not say. */
  readonly skew: number | undefined;
}

/** Seconds that one look over the network may take, unless --timeout says otherwise. */
const patience = 5;

export function secondsFor(settings: Settings): number {
  return settings.origin('timeout') === 'default' ? patience : settings.get('timeout');
}

/** Where connections to an address lead: to it, or to a proxy that the environment names. */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): string | undefined {
  const { httpProxy, httpsProxy, noProxy } = proxyVariables(environment);
  const proxy = (url.protocol === 'https:' && httpsProxy) || httpProxy;
  if (proxy === '' || isHere(url) || isExcepted(url, noProxy)) return undefined;
  return proxy;
}

/** Whether an address is on this machine. */
export function isHere({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

function isExcepted({ hostname, port }: URL, noProxy: string): boolean {
  return noProxy.split(/[\s,]+/).some(entry => {
    if (entry === '*') return true;
    const [, host = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (host === '' || (only !== undefined && only !== port)) return false;
    return hostname === host || hostname.endsWith(`.${host}`);
  });
}
