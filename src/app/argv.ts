/** The command line before Commander reads it. */
import { jsonFormat } from '../lib/output-formats.ts';

/**
 * `--json=a,b` is short for `--json --fields a,b`; `--json` alone takes no value.
 *
 * @param words the command line without program name
 */
export function expandJson(words: readonly string[]): string[] {
  const own = ownWords(words);
  const expanded = own.flatMap(word =>
    word.startsWith('--json=') ? ['--json', `--fields=${word.slice('--json='.length)}`] : [word],
  );
  return [...expanded, ...words.slice(own.length)];
}

/** The words that are this program's own: those behind `--` are another's. */
export function ownWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}

/**
 * What the command line says of the form of errors, read without Commander: it may make no sense otherwise.
 *
 * @param words the command line without program name
 * @returns the format and the profile, as given last
 */
export function readFormat(words: readonly string[]): { format?: string; profile?: string } {
  const found: { format?: string; profile?: string } = {};
  const own = ownWords(words);
  for (const [at, word] of own.entries()) {
    const next = own[at + 1] ?? '';
    if (/^--json(=|$)/.test(word)) found.format = jsonFormat;
    const [, output] = /^(?:--output(?:=|$)|-[qvy]*o=?)(.*)$/s.exec(word) ?? [];
    if (output !== undefined) found.format = output || next;
    const [, profile] = /^--profile(?:=|$)(.*)$/s.exec(word) ?? [];
    if (profile !== undefined) found.profile = profile || next;
  }
  return found;
}
