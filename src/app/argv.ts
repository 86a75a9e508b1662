/** Reads the command line before Commander does. */
import { withoutAliases } from '../cli/aliases.ts';
import { flagsOf } from '../cli/option.ts';
import { globalOptions } from '../cli/options/global-options.ts';
import { optionBefore } from '../completion/cursor.ts';
import { jsonFormat } from '../lib/output-formats.ts';

/** The flags of the options that every command takes. */
export const programFlags = Object.values(globalOptions).map(flagsOf);

/**
 * The words as the program knows them: without aliases, and with `--json=a,b` as two options.
 *
 * @param words the command line without program name
 */
export function canonicalWords(words: readonly string[]): string[] {
  return expandJson(withoutAliases(words, flag => optionBefore(programFlags, flag) !== undefined));
}

/**
 * Replaces `--json=a,b` by `--json --fields=a,b`; `--json` alone takes no value.
 */
function expandJson(words: readonly string[]): string[] {
  const own = ownWords(words);
  const expanded = own.flatMap(word =>
    word.startsWith('--json=') ? ['--json', `--fields=${word.slice('--json='.length)}`] : [word],
  );
  return [...expanded, ...words.slice(own.length)];
}

/** The words before `--`; those after it belong to another command (`sandbox exec -- …`). */
export function ownWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}

/**
 * Finds the output format and the profile without Commander, to report errors of an invalid command line.
 *
 * @param words the command line without program name
 * @returns the last `--output` or `--json`, and the last `--profile`
 */
export function findFormatFlags(words: readonly string[]): { format?: string; profile?: string } {
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
