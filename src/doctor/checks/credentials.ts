import { checkExpectedAccount } from '../../auth/account.ts';
import { createSession, usesEnvironmentKey } from '../../auth/session.ts';
import { createApi } from '../../http/client.ts';
import { shownText } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';
import type { Settings } from '../../settings/resolve.ts';
import {
  type CheckOutcome,
  type CheckResult,
  type DoctorContext,
  failure,
  ok,
  timeoutOf,
  warning,
} from '../run-checks.ts';
import { request } from './service.ts';

/** A short timeout, no retries, no messages. */
function quickSources({ sessionSources }: DoctorContext, settings: Settings) {
  const sources = sessionSources(settings);
  const http = { ...sources.http, timeout: timeoutOf(settings), retries: 0, maxWait: 0 };
  return { ...sources, http, warn: () => {}, note: () => {} };
}

export async function signedIn(context: DoctorContext): Promise<CheckOutcome> {
  const settings = await context.settings();
  const found = await createSession(quickSources(context, settings)).signIn();
  const login = `newsletter login --profile ${settings.profile}`;
  if (found === undefined) return failure(`profile ${settings.profile} is not signed in`, login);
  const { credential, place } = found;
  const how = credential.kind === 'api-key' ? 'API key' : 'browser sign-in';
  const where =
    place === 'environment' ? 'from NEWSLETTER_API_KEY' : `stored in the ${place} for ${settings.profile}`;
  const endsAt = credential.kind === 'oauth' ? credential.expiresAt : undefined;
  if (endsAt === undefined) return ok(`${how}, ${where}`);
  return ok(`${how}, ${where}; the token ${endsAt < Date.now() ? 'expired' : 'expires'} ${date(endsAt)}`);
}

function date(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

async function readAccount(context: DoctorContext) {
  const settings = await context.settings();
  const sources = quickSources(context, settings);
  const api = createApi({
    ...sources.http,
    baseUrl: settings.need('base-url'),
    credentials: createSession(sources).credentials,
    pageParam: settings.get('page-param'),
    perPageParam: settings.get('per-page-param'),
  });
  try {
    return { settings, account: await api.call('getAccount', {}) };
  } finally {
    await api.close();
  }
}

/** The result for an invalid NEWSLETTER_API_KEY, which a sign-in would not replace. @throws every other error */
async function refusedKey(error: unknown, { settings, environment }: DoctorContext): Promise<CheckResult> {
  const isKey = usesEnvironmentKey(await settings(), environment);
  if (!isKey || !(error instanceof Failure) || error.code !== 'credentials_refused') throw error;
  const message = 'invalid API key in NEWSLETTER_API_KEY';
  return failure(message, 'export NEWSLETTER_API_KEY=<a valid key>, or unset it');
}

export async function accepted(context: DoctorContext): Promise<CheckOutcome> {
  const found = await readAccount(context).catch(error => refusedKey(error, context));
  if ('status' in found) return [found];
  const { settings, account } = found;
  const { name, slug, status } = account;
  checkExpectedAccount(account, { ...context, settings });
  const who = `${shownText(name)} (${shownText(slug)})`;
  if (status === 'paused' || status === 'banned') {
    return warning(`${who} is ${status}`, 'check the account settings in the web editor');
  }
  return ok(`signed in to ${who}`);
}

/** Of a profile that signs in by browser, or is set up to. */
export async function authUrl(context: DoctorContext): Promise<CheckOutcome> {
  const settings = await context.settings();
  const address = settings.get('auth-url');
  if (address === undefined || usesEnvironmentKey(settings, context.environment)) return undefined;
  const url = new URL(`${address}/oauth/authorize`);
  const { status } = await request(context, settings, url);
  const fix = 'check the address: newsletter config get auth-url';
  if (status === 404) return failure(`/oauth/authorize not found at ${address} (404)`, fix);
  if (status >= 500) return failure(`${address} failed (${status})`, 'try again later');
  return ok(`${address} responds`);
}
