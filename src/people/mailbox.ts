/** The only place that decides whether two addresses are likely one person's mailbox. */

/** Gmail's own names for one domain; dots in the name before them do not count. */
const gmail = /@(?:gmail|googlemail)\.com$/;

/**
 * What the addresses of one mailbox have in common: no case, no tag behind a plus sign (RFC 5233), and at Gmail no dots.
 *
 * @param key the address as it is compared with others (`parseAddress`)
 * @param at where its @ stands
 */
export function mailboxKey(key: string, at: number): string {
  const plus = key.indexOf('+');
  const isTagged = plus > 0 && plus < at && !key.startsWith('"');
  const name = isTagged ? key.slice(0, plus) : key;
  if (!gmail.test(key)) return isTagged ? name + key.slice(at) : key;
  return `${(isTagged ? name : key.slice(0, at)).replaceAll('.', '')}@gmail.com`;
}
