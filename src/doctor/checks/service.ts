import { NetworkError } from '../../http/errors/network-error.ts';
import type { TransportResponse } from '../../http/transport.ts';
import { undiciTransport } from '../../http/undici/transport.ts';
import { requestUrl, serviceAddress } from '../../http/url.ts';
import { Failure } from '../../lib/failure.ts';
import type { Settings } from '../../settings/resolve.ts';
import {
  type CheckOutcome,
  type CheckResult,
  type DoctorContext,
  failure,
  ok,
  type ServiceProbe,
  timeoutOf,
  warning,
} from '../run-checks.ts';

type RequestContext = Pick<DoctorContext, 'environment' | 'signal' | 'userAgent'>;

/** Sends one GET without credentials, retries and redirects. @throws Failure without a complete response */
export async function request(
  { environment, signal, userAgent }: RequestContext,
  settings: Settings,
  url: URL,
): Promise<TransportResponse> {
  const seconds = timeoutOf(settings);
  const transport = undiciTransport(seconds, environment);
  const headers = { 'user-agent': userAgent, accept: 'application/json' };
  const ends = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
  try {
    return await transport.send({ method: 'GET', url, headers, content: [], bytes: 0, signal: ends });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const { code, message, hint } = error;
    throw new Failure(code, message, { hint, cause: error });
  } finally {
    await transport.close();
  }
}

/** Requests the account without credentials, and compares the clocks. @throws Failure without a response */
export async function probeService(context: RequestContext, settings: Settings): Promise<ServiceProbe> {
  const before = Date.now();
  const response = await request(context, settings, accountUrl(settings));
  const date = Date.parse(response.headers.date ?? '');
  // The service set it between request and response, in whole seconds: assumes the middle.
  const skew = date + 500 - (before + Date.now()) / 2;
  return { response, skew: Number.isNaN(skew) ? undefined : skew };
}

function accountUrl(settings: Settings): URL {
  return requestUrl(serviceAddress(settings.need('base-url')), '/v1/account');
}

export async function responds({ probe, settings }: DoctorContext): Promise<CheckOutcome> {
  const { response } = await probe();
  const all = await settings();
  return resultFor(response, accountUrl(all), addressFix(all));
}

/** A variable or a flag overrides the setting of the profile. */
function addressFix(settings: Settings): string {
  switch (settings.origin('base-url')) {
    case 'environment':
      return 'set NEWSLETTER_BASE_URL to the address of the API';
    case 'flag':
      return 'pass the address of the API as --base-url';
    default:
      return 'newsletter config set base-url <url>';
  }
}

function resultFor(
  { status, headers, body }: TransportResponse,
  { origin, pathname }: URL,
  checkAddress: string,
): CheckResult {
  const shown = origin + pathname;
  if (status >= 300 && status < 400) {
    return failure(`${shown} redirects to ${headers.location ?? 'an unknown URL'}`, checkAddress);
  }
  if (status === 407)
    return failure('the proxy requires a user name and password', 'add them to HTTPS_PROXY');
  if (status === 429) return warning('the service is busy (429)', 'try again later');
  if (status >= 500) return failure(`the service failed (${status})`, 'try again later');
  if (/^\s*</.test(body.toString('latin1', 0, 100))) {
    const guess = status === 404 ? '' : ': base-url may be the URL of the web site, not of the API';
    return failure(`${shown} returns a web page (${status})${guess}`, checkAddress);
  }
  if (status === 404) {
    return failure(`${pathname} not found at ${origin} (404): the path in base-url is wrong`, checkAddress);
  }
  if (!isJson(body)) return failure(`${shown} does not return JSON (${status})`, checkAddress);
  return ok(`${origin} responds`);
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return body.byteLength === 0;
  }
}

/** Milliseconds that clocks may differ. */
const tolerance = 60_000;

export async function clock({ probe }: DoctorContext): Promise<CheckOutcome> {
  const { skew } = await probe();
  if (skew === undefined) return undefined;
  const seconds = Math.round(Math.abs(skew) / 1000);
  if (Math.abs(skew) <= tolerance) return ok('same time as the service');
  const which = skew > 0 ? 'behind' : 'ahead of';
  const message = `the clock of this machine is ${seconds} s ${which} the service: tokens expire at the wrong time`;
  return warning(message, 'set the clock; on Linux: sudo timedatectl set-ntp true');
}
