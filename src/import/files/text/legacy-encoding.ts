import { largest } from '../../../lib/extremes.ts';
import { withoutSigns, wordProbability } from './letter-model.ts';

/** An encoding that a file may have, with some of its words in it. */
export interface EncodingCandidate {
  readonly name: string;
  readonly label: string;
  readonly samples: readonly string[];
}

const western = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'is', 'ca'];
const central = ['pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl', 'de'];

interface LegacyEncoding {
  readonly name: string;
  readonly label: string;
  readonly languages: readonly string[];
  /** How rare it is, as a logarithm. */
  readonly rarity: number;
  /** The first and last pair of bytes of its usual characters, where it has thousands of others. */
  readonly usual?: readonly [number, number];
}

/** Of those that give the same text, the first is taken. */
const encodings: readonly LegacyEncoding[] = [
  { name: 'Windows-1252', label: 'windows-1252', languages: western, rarity: 0 },
  { name: 'ISO-8859-15', label: 'iso-8859-15', languages: western, rarity: 4 },
  // What Excel for Mac saved as CSV before it had CSV UTF-8.
  { name: 'Mac Roman', label: 'macintosh', languages: western, rarity: 3 },
  { name: 'Windows-1250', label: 'windows-1250', languages: central, rarity: 1 },
  { name: 'ISO-8859-2', label: 'iso-8859-2', languages: central, rarity: 3 },
  { name: 'Windows-1251', label: 'windows-1251', languages: ['ru', 'uk', 'bg', 'sr'], rarity: 1 },
  { name: 'KOI8-R', label: 'koi8-r', languages: ['ru'], rarity: 3 },
  { name: 'KOI8-U', label: 'koi8-u', languages: ['uk'], rarity: 4 },
  { name: 'ISO-8859-5', label: 'iso-8859-5', languages: ['ru', 'uk', 'bg', 'sr'], rarity: 6 },
  { name: 'Windows-1253', label: 'windows-1253', languages: ['el'], rarity: 1 },
  { name: 'ISO-8859-7', label: 'iso-8859-7', languages: ['el'], rarity: 4 },
  { name: 'Windows-1254', label: 'windows-1254', languages: ['tr'], rarity: 1 },
  { name: 'Windows-1255', label: 'windows-1255', languages: ['he'], rarity: 1 },
  { name: 'Windows-1256', label: 'windows-1256', languages: ['ar', 'fa'], rarity: 1 },
  { name: 'ISO-8859-6', label: 'iso-8859-6', languages: ['ar'], rarity: 6 },
  { name: 'Windows-1257', label: 'windows-1257', languages: ['lt', 'lv', 'et'], rarity: 4 },
  { name: 'Windows-1258', label: 'windows-1258', languages: ['vi'], rarity: 6 },
  { name: 'Windows-874', label: 'windows-874', languages: ['th'], rarity: 6 },
  { name: 'Shift JIS', label: 'shift_jis', languages: ['ja'], rarity: 3, usual: [0x8140, 0x9872] },
  { name: 'EUC-JP', label: 'euc-jp', languages: ['ja'], rarity: 5, usual: [0xa4a1, 0xcfd3] },
  { name: 'GB18030', label: 'gb18030', languages: ['zh-Hans'], rarity: 3, usual: [0xb0a1, 0xd7f9] },
  { name: 'Big5', label: 'big5', languages: ['zh-Hant'], rarity: 3, usual: [0xa440, 0xc67e] },
  { name: 'EUC-KR', label: 'euc-kr', languages: ['ko'], rarity: 3, usual: [0xb0a1, 0xc8fe] },
];

/** An encoding is certain when every other that gives another text is this much less likely (as a logarithm). */
const certainty = Math.log(1000);
/** A text is no language when its characters are less likely than this on average (as a logarithm). */
const gibberish = Math.log(1e-4);
/** The same for the characters of languages that have thousands of them. */
const eastAsianGibberish = Math.log(1e-6);
const eastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** The share of words that may look odd in a text that is read rightly. */
const mostOdd = 0.05;
/** A capital beyond ASCII inside a word of small letters, or a sign beside a letter. */
const odd =
  /\p{Ll}(?!\p{ASCII})\p{Lu}|^\p{Lu}(?!\p{ASCII})\p{Lu}\p{Ll}|[\p{L}\p{M}][\p{S}\p{Cc}\p{Co}§¶†‡•¿¡ªº](?!$)|[\p{S}\p{Cc}\p{Co}§¶†‡•]\p{L}/u;
/** What a character costs that is not one of the usual ones (as a logarithm). */
const unusual = Math.log(1000);
/** What a word costs that is half Latin, half East Asian (as a logarithm). */
const mixed = Math.log(10_000);
const mixedScripts = /\p{Script=Latin}[^\p{Script=Latin}\P{Lo}]|[^\p{Script=Latin}\P{Lo}]\p{Script=Latin}/u;
const judgedWords = 500;
const longestWord = 40;
/** Bytes without a space or a delimiter that are kept until more have been read. */
const longestRest = 1 << 16;
const shownWords = 3;
const shownCandidates = 4;

/**
 * Ranks the encodings of a text that is not UTF-8 by how likely its words are in the languages written in
 * them, the best first; `isCertain` when no other is likely.
 */
export async function rankEncodings(
  pieces: AsyncIterable<Buffer>,
): Promise<{ isCertain: boolean; candidates: readonly EncodingCandidate[] }> {
  const words = await foreignWords(pieces);
  const readings = encodings.map(encoding => readWords(words, encoding));
  const different = differentTexts(readings);
  const [best, next] = different;
  const isClear = best !== undefined && (next === undefined || best.score - next.score > certainty);
  return {
    isCertain:
      isClear && best.score > leastScore(best.texts) && oddWords(best.texts) <= mostOdd * words.length,
    candidates: withSamples(different.filter(isText).slice(0, shownCandidates)),
  };
}

/** The score below which words are no language. */
function leastScore(texts: readonly string[]): number {
  const least = (letter: string) => (eastAsian.test(letter) ? eastAsianGibberish : gibberish);
  return [...texts.join('')].reduce((sum, letter) => sum + least(letter), 0);
}

const oddWords = (texts: readonly string[]) => texts.filter(text => odd.test(withoutSigns(text))).length;

/** Candidates with a few words which they read differently, at best the first two. */
function withSamples(candidates: readonly Reading[]): EncodingCandidate[] {
  const [best, next] = candidates;
  const differ = (one: Reading | undefined, two: Reading | undefined) => (word: number) =>
    one?.texts[word] !== two?.texts[word];
  const words = (best?.texts ?? []).map((_, word) => word);
  const telling = words.filter(differ(best, next));
  const shown = (telling.length > 0 ? telling : words).slice(0, shownWords);
  return candidates.map(({ name, label, texts }) => ({
    name,
    label,
    samples: shown.map(word => (texts[word] ?? '').replace(amount, '')),
  }));
}

/** One of those that give the same text, with the score of the best; the likeliest first. */
function differentTexts(readings: readonly Reading[]): Reading[] {
  const different = new Map<string, Reading>();
  for (const reading of readings) {
    const text = reading.texts.join(' ');
    const same = different.get(text) ?? reading;
    different.set(text, { ...same, score: Math.max(same.score, reading.score) });
  }
  return [...different.values()].sort((a, b) => b.score - a.score);
}

const isText = ({ texts }: Reading) => !/[\p{Cc}\ufffd]/u.test(texts.join(''));

/** Some words as an encoding reads them, and how likely that is (as a logarithm). */
interface Reading {
  readonly name: string;
  readonly label: string;
  readonly texts: readonly string[];
  readonly score: number;
}

function readWords(
  words: readonly Buffer[],
  { name, label, languages, rarity, usual }: LegacyEncoding,
): Reading {
  // Some versions of Node decode Windows-1252 as ISO-8859-1 unless it is a stream.
  const text = new TextDecoder(label).decode(joined(words), { stream: true });
  // Windows-1258 has the marks of Vietnamese letters apart.
  const texts = text.normalize('NFC').split('\n').slice(0, -1);
  const rare = words.reduce(
    (sum, word) => sum + (usual === undefined ? 0 : unusualCharacters(word, usual)),
    0,
  );
  const score = texts.reduce((sum, text) => sum + likelihood(text, languages), -rarity - rare * unusual);
  return { name, label, texts, score };
}

const joined = (words: readonly Buffer[]) => Buffer.concat(words.flatMap(word => [word, Buffer.from('\n')]));

/** A list may hold names of many languages: each word counts in the one that suits it best. */
function likelihood(text: string, languages: readonly string[]): number {
  const best = largest(languages.map(language => wordProbability(text, language)));
  return best - Math.log(languages.length) / 2 - (mixedScripts.test(text) ? mixed : 0);
}

/** Number of characters beyond ASCII that are not between two pairs of bytes. */
function unusualCharacters(word: Buffer, [first, last]: readonly [number, number]): number {
  let count = 0;
  for (let at = 0; at < word.length; at++) {
    if ((word[at] ?? 0) < 0x80) continue;
    const pair = ((word[at] ?? 0) << 8) + (word[at + 1] ?? 0);
    if (pair < first || pair > last || (pair & 0xff) < (first & 0x80)) count++;
    at++;
  }
  return count;
}

/** Beside a word: a number stood there. */
const amount = /^0|0$/g;

/**
 * Different words with bytes beyond ASCII. The second byte of a character may look like a letter, but not like a comma.
 * A word that touches a number, or is a sign beside one, gets a 0, so that signs are not taken for letters.
 */
async function foreignWords(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const words = new Map<string, Buffer>();
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1');
    // A word, or even a character, must not be cut in two.
    const end = largest(['\n', '\r', ',', ';', '\t', ' '].map(mark => text.lastIndexOf(mark))) + 1;
    collectWords(text.slice(0, end), words);
    rest = text.length - end > longestRest ? '' : text.slice(end);
    if (words.size >= judgedWords) break;
  }
  collectWords(rest, words);
  return [...words.values()];
}

function collectWords(text: string, words: Map<string, Buffer>): void {
  for (const [, before = '', word = '', after = ''] of text.matchAll(
    /(\d ?)?([@-~]*[\x80-\xff][@-\xff]*)( ?\d)?/g,
  )) {
    if (words.size >= judgedWords || word.length > longestWord) continue;
    const isShort = /^[\x80-\xff]{1,2}$/.test(word);
    const isBehind = before.length === 1 || (isShort && before !== '');
    const isBefore = after.length === 1 || (isShort && after !== '');
    const judged = `${isBehind ? '0' : ''}${word}${isBefore && !isBehind ? '0' : ''}`;
    words.set(judged, Buffer.from(judged, 'latin1'));
  }
}
