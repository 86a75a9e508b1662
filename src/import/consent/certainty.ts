/**
 * What is said of mail alone. A word that is said of lessons, papers, bookings and clubs, too, is asked about before anybody is left
 * out by it.
 */
import { fold } from '../rows/values/fold.ts';
import { type PhraseReading, readPhrase } from './reading.ts';
import { optedOutWords, refusedNames, sharedWords } from './vocabulary/words.ts';

/** @param text a header, or a name of a file */
export function isOfMailAlone(text: string): boolean {
  const { roles } = readPhrase(text);
  if (namesMail(roles) || roles.has('deceased') || ofServices.test(fold(text))) return true;
  return (roles.has('unsubscribed') || refusedNames.has(fold(text))) && !isShared(text);
}

/** In English no paper says so of its readers, and services call their columns so. */
const ofServices = /^(?:is)?(?:un)?subscribed(?:at|on)?$|opt(?:ed|ing)?(?:in|out)/;

/** @param value an opt-out, or the contrary of one */
export function saysOfMailAlone(value: string): boolean {
  const { roles } = readPhrase(value);
  if (namesMail(roles) || ofServices.test(fold(value))) return true;
  return (roles.has('unsubscribed') || optedOutWords.has(fold(value))) && !isShared(value);
}

type Roles = PhraseReading['roles'];
const has = (roles: Roles, ...some: Parameters<Roles['has']>[0][]) => some.some(role => roles.has(role));

function namesMail(roles: Roles): boolean {
  const isWish = has(roles, 'wanted', 'consent', 'negation', 'declined', 'sending');
  if (has(roles, 'newsletter', 'advertising')) return true;
  // An address that is confirmed or valid is no wish.
  if (roles.has('mail')) return isWish || !roles.has('given');
  return (isWish && has(roles, 'contact', 'news')) || (roles.has('news') && roles.has('ended'));
}

function isShared(text: string): boolean {
  const folded = fold(text);
  return sharedWords.some(word => folded.includes(word));
}
