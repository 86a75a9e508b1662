/** A word for a POSIX shell, in quotes only where it needs them (POSIX.1, "Shell Command Language", 2.2.2). */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
