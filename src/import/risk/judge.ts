import { misspeltProvider, withCommonEnd } from './misspelt-domain.ts';
import { isExample, isReserved } from './reserved-domains.ts';
import type { AddressJudge, JudgedRisk, Risk } from './risk.ts';
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

/**
 * Makes the function that judges addresses. It is called for every row; each domain is judged once.
 *
 * @param met gets all domains, to ask DNS about
 */
export function addressJudge(lists: DomainLists, rules: RiskRules, met?: Set<string>): AddressJudge {
  const known = new Map<string, JudgedRisk | undefined>();
  const role: JudgedRisk = { cause: 'role_address', action: rules.role_address };
  const judge = (domain: string): JudgedRisk | undefined => {
    const remembered = known.get(domain);
    if (remembered !== undefined || known.has(domain)) return remembered;
    const risk = domainRisk(domain, lists);
    if (risk?.cause !== 'reserved_domain' && risk?.cause !== 'unknown_tld') met?.add(domain);
    const judged = risk && { ...risk, action: rules[risk.cause] };
    if (known.size >= mostRemembered) known.clear();
    known.set(domain, judged);
    return judged;
  };
  return address => {
    const at = address.lastIndexOf('@');
    return judge(address.slice(at + 1)) ?? (isRole(address.slice(0, at)) ? role : undefined);
  };
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
