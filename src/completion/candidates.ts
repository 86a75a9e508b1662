/** What can stand at the cursor. */
export interface Answer {
  readonly candidates: readonly Candidate[];
  /** Whether files fit there, too: the shell itself lists those, with its own `~` and quotes. */
  readonly files: boolean;
  /** How many characters of the word at the cursor the candidates do not repeat: `--output=` is 9. */
  readonly kept: number;
}

export interface Candidate {
  /** The word as the program shall get it: no control characters, not yet quoted for a shell. */
  readonly word: string;
  /** A few words about it; may be empty. */
  readonly about: string;
  /** The word goes on: no blank behind it. */
  readonly open?: boolean;
}

/** Nothing fits, or nothing is known. */
export const nothing: Answer = { candidates: [], files: false, kept: 0 };

/** What would disturb a shell's line or the program's protocol with it: controls, bidi, zero width, line ends. */
const disturbing = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Whether a text from elsewhere can be a word as it is: it must reach the program unchanged. */
export function canBeWord(text: string): boolean {
  return text.trim() === text && text !== '' && !text.startsWith('-') && text.search(disturbing) < 0;
}

/** A text from elsewhere as a short remark on one line. */
export function remark(text: string): string {
  const line = text.replace(/\s+/gu, ' ').replace(disturbing, '').trim();
  return line.length > 60 ? `${[...line].slice(0, 59).join('')}…` : line;
}
