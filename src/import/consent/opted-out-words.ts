/** Whole values with which files say who must not be emailed, in the languages of our users. */
import { Words } from '../rows/values/fold.ts';
import table from './opted-out-words.table.ts';

/** Status words of people who must not be emailed, whatever the column. */
export const optedOutWords = new Words(table.optedOutWords);

/** Words of people who must not be emailed, in a column about consent. Elsewhere they may say something else. */
export const suppressedWords = new Words(table.suppressedWords);

/** Words of columns called "status" that are about something other than consent. */
export const otherStatusWords = new Words(table.otherStatusWords);
