import { flagsOf } from '../cli/option.ts';
import { optionBefore } from '../completion/cursor.ts';
import { ownWords, programFlags } from './argv.ts';

/**
 * Puts `--` before the command that `sandbox exec` runs, unless it stands there: everything from the command's name on
 * is the command's own.
 *
 * @param words the command line without program name
 */
export async function withCommandApart(words: readonly string[]): Promise<readonly string[]> {
  const own = ownWords(words);
  if (own.length < words.length || !own.includes('exec')) return words;
  const { startOptions } = await import('../commands/sandbox/options.ts');
  const flags = [...programFlags, ...Object.values(startOptions).map(flagsOf)];
  const operands: string[] = [];
  for (let at = 0; at < own.length; at++) {
    const word = own[at] ?? '';
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      if (operands.length === 3) return [...own.slice(0, at), '--', ...own.slice(at)];
      if (word !== ['sandbox', 'exec'][operands.length - 1]) return words;
    } else if (optionBefore(flags, word) !== undefined) at++;
  }
  return words;
}
