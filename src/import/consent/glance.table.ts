import { foldEach } from '../rows/values/folded-lists.ts';
import { noWords } from '../rows/values/yes-no.ts';
import { type BeginningsList, codeOf, firstIdeograph, firstJamo, letters, pairOf } from './glance-codes.ts';
import lexicon, { type Role } from './vocabulary/lexicon.table.ts';
import words from './vocabulary/words.table.ts';

/** Latin, Greek, Cyrillic, Hebrew and Arabic, and more of the first two, and kana; no words of other alphabets are known. */
const alphabets = [
  [0, 0x700],
  [0x1e00, 0x2000],
  [0x3040, 0x3100],
] as const;

/** For each alphabet its first character, and what its characters are folded to, as code units: one or two each, 0 for none. */
const foldedLetters = alphabets.map(([from, to]) => {
  const folded = foldEach(Array.from({ length: to - from }, (_, i) => String.fromCharCode(from + i)));
  const unit = (text: string, at: number) => (text.length > at ? text.charCodeAt(at) : 0);
  return { from, first: folded.map(one => unit(one, 0)), second: folded.map(one => unit(one, 1)) };
});

const entries = (...roles: readonly Role[]) =>
  lexicon.entries.flatMap(([text, role]) => (roles.includes(lexicon.roles[role] as Role) ? [text] : []));
const negations = entries('negation');
const { 'opted out': optedOut, suppressed, unconfirmed } = words.statuses;
const refusals = [optedOut, suppressed, unconfirmed];

function beginnings(all: Iterable<string>): BeginningsList {
  const words = new Map<number, string[]>();
  const pairs = new Set<number>();
  for (const word of all) {
    // Korean syllables are put together again.
    const composed = word.normalize('NFC');
    const code = codeOf(word);
    if (composed.charCodeAt(0) >= firstIdeograph) {
      pairs.add(pairOf(composed.charCodeAt(0), composed.charCodeAt(1)));
    } else if (word.length >= letters) words.set(code, [...(words.get(code) ?? []), word.slice(letters)]);
  }
  return { words: [...words], pairs: [...pairs] };
}

export default {
  letters: foldedLetters,
  anywhere: beginnings(entries('unsubscribed', 'left', 'subscription', 'newsletter', 'consent')),
  atStart: beginnings([
    ...refusals.flatMap(({ whole, beginnings }) => [...whole, ...beginnings]),
    ...negations,
    ...noWords,
    ...words.declinedWords,
  ]),
  shortDenials: [...negations]
    .filter(word => word.length < letters && word.charCodeAt(0) < firstJamo)
    .map(codeOf),
};
