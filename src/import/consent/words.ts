/** Whole values and whole names of columns with which files say who may be emailed, in the languages of our users. */
import { Words } from '../rows/values/fold.ts';
import names from './names.table.ts';
import optedOut from './opted-out-words.table.ts';
import table from './words.table.ts';

/** Status words of people who may be emailed. */
export const activeWords = new Words(table.activeWords);
/** Said of mail, never of an opt-out: "Do not allow emails: Allow". */
export const allowedWords = new Words(table.allowedWords);
export const unconfirmedWords = new Words(table.unconfirmedWords);
/** Answers that mean yes to a question about consent, besides the words for yes. */
export const agreedWords: ReadonlySet<string> = new Set(table.agreedWords);
/** Answers that mean no, or refused or withdrawn consent. */
export const declinedWords: ReadonlySet<string> = new Set(table.declinedWords);
/** Words before a word of consent that deny it. */
export const negations: ReadonlySet<string> = new Set(table.negations);
/** How often mail comes. */
export const frequencyWords = new Words(table.frequencyWords);

/** Status words of people who must not be emailed, whatever the column. */
export const optedOutWords = new Words(optedOut.optedOutWords);
/** The same in a column about consent only: other columns may mean something else. */
export const suppressedWords = new Words(optedOut.suppressedWords);
/** Words of columns called "status" that are about something other than consent. */
export const otherStatusWords = new Words(optedOut.otherStatusWords);

/** A column with a status word for each person. */
export const statusNames: ReadonlySet<string> = new Set(names.statusNames);
/** A status of any kind: of a subscription, of an order, of a customer. */
export const anyStatusNames: ReadonlySet<string> = new Set(names.anyStatusNames);
/** They mean consent only when the values do: "state" may be part of a postal address. */
export const ambiguousStatusNames: ReadonlySet<string> = new Set(names.ambiguousStatusNames);
/** They name lists, or say yes and no. */
export const listNames: ReadonlySet<string> = new Set(names.listNames);
/** Yes, or a date: the person may be emailed. */
export const optInNames: ReadonlySet<string> = new Set(names.optInNames);
/** Yes, a date, a reason or a count above 0: the person must not be emailed. */
export const optOutNames: ReadonlySet<string> = new Set(names.optOutNames);
/** Columns that sound like consent and are about something else. */
export const otherMatters: ReadonlySet<string> = new Set(names.otherMatters);

/** The domain that Substack gives to people who asked to be deleted. */
export const deletionRequestDomain = '@deletion-request.substack.com';
