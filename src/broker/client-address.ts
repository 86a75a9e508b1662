/** The client of a request, for limits and for the audit log. */
import { type BlockList, isIP, BlockList as List } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Failure } from '../lib/failure.ts';

export interface ClientAddress {
  /** An IPv4 address that is mapped into IPv6 (RFC 4291, section 2.5.5.2) as IPv4. */
  readonly address: string;
  /** What limits count: the IPv4 address, or the /64 of an IPv6 address, since one client has a whole /64. */
  readonly network: string;
}

/** The proxies whose X-Forwarded-For is believed. */
export type TrustedProxies = 'none' | 'any' | BlockList;

export interface FoundClient extends ClientAddress {
  /** X-Forwarded-For is malformed: the address is the proxy's. */
  readonly malformed?: true;
}

/** @param text an IP address, without a port @returns undefined for anything else */
export function parseAddress(text: string): ClientAddress | undefined {
  if (isIP(text) === 0) return undefined;
  const parsed = ipaddr.process(text);
  if (!(parsed instanceof ipaddr.IPv6)) return { address: parsed.toString(), network: parsed.toString() };
  const prefix = parsed.parts.slice(0, 4).map(part => part.toString(16));
  return { address: parsed.toString(), network: `${prefix.join(':')}::/64` };
}

/**
 * One element of X-Forwarded-For: an address alone, with a port as some proxies add it (`192.0.2.1:4711`,
 * `[2001:db8::1]:4711`), in brackets or in quotes.
 */
export function parseForwarded(element: string): ClientAddress | undefined {
  const text = element.trim().replace(/^"(.*)"$/, '$1');
  const withPort = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text);
  return parseAddress(withPort?.[1] ?? text);
}

/**
 * The address of the connection, or the one that a trusted proxy forwards: the last in X-Forwarded-For that is not a
 * trusted proxy. The client may have invented those before it.
 *
 * @param remote the address that the connection comes from
 * @param header X-Forwarded-For
 */
export function clientAddress(
  remote: string | undefined,
  header: string | undefined,
  proxies: TrustedProxies,
): FoundClient {
  const direct = parseAddress(remote ?? '') ?? { address: '?', network: '?' };
  if (!isTrusted(direct, proxies)) return direct;
  const named = (header ?? '').split(',').filter(element => element.trim() !== '');
  for (const element of named.reverse()) {
    const found = parseForwarded(element);
    if (found === undefined) return { ...direct, malformed: true };
    if (proxies === 'any' || !isTrusted(found, proxies)) return found;
  }
  return direct;
}

export function isTrusted({ address }: ClientAddress, proxies: TrustedProxies): boolean {
  if (proxies === 'none' || proxies === 'any') return proxies === 'any';
  return isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * @param texts addresses, and ranges such as `10.0.0.0/8`
 * @throws Failure invalid_value
 */
export function trustedProxies(texts: readonly string[]): BlockList {
  const list = new List();
  for (const text of texts) {
    if (isIP(text) !== 0) list.addAddress(text, isIP(text) === 6 ? 'ipv6' : 'ipv4');
    else if (ipaddr.isValidCIDR(text)) {
      const [address, bits] = ipaddr.parseCIDR(text);
      list.addSubnet(address.toString(), bits, address.kind());
    } else {
      throw new Failure('invalid_value', `invalid --trusted-proxy "${text}"`, {
        hint: 'expected an IP address, or a range such as 10.0.0.0/8',
      });
    }
  }
  return list;
}
