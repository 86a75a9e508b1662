/** The way to the service, one step after another: address, proxy, name, connection, certificate. */
import { lookup } from 'node:dns/promises';
import { connect as connectTcp } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { connectionProblem } from '../../http/network-error.ts';
import { proxyVariables } from '../../http/proxy-env.ts';
import { Broken } from '../../http/transport.ts';
import { isHere, type Patient, proxyFor, secondsFor } from '../context.ts';
import { type Check, type Finding, failure, ok } from '../run-checks.ts';

export const baseUrl: Check = {
  name: 'base-url',
  needs: ['settings'],
  async look({ settings }) {
    const all = await settings();
    const text = all.get('base-url');
    if (text === undefined) {
      return [failure('the address of the service is not set', 'newsletter config set base-url <address>')];
    }
    const doubled = /^(.*)\/v1$/.exec(text)?.[1];
    if (doubled === undefined) return [ok(`${text} (${all.origin('base-url')})`)];
    const message = `${text} ends in /v1, which the program adds itself: requests would go to /v1/v1/…`;
    return [failure(message, `newsletter config set base-url ${doubled}`)];
  },
};

export const proxy: Check = {
  name: 'proxy',
  needs: ['base-url'],
  isRare: true,
  async look({ settings, environment }) {
    const url = new URL((await settings()).need('base-url'));
    const { httpProxy, httpsProxy, noProxy } = proxyVariables(environment);
    const named = [httpProxy, httpsProxy].filter(text => text !== '');
    if (named.length === 0) return [];
    // Not shown: it may hold a password.
    if (!named.every(isProxyAddress)) {
      const fix = 'export HTTPS_PROXY=http://proxy.example.com:3128';
      return [failure('the proxy that the environment names is not an address', fix)];
    }
    const used = proxyFor(url, environment);
    if (used !== undefined) return [ok(`connections go through ${new URL(used).host}`)];
    const why = isHere(url) ? 'the service is on this machine' : `NO_PROXY is ${noProxy}`;
    return [ok(`a proxy is named, but not used: ${why}`)];
  },
};

function isProxyAddress(text: string): boolean {
  return URL.canParse(text) && /^(https?|socks5?):$/.test(new URL(text).protocol);
}

/** Where the first connection leads: to the proxy, or to the service. */
interface Hop {
  readonly url: URL;
  readonly isProxy: boolean;
  readonly seconds: number;
}

/** Where the first connection leads. @throws Failure as `Patient.settings` */
export async function firstHop({ settings, environment }: Patient): Promise<Hop> {
  const all = await settings();
  const service = new URL(all.need('base-url'));
  const through = proxyFor(service, environment);
  const url = through === undefined ? service : new URL(through);
  return { url, isProxy: through !== undefined, seconds: secondsFor(all) };
}

export const name: Check = {
  name: 'dns',
  needs: ['base-url', 'proxy'],
  async look(patient) {
    const hop = await firstHop(patient);
    const { url, seconds } = hop;
    const { hostname } = url;
    if (isHere(url) || /^[\d.]+$|^\[/.test(hostname)) return [];
    try {
      const found = await inTime(lookup(hostname, { all: true }), seconds, patient.signal);
      return [ok(`${hostname} is ${found.map(({ address }) => address).join(', ')}`)];
    } catch (error) {
      return [broken(error, hop)];
    }
  },
};

export const connection: Check = {
  name: 'connection',
  needs: ['dns'],
  async look(patient) {
    const hop = await firstHop(patient);
    const { url, isProxy, seconds } = hop;
    const socket = connectTcp({ host: hostOf(url), port: portOf(url) });
    try {
      await inTime(once(socket, 'connect'), seconds, patient.signal);
      return [ok(`${isProxy ? 'the proxy' : 'something'} listens at ${url.hostname}:${portOf(url)}`)];
    } catch (error) {
      return [broken(error, hop)];
    } finally {
      socket.destroy();
    }
  },
};

/** A connection that failed, in the user's terms. */
export function broken(error: unknown, { url, isProxy, seconds }: Hop): Finding {
  const problem = connectionProblem(
    new Broken(error, url, { sent: false, status: undefined, proxied: isProxy }),
    seconds,
  );
  return failure(
    problem.message,
    problem.hint ?? 'check the network, and the proxy: newsletter help environment',
  );
}

/** The host, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The port, that of the scheme unless one is named. */
export function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Resolves with an event of a socket; rejects when it fails or is hung up. */
export function once(socket: TLSSocket | ReturnType<typeof connectTcp>, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('hung up'), { code: 'ECONNRESET' })));
  });
}

/** Work with a bound. @throws an error with the code ETIMEDOUT; the signal's reason */
export async function inTime<T>(work: Promise<T>, seconds: number, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
    timer = setTimeout(fail, seconds * 1000);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
