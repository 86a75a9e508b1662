import { misspeltProvider, withCommonEnd } from './misspelt-domain.ts';
import { isExample, isReserved } from './reserved-domains.ts';
import { type AddressJudge, type JudgedRisk, type Risk, riskCauses } from './risk.ts';
import type { RiskRules } from './risk-rules.ts';
import { isRole } from './role-addresses.ts';

/** What is known about domains. */
export interface DomainLists {
  readonly isTopLevel: (end: string) => boolean;
  readonly isDisposable: (domain: string) => boolean;
  /** Those that take no mail, as DNS has said. */
  readonly withoutMail: ReadonlySet<string>;
}

/** Domains that are remembered: most people share theirs with others. */
const mostRemembered = 20_000;
/** A power of two. */
const mostRecent = 16_384;

/**
 * Makes the function that judges addresses. It is called for every row; each domain is judged once.
 *
 * @param met gets all domains, to ask DNS about
 */
export function addressJudge(lists: DomainLists, rules: RiskRules, met?: Set<string>): AddressJudge {
  const known = new Map<string, JudgedRisk | undefined>();
  const recent = new RecentDomains();
  const causes = new Map(riskCauses.map(cause => [cause, { cause, action: rules[cause] }]));
  const role = causes.get('role_address');
  const judge = (domain: string): JudgedRisk | undefined => {
    const remembered = known.get(domain);
    if (remembered !== undefined || known.has(domain)) return remembered;
    const risk = domainRisk(domain, lists);
    if (risk?.cause !== 'reserved_domain' && risk?.cause !== 'unknown_tld') met?.add(domain);
    // One object for a cause, so that counting them is quick.
    const judged =
      risk?.suggestion === undefined
        ? risk && causes.get(risk.cause)
        : { ...risk, action: rules[risk.cause] };
    if (known.size >= mostRemembered) known.clear();
    known.set(domain, judged);
    return judged;
  };
  return (address, at) => {
    const risk = recent.riskOf(address, at + 1, judge);
    return risk ?? (isRole(address, at) ? role : undefined);
  };
}

/** Remembers domains without cutting them out of the address, which takes longer than all else about a row's risk. */
class RecentDomains {
  readonly #domains: string[] = new Array<string>(mostRecent).fill('');
  readonly #risks: (JudgedRisk | undefined)[] = new Array<JudgedRisk | undefined>(mostRecent).fill(undefined);

  /** @param start where the domain begins */
  riskOf(
    address: string,
    start: number,
    judge: (domain: string) => JudgedRisk | undefined,
  ): JudgedRisk | undefined {
    let hash = address.length - start;
    const end = Math.min(start + 12, address.length);
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + address.charCodeAt(at)) | 0;
    const place = hash & (mostRecent - 1);
    const domain = this.#domains[place] ?? '';
    if (domain.length === address.length - start && address.endsWith(domain)) return this.#risks[place];
    const met = address.slice(start);
    const risk = judge(met);
    this.#domains[place] = met;
    this.#risks[place] = risk;
    return risk;
  }
}

function domainRisk(domain: string, lists: DomainLists): Risk | undefined {
  if (isReserved(domain)) return { cause: 'reserved_domain' };
  if (isExample(domain)) return { cause: 'example_domain' };
  const endExists = lists.isTopLevel(domain.slice(domain.lastIndexOf('.') + 1));
  const meant = misspeltProvider(domain, endExists);
  if (meant !== undefined) return { cause: 'misspelt_domain', suggestion: meant };
  if (!endExists) return { cause: 'unknown_tld', suggestion: withCommonEnd(domain) };
  if (lists.withoutMail.has(domain)) return { cause: 'no_mail_server' };
  return lists.isDisposable(domain) ? { cause: 'disposable_domain' } : undefined;
}
