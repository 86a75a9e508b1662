/** What the words of a text say together: what it is about, and whether mail is wanted or refused. */
import { type Role, wordsOf } from './vocabulary/lexicon.ts';

export interface PhraseReading {
  /** What it names: mail and consent for certain (2), perhaps (1), or neither (0). */
  readonly about: 0 | 1 | 2;
  /** `unsure`: it has words for both, or one of unknown effect. */
  readonly direction: 'wanted' | 'refused' | 'none' | 'unsure';
  readonly isUnderstood: boolean;
  readonly roles: ReadonlySet<Role>;
}

/** How certainly a word is about mail and consent by itself. */
const weights: Partial<Record<Role, 1 | 2>> = {
  unsubscribed: 2,
  newsletter: 2,
  consent: 2,
  subscription: 2,
  advertising: 1,
  mail: 1,
  contact: 1,
  privacy: 1,
  news: 1,
  sending: 1,
  left: 1,
  deceased: 1,
};
const refusing: readonly Role[] = ['unsubscribed', 'deceased', 'left', 'declined', 'ended'];
/** They say by themselves that mail is wanted. */
const wanting: readonly Role[] = ['wanted', 'given', 'subscription', 'consent', 'joined'];
/** They say so unless something beside them refuses. */
const naming: readonly Role[] = ['newsletter'];

const kept = new Map<string, PhraseReading>();
const mostKept = 2000;

export function readPhrase(text: string): PhraseReading {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const reading = newReading(text);
  if (kept.size >= mostKept) kept.clear();
  kept.set(text, reading);
  return reading;
}

/** What stands in brackets, or behind a dash, says it again: "Keine Massen-E-Mails (Opt-out)". */
const partsOf = (text: string) => text.split(/[()[\]:]|\s[–—-]\s/).filter(part => part.trim() !== '');

/** @returns the direction of the parts that have one, if it is the same */
function directionOfParts(text: string): PhraseReading['direction'] {
  const parts = partsOf(text);
  if (parts.length < 2) return 'unsure';
  const said = parts
    .map(part => wordsOf(part).roles)
    .map(directionOf)
    .filter(direction => direction !== 'none');
  const [first = 'unsure'] = said;
  return said.every(direction => direction === first) ? first : 'unsure';
}

function newReading(text: string): PhraseReading {
  const { roles: list, unknown } = wordsOf(text);
  const roles = new Set(list);
  const topics = [...roles].filter(role => weights[role] !== undefined);
  const strongest = Math.max(0, ...topics.map(role => weights[role] ?? 0));
  const whole = directionOf(list);
  const direction = whole === 'unsure' ? directionOfParts(text) : whole;
  // "Mail" and "blocked", or "contact" and "allowed", are certain together.
  const isClear = strongest === 1 && (direction === 'wanted' || direction === 'refused');
  const isBeside =
    topics.length > 1 || topics.some(role => !refusing.includes(role) && !wanting.includes(role));
  // "Kündigung erhalten": a message that came.
  const isReceived = roles.has('ended') && topics.every(role => role === 'sending');
  return {
    about: isClear && isBeside && !isReceived ? 2 : (strongest as 0 | 1 | 2),
    direction,
    isUnderstood: unknown.length === 0,
    roles,
  };
}

function directionOf(list: readonly Role[]): PhraseReading['direction'] {
  if (list.includes('until') || list.includes('privacy')) return 'unsure';
  const refusals = list.filter(role => refusing.includes(role)).length;
  const negations = list.filter(role => role === 'negation').length;
  if (refusals + negations > 1) return 'unsure';
  if (negations === 1) {
    // "Inscrito no boletim" is no denial; "möchte keine Werbung" is one.
    const at = list.indexOf('negation');
    const before = list.slice(0, list[at - 1] === 'wanted' ? at - 1 : at);
    return before.some(role => wanting.includes(role)) ? 'unsure' : 'refused';
  }
  if (refusals === 1) return 'refused';
  const has = (wanted: readonly Role[]) => list.some(role => wanted.includes(role));
  if (has(wanting) || has(naming)) return 'wanted';
  const isSent =
    list.includes('sending') &&
    (list.includes('mail') || list.includes('news') || list.includes('advertising'));
  return isSent || (list.includes('mail') && list.includes('advertising')) ? 'wanted' : 'none';
}
