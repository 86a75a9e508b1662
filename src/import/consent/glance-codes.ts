/** Letters by which words are looked up, in five bits each: those of an alphabet differ in them. */
export const letters = 4;
export const window = (1 << (5 * letters)) - 1;

/** From here on, Chinese, Japanese and Korean: words are looked up by two characters. */
export const firstIdeograph = 0x2e80;
/** The parts of Korean syllables. */
export const [firstJamo, lastJamo] = [0x1100, 0x11ff];

export interface BeginningsList {
  /** How the words go on that begin with the letters of a code. */
  readonly words: readonly (readonly [code: number, rests: readonly string[]])[];
  /** The first two characters of those in Chinese, Japanese and Korean. */
  readonly pairs: readonly number[];
}

export function codeOf(folded: string): number {
  let code = 0;
  for (const letter of folded.slice(0, letters)) code = (code << 5) | (letter.charCodeAt(0) & 31);
  return code;
}

export function pairOf(one: number, other: number): number {
  return one * 0x10000 + (other || 0);
}
