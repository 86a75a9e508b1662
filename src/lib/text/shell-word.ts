/** A word for a POSIX shell, in quotes only where it needs them (POSIX.1, "Shell Command Language", 2.2.2). */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line of this program, to copy. @param words without the program's name */
export function commandLine(words: readonly string[]): string {
  return ['newsletter', ...words.map(shellWord)].join(' ');
}

/** The same command line with flags, which stand before the words behind `--`. */
export function withFlags(words: readonly string[], ...flags: readonly string[]): string {
  const end = words.indexOf('--');
  return commandLine(words.toSpliced(end < 0 ? words.length : end, 0, ...flags));
}

/** The hint of a question without a terminal to ask on. @param typed the command line @param flags that answer it */
export const ifAgreed = (typed: readonly string[], ...flags: readonly string[]): string =>
  `if a person agrees: ${withFlags(typed, ...flags)}`;

/** The hint of what a script may not do. @param typed the command line */
export const byPerson = (typed: readonly string[]): string =>
  `at a terminal, without --yes: ${commandLine(typed.filter(word => !['--yes', '-y'].includes(word)))}`;
