/**
 * Names of mailboxes that belong to a task and not to a person: those of RFC 2142, those that services use as senders,
 * and the words for an office in the languages of our users. Whoever reads them has often not signed up.
 */
const names = new Set(
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

/** Characters. */
export const longestRole = Math.max(...[...names].map(name => name.length));

/** @param local what stands before the @, in lower case */
export function isRole(local: string): boolean {
  return names.has(local);
}
