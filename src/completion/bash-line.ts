/** A bash command line up to the cursor, where a quote may still be open. */
export interface BashLine {
  /** The words before the cursor without their quotes, the program's name first. */
  readonly words: readonly string[];
  /** The word at the cursor, without quotes. */
  readonly current: string;
  /** How many characters of `current` readline keeps: it replaces only what follows the last word break. */
  readonly fixedLength: number;
  /** The quote that is open at the cursor. */
  readonly quote: '' | "'" | '"';
  /** A quote was closed within the word: which part of it readline would replace is not known. */
  readonly isMixed: boolean;
}

/**
 * Splits a line into words as bash does (bash manual, "Quoting"), but evaluates nothing in it.
 *
 * @param wordBreaks the characters in COMP_WORDBREAKS
 */
export function readBashLine(line: string, wordBreaks: string): BashLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: BashLine['quote'] = '';
  let fixedLength = 0;
  let isMixed = false;
  const end = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
    fixedLength = 0;
    isMixed = false;
  };
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    if (quote === '' && /\s/.test(character)) {
      end();
      continue;
    }
    word ??= '';
    if (character === quote) {
      quote = '';
      isMixed = true;
    } else if (quote === '' && (character === '"' || character === "'")) {
      quote = character;
      fixedLength = word.length;
    } else if (character === '\\' && quote !== "'") {
      const next = line.charAt(++i);
      word += quote === '"' && !'\\"$`'.includes(next) ? `\\${next}` : next;
    } else {
      word += character;
      if (quote === '' && wordBreaks.includes(character)) {
        // Readline breaks before an @, but after the other characters.
        fixedLength = word.length - (character === '@' ? 1 : 0);
        isMixed = false;
      }
    }
  }
  return { words, current: word ?? '', fixedLength, quote, isMixed };
}
