import { Failure } from '../lib/failure.ts';
import type { Wire, WireAnswer } from './transport.ts';
import { isSafe } from './url.ts';
import { shownUrl } from './verbose-log.ts';

/** A request as it is to be sent, whatever the connection. */
export interface Outgoing {
  readonly method: string;
  readonly url: URL;
  readonly path: string;
  /** Names in lower case, without the bearer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content: readonly Uint8Array[];
}

/** What the program itself is, which any origin may know. */
const harmless = new Set(['user-agent', 'accept', 'accept-encoding']);
const mostRedirects = 5;

export interface Exchanged {
  readonly answer: WireAnswer;
  /** The last answer came from another origin, which was not shown the bearer. */
  readonly elsewhere: boolean;
}

/**
 * Sends a request, with the bearer to its own origin only, and follows redirects ("Transport safety"):
 * those of GET and HEAD anywhere safe, others only where method and body stay (307, 308) on the same origin.
 * @throws Broken when the connection fails
 * @throws Failure unexpected_answer for a redirect that is not followed
 */
export async function exchange(
  send: Wire['send'],
  outgoing: Outgoing,
  bearer: string | undefined,
  signal: AbortSignal,
): Promise<Exchanged> {
  const { method, content } = outgoing;
  let { url } = outgoing;
  let elsewhere = false;
  for (let redirects = 0; ; redirects += 1) {
    const headers = elsewhere
      ? Object.fromEntries(Object.entries(outgoing.headers).filter(([name]) => harmless.has(name)))
      : withBearer(outgoing.headers, bearer);
    const answer = await send({ method, url, headers, content, signal });
    const location = redirectOf(answer);
    if (location === undefined) return { answer, elsewhere };
    url = target(outgoing, url, location, answer.status, redirects);
    // Once dropped, the bearer stays dropped: the way back was chosen by somebody else.
    elsewhere ||= url.origin !== outgoing.url.origin;
  }
}

/** The headers of a request to the service itself (service.txt, "Credentials for the REST API"). */
export function withBearer(
  headers: Outgoing['headers'],
  bearer: string | undefined,
): Readonly<Record<string, string>> {
  return { ...headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };
}

function redirectOf(answer: WireAnswer): string | undefined {
  return [301, 302, 303, 307, 308].includes(answer.status) ? answer.headers.location : undefined;
}

function target(outgoing: Outgoing, from: URL, location: string, status: number, redirects: number): URL {
  const { method, path } = outgoing;
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const refuse = (why: string): never => {
    const shown = to ? shownUrl(to) : location;
    throw new Failure('unexpected_answer', `the service redirects ${method} ${path} to ${shown}, ${why}`, {
      method,
      path,
      status,
      hint: 'check the address: newsletter config get base-url',
    });
  };
  if (to === undefined || !isSafe(to)) return refuse('which is not a safe address');
  if (redirects >= mostRedirects) return refuse(`after ${mostRedirects} redirects before`);
  const reads = method === 'GET' || method === 'HEAD';
  const keeps = (status === 307 || status === 308) && to.origin === from.origin;
  return reads || keeps ? to : refuse('which is not followed');
}
