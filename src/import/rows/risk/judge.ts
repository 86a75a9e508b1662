/** Judges domains by public lists, which take some milliseconds to load: no network requests. */
import domains from './domains.table.ts';
import { misspeltProvider, withCommonEnd } from './misspelt-domain.ts';
import type { AddressJudge, JudgedRisk, Risk, RiskRules } from './risk.ts';

/** With `.example` (RFC 2606), in which the service's documentation and the sandbox have their people. */
const topLevel = new Set([...domains.topLevel.split(' '), 'example']);
const disposable = new Set(domains.disposable.split(' '));

/** Domains that are remembered: most people share theirs with others. */
const mostRemembered = 20_000;

/** Makes the function that judges addresses. It is called for every row; each domain is judged once. */
export function addressJudge(rules: RiskRules): AddressJudge {
  const known = new Map<string, JudgedRisk | 'none'>();
  return (address, at) => {
    const domain = address.slice(at + 1);
    const remembered = known.get(domain);
    if (remembered !== undefined) return remembered === 'none' ? undefined : remembered;
    const risk = domainRisk(domain);
    const judged = risk && { ...risk, action: rules[risk.cause] };
    if (known.size >= mostRemembered) known.clear();
    known.set(domain, judged ?? 'none');
    return judged;
  };
}

/** @param domain in lower case */
function domainRisk(domain: string): Risk | undefined {
  const endExists = topLevel.has(domain.slice(domain.lastIndexOf('.') + 1));
  const meant = misspeltProvider(domain, endExists);
  if (!endExists) return { cause: 'unknown_tld', suggestion: meant ?? withCommonEnd(domain) };
  if (meant !== undefined) return { cause: 'misspelt_domain', suggestion: meant };
  return isDisposable(domain) ? { cause: 'disposable_domain' } : undefined;
}

/** Whether a domain, or one above it, is in the list. */
function isDisposable(domain: string): boolean {
  for (let part = domain; part.includes('.'); part = part.slice(part.indexOf('.') + 1)) {
    if (disposable.has(part)) return true;
  }
  return false;
}
