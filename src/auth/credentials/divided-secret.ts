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

/** Characters (UTF-16) in an entry. */
const mostInEntry = 1200;

/** The parts of a new secret are written beside those of the previous one. */
const rows = ['a', 'b'] as const;
type Row = (typeof rows)[number];

/** The entry of a divided secret holds the row of its parts and their number instead. */
interface Parts {
  readonly row: Row;
  readonly count: number;
}

/** @throws Error when a part is missing */
export function readSecret(entries: KeychainEntries, name: string): string | null {
  const head = entries.get(name);
  const parts = partsIn(head);
  if (parts === undefined) return head;
  const texts = Array.from({ length: parts.count }, (_, index) =>
    entries.get(partName(name, parts.row, index)),
  );
  if (texts.includes(null)) throw new Error('a part of what was stored is missing');
  return texts.join('');
}

/**
 * Stores a secret, over several entries where it is long. Until the last step the previous secret is there, whole.
 */
export function writeSecret(entries: KeychainEntries, name: string, secret: string): void {
  const before = partsIn(entries.get(name));
  const texts = divided(secret);
  const kept = texts.length === 1 ? undefined : before?.row === 'a' ? 'b' : 'a';
  if (kept === undefined) {
    entries.set(name, secret);
  } else {
    for (const [index, text] of texts.entries()) entries.set(partName(name, kept, index), text);
    entries.set(name, `parts ${kept} ${texts.length}`);
  }
  for (const row of rows) if (row !== kept) deleteParts(entries, name, row, before);
}

/** Removes a secret, its parts first: after a failure, it can be removed again. */
export function deleteSecret(entries: KeychainEntries, name: string): void {
  const parts = partsIn(entries.get(name));
  for (const row of rows) deleteParts(entries, name, row, parts);
  entries.delete(name);
}

/** Deletes the last part first: after a failure, the others are found from the first one on. */
function deleteParts(entries: KeychainEntries, name: string, row: Row, known: Parts | undefined): void {
  let count = known?.row === row ? known.count : 0;
  while (entries.get(partName(name, row, count)) !== null) count += 1;
  for (; count > 0; count--) entries.delete(partName(name, row, count - 1));
}

/** A credential is JSON, so it never looks like this. */
function partsIn(head: string | null): Parts | undefined {
  const [, row, count] = /^parts ([ab]) (\d{1,4})$/.exec(head ?? '') ?? [];
  return row === undefined ? undefined : { row: row === 'a' ? 'a' : 'b', count: Number(count) };
}

const partName = (name: string, row: Row, index: number) => `${name} ${row}${index + 1}`;

/** Never divides a surrogate pair: a half alone cannot be stored. */
function divided(secret: string): string[] {
  const texts: string[] = [];
  let start = 0;
  while (secret.length - start > mostInEntry) {
    const code = secret.charCodeAt(start + mostInEntry - 1);
    const end = start + mostInEntry - (code >= 0xd800 && code < 0xdc00 ? 1 : 0);
    texts.push(secret.slice(start, end));
    start = end;
  }
  return [...texts, secret.slice(start)];
}
