import { largest } from '../../../lib/extremes.ts';
import { misspeltProvider, withCommonEnd } from './misspelt-domain.ts';
import { type AddressJudge, type JudgedRisk, type Risk, type RiskRules, riskCauses } from './risk.ts';

/** What is known about domains. */
export interface DomainLists {
  readonly isTopLevel: (end: string) => boolean;
  readonly isDisposable: (domain: string) => boolean;
}

/** Domains that are remembered: most people share theirs with others. */
const mostRemembered = 20_000;

/** Makes the function that judges addresses. It is called for every row; each domain is judged once. */
export function addressJudge(lists: DomainLists, rules: RiskRules): AddressJudge {
  const known = new Map<string, JudgedRisk | undefined>();
  const causes = new Map(riskCauses.map(cause => [cause, { cause, action: rules[cause] }]));
  const role = causes.get('role_address');
  const example = causes.get('example_domain');
  const judge = (domain: string): JudgedRisk | undefined => {
    const remembered = known.get(domain);
    if (remembered !== undefined || known.has(domain)) return remembered;
    const risk = domainRisk(domain, lists);
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
    const risk = judge(address.slice(at + 1));
    if (risk !== undefined) return risk;
    if (at <= longestRole && roles.has(address.slice(0, at))) return role;
    return address.startsWith(typedToTry) ? example : undefined;
  };
}

/** What people type to try a form: `test@test.com`, `test@test.de`. */
const typedToTry = 'test@test.';

function domainRisk(domain: string, lists: DomainLists): Risk | undefined {
  if (isReserved(domain)) return { cause: 'reserved_domain' };
  if (isExample(domain)) return { cause: 'example_domain' };
  const endExists = lists.isTopLevel(domain.slice(domain.lastIndexOf('.') + 1));
  const meant = misspeltProvider(domain, endExists);
  if (meant !== undefined) return { cause: 'misspelt_domain', suggestion: meant };
  if (!endExists) return { cause: 'unknown_tld', suggestion: withCommonEnd(domain) };
  return lists.isDisposable(domain) ? { cause: 'disposable_domain' } : undefined;
}

/**
 * Top-level domains under which no mail server can be reached from the internet: RFC 2606 (section 2) but .example, RFC 6761,
 * RFC 6762 (.local), RFC 7686 (.onion), RFC 9476 (.alt), and .internal, which ICANN has set apart for private networks.
 */
const reservedTops = new Set(['test', 'invalid', 'localhost', 'local', 'onion', 'alt', 'internal']);

/**
 * RFC 2606, section 3: they exist, and say that they take no mail. People try things out with them, as with .example:
 * the service's documentation does, and so does the sandbox.
 */
const examples = new Set(['example.com', 'example.net', 'example.org']);

/** @param domain in lower case */
export function isReserved(domain: string): boolean {
  return reservedTops.has(domain.slice(domain.lastIndexOf('.') + 1)) || isBelow(domain, 'home.arpa');
}

/** @param domain in lower case */
export function isExample(domain: string): boolean {
  return domain.endsWith('.example') || examples.has(domain.split('.').slice(-2).join('.'));
}

function isBelow(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}

/**
 * Names of mailboxes that belong to a task and not to a person: those of RFC 2142, those that services use as senders,
 * and the words for an office in the languages of our users. Whoever reads them has often not signed up.
 */
const roles = new Set(
  (
    'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp ' +
    'noreply no-reply no_reply donotreply do-not-reply mailer-daemon bounce bounces root admin administrator ' +
    'billing accounts accounting compliance privacy legal spam phishing sysadmin helpdesk help contact office ' +
    'hello enquiries inquiries reception service customerservice hr jobs careers press media orders shop ' +
    'kontakt buero büro verwaltung bestellung rechnung buchhaltung sekretariat bewerbung ' +
    'contacto contato contatto contatti contacter accueil secretariat administracion ventas vendas vendite ' +
    'ufficio segreteria comercial biuro sekretariaat administratie sprzedaz iletisim bilgi'
  ).split(' '),
);
const longestRole = largest([...roles].map(({ length }) => length));
