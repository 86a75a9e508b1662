/**
 * Whether a host is this machine: `localhost`, 127.0.0.0/8 or `[::1]`.
 *
 * @param hostname as `URL.hostname` spells it (lower case, IPv4 in dotted form, IPv6 in brackets)
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
