import { normalizeName } from './header-names.ts';

const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
};
const ticks = /[✓✔☑✅]/g;

/** A text as words of consent are compared: only letters and digits, without case, accents and regional letters. */
export function fold(text: string): string {
  return normalizeName(text.replace(ticks, 'x'))
    .replace(/[łøæœßđðıς]/g, letter => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Words separated by commas, folded. */
export function foldedList(list: string): readonly string[] {
  return [...new Set(list.split(',').map(fold))].filter(word => word !== '');
}

/** Words separated by commas, folded, for looking up. */
export function foldedSet(list: string): ReadonlySet<string> {
  return new Set(foldedList(list));
}
