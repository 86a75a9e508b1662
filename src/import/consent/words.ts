/** Whole values with which files say who may be emailed, in the languages of our users. */
import { Words } from '../rows/values/fold.ts';
import table from './words.table.ts';

/** Status words of people who may be emailed. */
export const activeWords = new Words(table.activeWords);

/** They are said of mail, never of its end: "Do not allow emails: Allow". */
export const allowedWords = new Words(table.allowedWords);

/** Status words of people who have not confirmed yet. */
export const unconfirmedWords = new Words(table.unconfirmedWords);

/** What means yes where something is asked about consent, besides the words for yes. */
export const agreedWords: ReadonlySet<string> = new Set(table.agreedWords);

/** What means no there, or that there is nothing: consent that is refused or withdrawn, too. */
export const declinedWords: ReadonlySet<string> = new Set(table.declinedWords);

/** What stands before a word of consent to deny it. */
export const negations: ReadonlySet<string> = new Set(table.negations);

/** How often mail comes. */
export const frequencyWords = new Words(table.frequencyWords);

/** The domain that Substack gives to people who asked to be deleted. */
export const deletionRequestDomain = '@deletion-request.substack.com';
