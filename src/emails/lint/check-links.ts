/** Requests the links and images of an email. Only on demand, since their servers see the requests. */
import { lookup } from 'node:dns/promises';
import { NetworkError } from '../../http/errors/network-error.ts';
import { isPrivateAddress, isPrivateHost } from '../../http/private-hosts.ts';
import { proxyFor } from '../../http/proxy-env.ts';
import type { Transport, TransportResponse } from '../../http/transport.ts';
import { undiciTransport } from '../../http/undici/transport.ts';
import { templateToken } from '../tokens.ts';
import type { EmailDocument } from './document.ts';
import { type Finding, finding } from './finding.ts';
import { heavyImage } from './images.ts';
import { cut } from './links.ts';

export interface LinkCheckOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly userAgent: string;
  /** Whether to request hosts in private networks too. */
  readonly asksPrivate: boolean;
  readonly signal: AbortSignal;
  /** Called after each URL. */
  readonly onProgress?: (done: number, total: number) => void;
}

const secondsToWait = 10;
const mostAddresses = 200;
const mostRedirects = 5;
/** Hosts that are requested at the same time; each gets one request after another. */
const mostHosts = 6;
/** Bytes read of a page. */
const enough = 64 * 1024;

/** A URL without fragment, and the line on which it appears first. */
interface Address {
  readonly url: URL;
  readonly line: number | undefined;
  readonly isImage: boolean;
}

/** Requests each URL once, with HEAD, then GET, never with credentials. @throws the reason of the signal */
export async function checkLinks(document: EmailDocument, options: LinkCheckOptions): Promise<Finding[]> {
  const addresses = addressesOf(document);
  const asked = addresses.slice(0, mostAddresses);
  const byHost = new Map<string, Address[]>();
  for (const each of asked) byHost.set(each.url.host, [...(byHost.get(each.url.host) ?? []), each]);
  const client = new LinkClient(options);
  const hosts = [...byHost.values()];
  const found: Finding[] = [];
  let done = 0;
  const worker = async () => {
    for (let host = hosts.shift(); host !== undefined; host = hosts.shift()) {
      for (const address of host) {
        for (const each of await check(address, client)) found.push(each);
        options.signal.throwIfAborted();
        options.onProgress?.(++done, asked.length);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: mostHosts }, worker));
  } finally {
    await client.close();
  }
  const left = addresses.length - asked.length;
  if (left > 0)
    found.push(finding('link_unchecked', `${left} addresses were not checked: more than ${mostAddresses}`));
  return found;
}

function addressesOf({ elements }: EmailDocument): readonly Address[] {
  const found = new Map<string, Address>();
  for (const { element, line } of elements) {
    const isImage = element.name === 'img';
    const text = (isImage ? element.attribs.src : element.attribs.href)?.trim() ?? '';
    const isLink = isImage || element.name === 'a' || element.name === 'area';
    if (!isLink || !/^https?:\/\/[^/]/i.test(text) || templateToken.test(text) || !URL.canParse(text))
      continue;
    const url = new URL(text);
    url.hash = '';
    url.username = url.password = '';
    if (!found.has(url.href)) found.set(url.href, { url, line, isImage });
  }
  return [...found.values()];
}

async function check({ url, line, isImage }: Address, client: LinkClient): Promise<Finding[]> {
  const shown = cut(url.href);
  const answer = await client.ask(url);
  if ('private' in answer) {
    const why = `${answer.private} is in a private network; use --private-links to check it`;
    return [finding('link_unchecked', `${shown} was not checked: ${why}`, line)];
  }
  if ('failure' in answer) return [finding('link_unreachable', `${shown}: ${answer.failure}`, line)];
  const { status, headers } = answer;
  if (status === 404 || status === 410) return [finding('link_broken', `${shown} returns ${status}`, line)];
  if (status >= 500) return [finding('link_unreachable', `${shown} returns ${status}`, line)];
  if (status >= 400) {
    return [finding('link_unchecked', `${shown} returns ${status}: it may block programs`, line)];
  }
  return isImage ? imageFindings(shown, headers, line) : [];
}

function imageFindings(
  shown: string,
  headers: TransportResponse['headers'],
  line: number | undefined,
): Finding[] {
  const type = headers['content-type'] ?? '';
  if (type !== '' && !/^(?:image\/|application\/octet-stream)/i.test(type)) {
    return [finding('image_format', `${shown} is not an image but ${type.replace(/;.*/, '')}`, line)];
  }
  return heavyImage(shown, Number(headers['content-length']), line);
}

type Answer =
  | Pick<TransportResponse, 'status' | 'headers'>
  | { readonly private: string }
  | { readonly failure: string };

class LinkClient {
  readonly #options: LinkCheckOptions;
  readonly #transport: Transport;

  constructor(options: LinkCheckOptions) {
    this.#options = options;
    this.#transport = undiciTransport(secondsToWait, options.environment, 2 * secondsToWait);
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async ask(start: URL): Promise<Answer> {
    let url = start;
    for (let hops = 0; hops <= mostRedirects; hops++) {
      const unreachable = await this.#privateHost(url);
      if (unreachable !== undefined) return { private: unreachable };
      const answer = await this.#askOne(url);
      if ('failure' in answer) return answer;
      const next = redirectOf(url, answer);
      if (next === undefined) return answer;
      if (typeof next === 'string') return { failure: next };
      url = next;
    }
    return { failure: `more than ${mostRedirects} redirects` };
  }

  /** Repeats a failed HEAD as GET: servers without HEAD return any status. */
  async #askOne(url: URL): Promise<Exclude<Answer, { private: string }>> {
    const head = await this.#send('HEAD', url);
    return 'status' in head && head.status < 400 ? head : await this.#send('GET', url);
  }

  async #send(method: string, url: URL): Promise<Exclude<Answer, { private: string }>> {
    const { signal, userAgent } = this.#options;
    const headers = { 'user-agent': userAgent, accept: '*/*' };
    // The response to HEAD has the size of the page that it omits.
    const largest = method === 'HEAD' ? undefined : enough;
    try {
      return await this.#transport.send({ method, url, headers, content: [], bytes: 0, signal, largest });
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      signal.throwIfAborted();
      // The page exists, and is only longer than what is read.
      if (error.status !== undefined) return { status: error.status, headers: {} };
      return { failure: error.message };
    }
  }

  /** The host if it is private and must not be requested. A proxy looks up names itself. */
  async #privateHost(url: URL): Promise<string | undefined> {
    const { hostname } = url;
    if (this.#options.asksPrivate) return undefined;
    if (isPrivateHost(hostname)) return hostname;
    if (proxyFor(url, this.#options.environment) !== undefined) return undefined;
    const addresses = await lookup(hostname, { all: true }).catch(() => []);
    return addresses.some(({ address }) => isPrivateAddress(address)) ? hostname : undefined;
  }
}

/** The target of a redirect, or a text if it is invalid; undefined for other responses. */
function redirectOf(url: URL, answer: Answer): URL | string | undefined {
  if (!('status' in answer) || answer.status < 300 || answer.status >= 400) return undefined;
  const { location } = answer.headers;
  if (location === undefined) return undefined;
  if (!URL.canParse(location, url.href)) return 'redirects to an invalid URL';
  const next = new URL(location, url);
  next.username = next.password = '';
  return /^https?:$/.test(next.protocol) ? next : `redirects to ${next.protocol}`;
}
