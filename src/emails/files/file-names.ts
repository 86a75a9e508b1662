/** File names of emails: readable, safe on every system, unique in a folder. */

interface Named {
  readonly id: string;
  readonly subject: string | null;
}

/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const longest = 60;

/** A file name from the subject: `twelve-bridges-before-breakfast`. Keeps letters and digits of any script. */
export function fileNameFor({ subject, id }: Named): string {
  const words =
    (subject ?? '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = cutToBytes([...words.join('-')].slice(0, longest).join(''), 3 * longest).replace(/-$/, '');
  return name === '' || deviceName.test(name) ? `email-${id.slice(0, 8)}` : name;
}

/** Cuts between characters; file systems allow 255 bytes for a name with its extension. */
function cutToBytes(text: string, most: number): string {
  const characters = [...text];
  while (Buffer.byteLength(characters.join('')) > most) characters.pop();
  return characters.join('');
}

/**
 * File names, without extension, by the id of the email. Emails with the same name all get the beginning of their id,
 * so that names do not depend on the order of the list.
 */
export function fileNamesFor(emails: readonly Named[]): ReadonlyMap<string, string> {
  const forms = [
    fileNameFor,
    (email: Named) => `${fileNameFor(email)}-${email.id.slice(0, 8)}`,
    (email: Named) => `${fileNameFor(email)}-${email.id}`,
  ];
  const counts = forms.map(form => countBy(emails, email => folded(form(email))));
  const nameOf = (email: Named) => {
    const names = forms.map(form => form(email));
    return names.find((name, at) => counts[at]?.get(folded(name)) === 1) ?? email.id;
  };
  return new Map(emails.map(email => [email.id, nameOf(email)]));
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Equal for names that file systems may treat as the same (ignored case, decomposed accents). */
function folded(name: string): string {
  return name.normalize('NFKC').toLocaleUpperCase('en');
}
