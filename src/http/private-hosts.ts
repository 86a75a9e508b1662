/** Hosts that exist on this machine or in its network only. */
import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../lib/loopback.ts';

/** Not reachable from the internet (RFC 6890). */
const private4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
]);

/** The same (RFC 4291, RFC 4193), and IPv4 in another form, as which no public server is named. */
const private6 = blockList('ipv6', [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]);

/** Lists of their own: Node takes IPv4 addresses for IPv6 ones in that other form, too. */
function blockList(type: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, type);
  return list;
}

/** Whether an IP address is one of this machine or of a private network. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  return version === 4 ? private4.check(address, 'ipv4') : private6.check(address, 'ipv6');
}

/**
 * Whether a host is reachable from this machine or its network only: a private address, a name without a dot, or one
 * of a domain that is never public (RFC 2606, RFC 6761, RFC 6762, RFC 8375, and `.internal`).
 *
 * @param hostname as `URL.hostname` spells it
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isLoopback(host) || isPrivateAddress(bare)) return true;
  if (isIP(bare) !== 0) return false;
  return !host.includes('.') || /\.(?:localhost|local|test|invalid|internal|lan|home\.arpa)$/.test(host);
}
