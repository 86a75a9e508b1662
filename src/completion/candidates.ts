export interface CandidateList {
  readonly candidates: readonly Candidate[];
  /** Whether file names fit, too: the shell lists those itself, with its own `~` and quotes. */
  readonly files: boolean;
  /** How many characters of the word at the cursor stand before the candidates: 9 in `--output=js`. */
  readonly prefixLength: number;
}

export interface Candidate {
  /** The word as the program gets it. It needs no quotes in a shell. */
  readonly word: string;
  /** A few words about it, or nothing. */
  readonly description: string;
  /** More of the word follows, so that the shell must not put a space after it. */
  readonly continues?: boolean;
}

export const noCandidates: CandidateList = { candidates: [], files: false, prefixLength: 0 };

/** A description on one line of at most 60 characters. */
export function shortDescription(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${[...line].slice(0, 59).join('')}…` : line;
}
