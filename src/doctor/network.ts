/** The way to the service, one step after another: address, proxy, name, connection, certificate. */
import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { systemCode } from '../failure.ts';
import { connectionProblem } from '../http/connection-failure.ts';
import { proxyVariables } from '../http/proxy-variables.ts';
import { Broken } from '../http/wire.ts';
import { type Check, type Finding, failure, ok, warning } from './check.ts';
import { isHere, type Patient, proxyFor, secondsFor } from './patient.ts';

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

export const extraCertificates: Check = {
  name: 'NODE_EXTRA_CA_CERTS',
  look({ environment }) {
    const file = environment.NODE_EXTRA_CA_CERTS;
    if (!file) return [];
    const fix = 'export NODE_EXTRA_CA_CERTS=<a file of certificates in PEM form>';
    try {
      const holds = readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----');
      if (!holds) return [failure(`${file} holds no certificate: Node ignores it`, fix)];
      return [ok(`the certificates in ${file} are trusted, too`)];
    } catch (error) {
      return [failure(`${file} cannot be read (${systemCode(error)}): Node ignores it`, fix)];
    }
  },
};

export const certificateChecks: Check = {
  name: 'NODE_TLS_REJECT_UNAUTHORIZED',
  look: ({ environment }) =>
    environment.NODE_TLS_REJECT_UNAUTHORIZED === '0'
      ? [
          warning(
            'certificates are not checked: anybody on the way can read along',
            'unset NODE_TLS_REJECT_UNAUTHORIZED',
          ),
        ]
      : [],
};

/** Where the first connection leads: to the proxy, or to the service. */
interface Hop {
  readonly url: URL;
  readonly isProxy: boolean;
  readonly seconds: number;
}

async function firstHop({ settings, environment }: Patient): Promise<Hop> {
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

export const certificate: Check = {
  name: 'tls',
  needs: ['connection'],
  async look(patient) {
    const hop = await firstHop(patient);
    const { url, isProxy, seconds } = hop;
    // Behind a proxy the certificate shows with the first request.
    if (url.protocol !== 'https:' || isProxy) return [];
    const host = hostOf(url);
    const servername = /^[\d.]+$|:/.test(host) ? '' : host;
    const socket = connectTls({ host, port: portOf(url), servername, rejectUnauthorized: false });
    try {
      await inTime(once(socket, 'secureConnect'), seconds, patient.signal);
      return [judge(socket, host)];
    } catch (error) {
      return [broken(error, hop)];
    } finally {
      socket.destroy();
    }
  },
};

const aDay = 86_400_000;

function judge(socket: TLSSocket, host: string): Finding {
  const { valid_to: end, valid_from: start, subjectaltname: names } = socket.getPeerCertificate();
  const code = systemCode(socket.authorizationError) ?? String(socket.authorizationError ?? '');
  const trust = 'if it is your company’s or your own, name it: export NODE_EXTRA_CA_CERTS=<file>';
  if (socket.authorized) {
    const days = Math.floor((Date.parse(end) - Date.now()) / aDay);
    const message = `certificate good until ${end}`;
    return days < 7 ? warning(message, 'tell the operator of the service') : ok(message);
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return failure(
      `the certificate expired on ${end}`,
      'tell the operator of the service, or set this clock',
    );
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return failure(`the certificate is good from ${start} on only`, 'is the clock of this machine right?');
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const message = `the certificate is for ${hostsIn(names)}, not for ${host}`;
    return failure(message, 'check the address: newsletter config get base-url');
  }
  if (/SELF_SIGNED/.test(code))
    return failure('the certificate is self-signed: nobody vouches for it', trust);
  return failure(`the certificate is not trusted (${code})`, trust);
}

/** `DNS:a, DNS:b, …` as people say it; certificates of large sites name hundreds. */
function hostsIn(names: string | undefined): string {
  const hosts = names?.split(', ').map(entry => entry.replace(/^\w+( Address)?:/, '')) ?? [];
  const more = hosts.length > 3 ? ` and ${hosts.length - 3} more` : '';
  return hosts.length === 0 ? 'no host' : hosts.slice(0, 3).join(', ') + more;
}

function broken(error: unknown, { url, isProxy, seconds }: Hop): Finding {
  const problem = connectionProblem(
    new Broken(error, url, { sent: false, status: undefined, proxied: isProxy }),
    seconds,
  );
  return failure(problem.message, problem.hint);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

function once(socket: TLSSocket | ReturnType<typeof connectTcp>, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('hung up'), { code: 'ECONNRESET' })));
  });
}

/** @throws an error with the code ETIMEDOUT; the signal's reason */
async function inTime<T>(work: Promise<T>, seconds: number, signal: AbortSignal): Promise<T> {
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
