/** Finds the words of the vocabulary in a header, a value, a title or a name. */
import { foldedText } from '../../rows/values/fold.ts';
import table, { type Role } from './lexicon.table.ts';

export type { Role };

interface Entry {
  readonly text: string;
  readonly role: Role;
  /** 0: whole words; 1: the beginning of a word; 2: anywhere in a word. */
  readonly mode: number;
  readonly isOneWord: boolean;
}

export interface TextWords {
  readonly roles: readonly Role[];
  /** Words, or parts of words, that are not in the vocabulary. */
  readonly unknown: readonly string[];
}

const byStart = new Map<string, readonly Entry[]>();
/** Entries by their first two letters, the longest first; made when they are looked for, as most never are. */
function entriesFrom(start: string): readonly Entry[] {
  const entries = byStart.get(start) ?? table.entries[start]?.split(';').map(entryOf) ?? [];
  if (entries.length > 0) byStart.set(start, entries);
  return entries;
}

function entryOf(line: string): Entry {
  const [text = '', role, mode, isOneWord] = line.split(',');
  return { text, role: table.roles[Number(role)] as Role, mode: Number(mode), isOneWord: isOneWord === '1' };
}

/** The second beginnings of pairs of words by their first. */
const pairs = new Map<string, (readonly [second: string, role: Role])[]>();
for (const [first, second, role] of table.pairs)
  pairs.set(first, [...(pairs.get(first) ?? []), [second, table.roles[role] as Role]]);
const firstLengths = [...new Set([...pairs.keys()].map(({ length }) => length))];

/**
 * Letters that may follow the beginning of a word: newsletter-s, inscri-tos, blokov-aných; fewer where it is short. What is longer
 * behind a word for mail may be a part of a compound that says the contrary: Newsletter-abwahl, Newsletter-verbot.
 */
function longestEnding({ text, role }: Pick<Entry, 'text' | 'role'>): number {
  if (text.length < 5) return 3;
  return compounded.has(role) ? 4 : text.length === 5 ? 6 : 7;
}
const compounded: ReadonlySet<Role> = new Set([
  'newsletter',
  'mail',
  'news',
  'subscription',
  'consent',
  'advertising',
  'contact',
]);
/** Endings that deny what they follow: newsletter-frei, bülten-siz, hírlevél-mentes, mail-less. */
const denyingEnding = /^s?(?:frei|vrij|fri|los|loos|less|free|siz|suz|talan|telen|mentes)$/;
/** Letters that may stand between the parts of a compound. */
const longestLink = 2;
/** Letters that link without meaning; "ab" and "un" are prefixes that turn the meaning round. */
const isLink = (gap: string) =>
  gap.length < 2 || (gap.length <= longestLink && /[snr]$/.test(gap) && gap !== 'un');
/** A shorter part of a compound is chance. */
const shortestPart = 4;
/** Letters of several words that are compared. */
const longestPhrase = 60;

/** Scripts whose words are not divided, or have other words attached: Thai to Khmer, Chinese, Japanese, Korean. */
const undivided = /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\ud7ff\uf900-\ufaff]/;
/** Articles and prepositions that are written as one with the word. */
const attached = /^(?:[\u0621-\u064a]{1,3}|[\u05d4\u05d1\u05dc\u05de\u05e9\u05d5\u05db]{1,2})$/;
const plainWord = /^(?:\d+|[a-z])$/;

export function wordsOf(text: string): TextWords {
  const words = foldedText(spaced(text).trim().split(' ')).words;
  const shortened = new Set(foldedText(text.match(abbreviation) ?? []).words);
  const roles: Role[] = [];
  const unknown: string[] = [];
  for (let i = 0; i < words.length; ) {
    const phrase = pairAt(words, i) ?? phraseAt(words, i);
    if (phrase !== undefined) {
      roles.push(phrase.role);
      i = phrase.end;
      continue;
    }
    const word = words[i] ?? '';
    const whole = shortened.has(word) ? wholeOf(word) : undefined;
    const parts = whole === undefined ? partsOf(word) : { roles: [whole.role], isWhole: true };
    for (const role of parts.roles) roles.push(role);
    if (!parts.isWhole && !plainWord.test(word)) unknown.push(word);
    i++;
  }
  return { roles, unknown };
}

/** "Newsl.", "Markk.kielto"; a shorter one may stand for anything. */
const abbreviation = /\p{L}{4,}(?=\.)/gu;
const abbreviated: ReadonlySet<Role> = new Set([
  'newsletter',
  'mail',
  'subscription',
  'advertising',
  'unsubscribed',
  'left',
  'remark',
]);

/** The shortest word that begins so. */
const wholeOf = (word: string): Entry | undefined =>
  entriesFrom(word.slice(0, 2)).findLast(({ text, role }) => abbreviated.has(role) && text.startsWith(word));

function pairAt(words: readonly string[], at: number): { role: Role; end: number } | undefined {
  const [word = '', next = ''] = words.slice(at, at + 2);
  if (next === '') return undefined;
  for (const length of firstLengths) {
    const found = pairs.get(word.slice(0, length))?.find(([second]) => next.startsWith(second));
    if (found !== undefined) return { role: found[1], end: at + 2 };
  }
  return undefined;
}

/** The longest entry of several words, or of one whole word, that stands at a word. */
function phraseAt(words: readonly string[], from: number): { role: Role; end: number } | undefined {
  let joined = '';
  const ends: number[] = [];
  for (let i = from; i < words.length && joined.length < longestPhrase; i++) {
    joined += words[i];
    ends.push(joined.length);
  }
  for (const entry of entriesFrom(joined.slice(0, 2))) {
    const { text, role, mode, isOneWord } = entry;
    if (!joined.startsWith(text)) continue;
    const last = ends.findIndex(end => end >= text.length);
    if (last > 0 && isOneWord) continue;
    const rest = (ends[last] ?? 0) - text.length;
    if (rest === 0 || (last > 0 && mode > 0 && rest <= longestEnding(entry)))
      return { role, end: from + last + 1 };
  }
  return undefined;
}

/** Divides a word: `Newsletterabmeldung`, `nieodebiera`, `受信拒否`. */
function partsOf(word: string): { roles: Role[]; isWhole: boolean } {
  const isUndivided = undivided.test(word);
  const roles: Role[] = [];
  let isWhole = true;
  let end = 0;
  let last: Entry | undefined;
  for (let at = 0; at < word.length; ) {
    const entry = entryAt(word, at, {
      isUndivided,
      isFirst: at === 0,
      follows: roles.length > 0 && at - end <= longestLink,
    });
    if (entry === undefined) {
      at++;
      continue;
    }
    const gap = word.slice(end, at);
    if (
      isUndivided
        ? gap !== ''
        : roles.length === 0
          ? gap !== '' && !isPrefix(gap, entry, roles)
          : !isLink(gap)
    )
      isWhole = false;
    roles.push(entry.role);
    last = entry;
    at += entry.text.length;
    end = at;
  }
  const ending = word.length - end;
  if (last !== undefined && denyingEnding.test(word.slice(end))) roles.push('negation');
  else if (last === undefined || ending > (isUndivided ? 0 : longestEnding(last))) isWhole = false;
  return { roles, isWhole };
}

/** Prefixes that deny what follows, which they do in many languages. */
const denying = /^(?:ne|nie|не|nav|non)$/;
const deniable: ReadonlySet<Role> = new Set([
  'wanted',
  'given',
  'subscription',
  'consent',
  'sending',
  'joined',
  'newsletter',
  'mail',
]);

function isPrefix(gap: string, entry: Entry, roles: Role[]): boolean {
  if (attached.test(gap)) return true;
  if (!denying.test(gap) || !deniable.has(entry.role)) return false;
  roles.push('negation');
  return true;
}

function entryAt(
  word: string,
  at: number,
  { isUndivided, isFirst, follows }: Readonly<Record<'isUndivided' | 'isFirst' | 'follows', boolean>>,
): Entry | undefined {
  const rest = at === 0 ? word : word.slice(at);
  const isAttached = attached.test(word.slice(0, at));
  const isAfterPrefix = denying.test(word.slice(0, at));
  return (
    entriesFrom(word.slice(at, at + 2)).find(({ text, mode }) => {
      if (!rest.startsWith(text)) return false;
      if (isUndivided) return true;
      const isEnd = text.length === rest.length;
      if (isFirst) return mode > 0 || isEnd;
      if (isAttached && !follows) return text.length >= shortestPart - 1 && (mode > 0 || isEnd);
      if (isAfterPrefix && !follows) return text.length > shortestPart && (mode > 0 || isEnd);
      if (follows) return text.length >= shortestPart && (mode > 0 || isEnd);
      // "Buurtmail", "gemaild", but "Ismail" and "Milano" as well: only the word for mail itself, at the end of a compound.
      return (
        mode === 2 && (text.length > shortestPart || (text === 'mail' && rest.length <= text.length + 1))
      );
    }) ?? (isUndivided ? entriesFrom(rest.charAt(0)).find(({ text }) => text === rest.charAt(0)) : undefined)
  );
}

const isAscii = /^[\0-\x7f]*$/;

/** The words of a name in lower case, with a blank on either side; `camelCase` is two words. */
export function spaced(header: string): string {
  // Expressions for the letters of all alphabets take milliseconds to compile.
  const [border, others] = isAscii.test(header)
    ? [/([a-z])([A-Z])/g, /[^a-z\d]+/g]
    : [/(\p{Ll})(\p{Lu})/gu, /[^\p{L}\p{N}\p{M}]+/gu];
  const divided = header
    .normalize('NFC')
    .replace(border, '$1 $2')
    .replace(/['’]t\b/g, 't');
  const words = divided.toLowerCase().replace(others, ' ').trim();
  return ` ${words} `.replaceAll(/ e (?=mail|post)/g, ' e');
}
