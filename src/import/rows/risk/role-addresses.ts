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

/** For each first letter, a bit for every length of its names: tells most addresses apart without looking their name up. */
const lengths = new Uint32Array(0x80);
for (const name of names) {
  const letter = name.charCodeAt(0);
  lengths[letter] = (lengths[letter] ?? 0) | (1 << name.length);
}

/**
 * @param address in lower case
 * @param at where its @ stands
 */
export function isRole(address: string, at: number): boolean {
  if (at > 31 || (((lengths[address.charCodeAt(0)] ?? 0) >>> at) & 1) === 0) return false;
  return names.has(address.slice(0, at));
}
