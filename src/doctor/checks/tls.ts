import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type TLSSocket } from 'node:tls';
import { NetworkError } from '../../http/errors/network-error.ts';
import { proxyFor } from '../../http/proxy-env.ts';
import { portOf } from '../../http/url.ts';
import { checkBaseUrl, systemCode } from '../../lib/failure.ts';
import {
  type CheckOutcome,
  type CheckResult,
  type DoctorContext,
  failure,
  ok,
  timeoutOf,
  warning,
} from '../run-checks.ts';

/** Which certificates Node trusts, if a variable says so. */
export function trusted({ environment }: DoctorContext): CheckOutcome {
  const { NODE_TLS_REJECT_UNAUTHORIZED: checks, NODE_EXTRA_CA_CERTS: file } = environment;
  if (checks === '0') {
    const message = 'certificates are not verified: others on the network can read the traffic';
    return warning(message, 'unset NODE_TLS_REJECT_UNAUTHORIZED');
  }
  if (!file) return undefined;
  const fix = 'export NODE_EXTRA_CA_CERTS=<PEM file>';
  try {
    const holds = readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----');
    if (!holds) return failure(`no certificate in ${file}: Node ignores it`, fix);
    return ok(`trusts the certificates in ${file}`);
  } catch (error) {
    return failure(`cannot read ${file} (${systemCode(error)}): Node ignores it`, fix);
  }
}

export async function certificate(context: DoctorContext): Promise<CheckOutcome> {
  const settings = await context.settings();
  const url = new URL(settings.need('base-url'));
  // Through a proxy, the first request checks the certificate.
  if (url.protocol !== 'https:' || proxyFor(url, context.environment) !== undefined) return undefined;
  const seconds = timeoutOf(settings);
  // An IPv6 address without its brackets.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const servername = /^[\d.]+$|:/.test(host) ? '' : host;
  const socket = connect({ host, port: portOf(url), servername, rejectUnauthorized: false });
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(seconds * 1000)]);
  try {
    await once(socket, 'secureConnect', { signal });
    return resultFor(socket, host);
  } catch (error) {
    const cause = signal.aborted ? signal.reason : error;
    const { message, hint } = new NetworkError(cause, { url, proxied: false, seconds, sent: false });
    return failure(message, hint ?? 'check the network, and the proxy: newsletter help environment');
  } finally {
    socket.destroy();
  }
}

const aDay = 86_400_000;

function resultFor(socket: TLSSocket, host: string): CheckResult {
  const { valid_to: end, valid_from: start, subjectaltname: names } = socket.getPeerCertificate();
  const code = systemCode(socket.authorizationError) ?? String(socket.authorizationError ?? '');
  const trust = 'if you trust it: export NODE_EXTRA_CA_CERTS=<file>';
  if (socket.authorized) {
    const days = Math.floor((Date.parse(end) - Date.now()) / aDay);
    const message = `certificate valid until ${end}`;
    return days < 7 ? warning(message, 'tell the support of the service') : ok(message);
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return failure(
      `the certificate expired on ${end}`,
      'tell the support of the service; or set the clock of this machine',
    );
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return failure(`the certificate is not valid before ${start}`, 'check the clock of this machine');
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const message = `the certificate is for ${hostsIn(names)}, not for ${host}`;
    return failure(message, checkBaseUrl);
  }
  if (/SELF_SIGNED/.test(code)) return failure('the certificate is self-signed', trust);
  return failure(`the certificate is not trusted (${code})`, trust);
}

/** The hosts in `DNS:a, DNS:b, …`, at most three: certificates of large sites name hundreds. */
function hostsIn(names: string | undefined): string {
  const hosts = names?.split(', ').map(entry => entry.replace(/^\w+( Address)?:/, '')) ?? [];
  const more = hosts.length > 3 ? ` and ${hosts.length - 3} more` : '';
  return hosts.length === 0 ? 'no host' : hosts.slice(0, 3).join(', ') + more;
}
