/**
 * A bash command line up to the cursor, read without bash: nothing on it is ever evaluated. Quotes may be open still.
 * (Bash manual, "Quoting"; readline's word breaks as in COMP_WORDBREAKS.)
 */
export interface BashLine {
  /** Whole words before the cursor, without their quotes; the program's name first. */
  readonly words: readonly string[];
  /** The word at the cursor, without quotes. */
  readonly current: string;
  /** How much of `current` stands before the part that readline replaces. */
  readonly fixed: number;
  /** The quote that is open at the cursor. */
  readonly quote: '' | "'" | '"';
  /** A quote was closed within the word: readline and we would not mean the same part of it. */
  readonly isMixed: boolean;
}

/** @param breaks COMP_WORDBREAKS */
export function readBashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: BashLine['quote'] = '';
  let fixed = 0;
  let isMixed = false;
  const end = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
    fixed = 0;
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
      fixed = word.length;
    } else if (character === '\\' && quote !== "'") {
      const next = line.charAt(++i);
      word += quote === '"' && !'\\"$`'.includes(next) ? `\\${next}` : next;
    } else {
      word += character;
      if (quote === '' && breaks.includes(character)) {
        // Readline breaks before an @, and behind the others.
        fixed = word.length - (character === '@' ? 1 : 0);
        isMixed = false;
      }
    }
  }
  return { words, current: word ?? '', fixed, quote, isMixed };
}

/** A text as one word of bash, to stand behind the quote that is open; readline closes it. */
export function quoteForBash(text: string, quote: BashLine['quote']): string {
  if (quote === '') return text.replace(/[^\w@%+=,./\-\u0080-\u{10ffff}]/gu, '\\$&');
  const quoted = quote === "'" ? inSingle(text) : inDouble(text);
  // What ends on such a quote readline takes for closed.
  return quoted.endsWith(quote) ? quoted + quote : quoted;
}

function inSingle(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function inDouble(text: string): string {
  // Within double quotes bash would expand `!` from its history, and keep a backslash before it.
  return text.replace(/["$`\\]/g, '\\$&').replaceAll('!', `"'!'"`);
}
