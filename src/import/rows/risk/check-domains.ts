/** Whether domains take mail, as DNS says: RFC 5321 (section 5.1), RFC 7505. */
import { promises as dns } from 'node:dns';
import type { DomainCheck } from '../../answers.ts';

/** What DNS says of a domain: `unknown` when it gives no answer, or none that can be relied on. */
type Verdict = 'takes mail' | 'takes none' | 'unknown';

/** Queries under way at a time. */
const concurrency = 40;
/** Milliseconds to wait for an answer, and how often a question is asked. */
const patience = { timeout: 2500, tries: 2 };
/** Takes mail for certain: when DNS denies it, nothing that it denies can be believed. */
const control = 'gmail.com';

/**
 * Asks DNS about each domain once.
 *
 * @param domains in lower case, international ones by their A-labels
 * @param servers IP addresses with or without port; none: those of the system
 * @param advance called with the number of domains that have been asked about
 * @throws the reason of the signal
 */
export async function checkDomains(
  domains: readonly string[],
  servers: readonly string[],
  advance: (done: number) => void,
  signal: AbortSignal,
): Promise<DomainCheck> {
  const resolver = new dns.Resolver(patience);
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const verdicts = new Map<string, Verdict>();
  const queue = domains.values();
  const worker = async () => {
    for (const domain of queue) {
      if (signal.aborted) return;
      verdicts.set(domain, await askMail(resolver, domain));
      advance(verdicts.size);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
    signal.throwIfAborted();
    const asked = domains.length;
    const of = (wanted: Verdict) => domains.filter(domain => verdicts.get(domain) === wanted);
    const withoutMail = of('takes none');
    const isBelieved =
      of('takes mail').length > 0 ||
      withoutMail.length === 0 ||
      (await askMail(resolver, control)) === 'takes mail';
    if (!isBelieved) return { asked, withoutMail: [], unknown: asked };
    return { asked, withoutMail, unknown: of('unknown').length };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The mail servers of a domain; without any, its own address counts as one. A single server "." says: no mail. */
async function askMail(resolver: dns.Resolver, domain: string): Promise<Verdict> {
  try {
    const servers = await resolver.resolveMx(domain);
    return servers.every(({ exchange }) => exchange === '' || exchange === '.') ? 'takes none' : 'takes mail';
  } catch (error) {
    if (isMissing(error)) return 'takes none';
    if (!hasNone(error)) return 'unknown';
  }
  const found = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)]);
  if (found.some(({ status }) => status === 'fulfilled')) return 'takes mail';
  const isCertain = found.every(
    each => each.status === 'rejected' && (hasNone(each.reason) || isMissing(each.reason)),
  );
  return isCertain ? 'takes none' : 'unknown';
}

/** There is no such domain. */
const isMissing = (error: unknown) => codeOf(error) === dns.NOTFOUND;
/** The domain exists, but has no record of this kind. */
const hasNone = (error: unknown) => codeOf(error) === dns.NODATA;

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
