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
}

export const noCandidates: CandidateList = { candidates: [], files: false, prefixLength: 0 };

/** A description on one line of at most 60 characters. */
export function shortDescription(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${[...line].slice(0, 59).join('')}…` : line;
}

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** A command line to complete, and how its shell wants the candidates. */
interface CompletionRequest {
  /** Words before the cursor, without the program's name. */
  readonly words: readonly string[];
  /** The word at the cursor, up to the cursor. */
  readonly current: string;
  /** The text that the script of the shell reads. */
  readonly format: (list: CandidateList) => string;
}

/**
 * Reads the arguments of a shell's script. Users keep the script of one version when they install a later one, so
 * neither these arguments nor the text that the script reads may change.
 *
 * @param args what the script passes after the name of the shell
 */
export function parseRequest(shell: Shell, args: readonly string[]): CompletionRequest {
  switch (shell) {
    case 'bash': {
      const [line = '', wordBreaks = '', completionType = ''] = args;
      const read = readBashLine(line, wordBreaks);
      // COMP_TYPE is the character code of "?" when Tab only lists the candidates.
      const isListing = completionType === '63';
      return {
        words: read.words.slice(1),
        current: read.current,
        format: list => forBash(list, read, isListing),
      };
    }
    case 'zsh':
      return { words: args.slice(0, -1), current: args.at(-1) ?? '', format: forZsh };
    case 'fish': {
      const { current } = readBashLine(args.at(-1) ?? '', '');
      return { words: args.slice(1, -1), current, format: list => forFish(list, current) };
    }
    case 'powershell': {
      const words = Buffer.from(args[0] ?? '', 'base64')
        .toString('utf8')
        .split('\n');
      const current = words.at(-1) ?? '';
      return { words: words.slice(0, -1), current, format: list => forPowerShell(list, current) };
    }
  }
}

/** The first line: whether files fit, and how long the prefix is. A line for each candidate follows. */
function head({ files, prefixLength }: CandidateList): string {
  return `${files ? 'files' : 'words'} ${prefixLength}`;
}

function startingWith({ candidates, prefixLength }: CandidateList, current: string): readonly Candidate[] {
  const start = current.slice(prefixLength);
  return candidates.filter(({ word }) => word.startsWith(start));
}

/** The lines of COMPREPLY as readline inserts them: quoted, without what stands before the last word break. */
function forBash(list: CandidateList, line: BashLine, isListing: boolean): string {
  const { current, fixedLength, quote, isMixed } = line;
  const fitting = isMixed ? [] : startingWith(list, current);
  // On the second Tab readline only lists the candidates, and inserts none: descriptions can stand beside them.
  const describes = isListing && quote === '' && fitting.length > 1;
  const longest = Math.max(0, ...fitting.map(({ word }) => word.length));
  const lines = fitting.flatMap(({ word, description }) => {
    const whole = current.slice(0, list.prefixLength) + word;
    // Flags, choices, fields, settings and profiles need no quotes.
    const text = whole.slice(fixedLength);
    return describes && description !== '' ? `${text.padEnd(longest)}  (${description})` : text;
  });
  return [head(list), ...lines].join('\n');
}

/** zsh filters and quotes the words itself. */
function forZsh(list: CandidateList): string {
  const longest = Math.max(0, ...list.candidates.map(({ word }) => word.length));
  const lines = list.candidates.map(({ word, description }) => {
    const shown = description === '' ? word : `${word.padEnd(longest)}  -- ${description}`;
    return `${word}\t${shown}`;
  });
  return [head(list), ...lines].join('\n');
}

/** fish filters and quotes the words itself, and expects them with their prefix. */
function forFish(list: CandidateList, current: string): string {
  const prefix = current.slice(0, list.prefixLength);
  const lines = list.candidates.map(({ word, description }) => `${prefix}${word}\t${description}`);
  return [head(list), ...lines].join('\n');
}

/** Base64 of UTF-8, because PowerShell reads a program's output in the encoding of the console. */
function forPowerShell(list: CandidateList, current: string): string {
  const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
  const lines = startingWith(list, current).map(({ word, description }) => {
    const whole = current.slice(0, list.prefixLength) + word;
    return [quoteForPowerShell(whole), word, description || word].map(base64).join(' ');
  });
  return [head(list), ...lines].join('\n');
}

/** In single quotes, with those inside doubled; typographic quotes count as quotes in PowerShell, too. */
function quoteForPowerShell(text: string): string {
  if (/^[\w./:=+-]+$/u.test(text)) return text;
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/gu, '$&$&')}'`;
}

interface BashLine {
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
function readBashLine(line: string, wordBreaks: string): BashLine {
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
