/** Words for yes and no, in the languages of our users; spreadsheets write TRUE and FALSE in their own language, too. */
import { fold } from './fold.ts';
import table from './yes-no.table.ts';

export const yesWords: ReadonlySet<string> = new Set(table.yesWords);
export const noWords: ReadonlySet<string> = new Set(table.noWords);

/** What a word says; undefined when it is neither. */
export function yesOrNo(text: string): boolean | undefined {
  // A number is neither, whatever its sign.
  const word = /\d/.test(text) ? text : fold(text);
  return yesWords.has(word) || (noWords.has(word) ? false : undefined);
}
