/**
 * A secret that may be longer than an entry of a keychain can be. The Credential Manager of Windows takes 2,560 bytes
 * of UTF-16 (CRED_MAX_CREDENTIAL_BLOB_SIZE), so 1,280 characters, and tokens that are signed documents are often longer.
 */

/** The entries of a keychain, by name. */
export interface KeychainEntries {
  /** Null when there is none. */
  get(name: string): string | null;
  set(name: string, value: string): void;
  delete(name: string): void;
}

/** What an entry holds: up to 1,200 units of UTF-16, the last one not the first half of a character. */
const oneEntry = /.{1,1199}(?:[^\ud800-\udbff]|$)/gs;

/** The parts of a new secret stand beside those of the previous one: each secret has one of two sets of names. */
const sets = ['a', 'b'] as const;

/** The entry of a divided secret names the set and the number of its parts instead. */
interface Parts {
  readonly set: (typeof sets)[number];
  readonly count: number;
}

/** @throws Error when a part is missing */
export function readSecret(entries: KeychainEntries, name: string): string | null {
  const head = entries.get(name);
  const parts = partsIn(head);
  if (parts === undefined) return head;
  const texts = Array.from({ length: parts.count }, (_, index) =>
    entries.get(partName(name, parts.set, index)),
  );
  if (texts.includes(null)) throw new Error('a part of what was stored is missing');
  return texts.join('');
}

/** Stores a secret, over several entries where it is long. Until the last step the previous secret is there, whole. */
export function writeSecret(entries: KeychainEntries, name: string, secret: string): void {
  const before = partsIn(entries.get(name));
  const texts = secret.match(oneEntry) ?? [''];
  const set = texts.length === 1 ? undefined : before?.set === 'a' ? 'b' : 'a';
  if (set === undefined) {
    entries.set(name, secret);
  } else {
    for (const [index, text] of texts.entries()) entries.set(partName(name, set, index), text);
    entries.set(name, `parts ${set} ${texts.length}`);
  }
  for (const other of sets) if (other !== set) deleteParts(entries, name, other, before);
}

/** Removes a secret, its parts first: after a failure, it can be removed again. */
export function deleteSecret(entries: KeychainEntries, name: string): void {
  const parts = partsIn(entries.get(name));
  for (const set of sets) deleteParts(entries, name, set, parts);
  entries.delete(name);
}

/** Deletes the last part first: after a failure, the others are found from the first one on. */
function deleteParts(
  entries: KeychainEntries,
  name: string,
  set: Parts['set'],
  known: Parts | undefined,
): void {
  let count = known?.set === set ? known.count : 0;
  while (entries.get(partName(name, set, count)) !== null) count += 1;
  for (; count > 0; count--) entries.delete(partName(name, set, count - 1));
}

/** A credential is JSON, so it never looks like this. */
function partsIn(head: string | null): Parts | undefined {
  const [, set, count] = /^parts ([ab]) (\d{1,4})$/.exec(head ?? '') ?? [];
  return set === undefined ? undefined : { set: set === 'a' ? 'a' : 'b', count: Number(count) };
}

const partName = (name: string, set: Parts['set'], index: number) => `${name} ${set}${index + 1}`;
