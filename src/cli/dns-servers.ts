/** The name servers for `--check-domains` (NEWSLETTER_DNS_SERVERS); none: those of the system. */
export function dnsServersOf(environment: NodeJS.ProcessEnv): readonly string[] {
  return (environment.NEWSLETTER_DNS_SERVERS ?? '').split(/[\s,]+/).filter(one => one !== '');
}
