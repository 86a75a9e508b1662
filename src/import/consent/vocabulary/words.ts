/** Whole values and whole names of columns with which files say who may be emailed, in the languages of our users. */
import { Words } from '../../rows/values/fold.ts';
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
/** How often mail comes. */
export const frequencyWords = new Words(table.frequencyWords);

/** Status words of people who must not be emailed, whatever the column. */
export const optedOutWords = new Words(table.optedOutWords);
/** The same in a column about consent only: other columns may mean something else. */
export const suppressedWords = new Words(table.suppressedWords);
/** Words of columns called "status" that are about something other than consent. */
export const otherStatusWords = new Words(table.otherStatusWords);

/** States of orders, bookings, cards and people: cancelled, expired, archived, pending. */
export const thingWords = new Words(table.thingWords);

/** Columns with a status word for each person, as services call them. */
export const statusNames: ReadonlySet<string> = new Set(table.statusNames);
/** Yes, a date or a reason: the person must not be emailed. */
export const refusedNames: ReadonlySet<string> = new Set(table.refusedNames);
/** The services' own bookkeeping, whatever its values. */
export const otherChannels: ReadonlySet<string> = new Set(table.otherChannels);
/** Columns that sound like consent and are about something else. */
export const otherMatters: ReadonlySet<string> = new Set(table.otherMatters);

/** The domain that Substack gives to people who asked to be deleted. */
export const deletionRequestDomain = '@deletion-request.substack.com';
