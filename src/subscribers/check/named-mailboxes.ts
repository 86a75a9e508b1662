/** Mailboxes that no person reads who has signed up: those of a task, and those of examples. */
import type { CheckName } from './finding.ts';

/** RFC 2142, names that services use as senders, and the words for an office in the languages of our users. */
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

/** RFC 2606 (section 3), and what people type to try a form: `test@test.com`. */
const example = /@(?:.*\.)?example(?:\.(?:com|net|org))?$|\.example$|^test@test\./;

/** @param key an address in lower case, with its @ at `at` */
export function namedMailbox(key: string, at: number): CheckName | undefined {
  if (example.test(key)) return 'example';
  return roles.has(key.slice(0, at)) ? 'role' : undefined;
}

export const namedMailboxTexts: Partial<Record<CheckName, string>> = {
  example: 'a domain for examples',
  role: 'a role address, not a person',
};
