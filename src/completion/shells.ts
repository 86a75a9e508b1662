import { type BashLine, quoteForBash, readBashLine } from './bash-line.ts';
import type { Answer, Candidate } from './candidates.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** What a shell asks, and how it wants to be answered. */
export interface Asked {
  /** Words before the cursor, without the program's name. */
  readonly words: readonly string[];
  /** The word at the cursor, up to the cursor. */
  readonly current: string;
  /** The text that the script of that shell reads. */
  readonly write: (answer: Answer) => string;
}

/**
 * Reads what a shell's script hands over. The scripts that were printed by one version meet later ones: what they
 * hand over and read must stay understood.
 *
 * @param given the arguments behind the shell's name
 */
export function asked(shell: Shell, given: readonly string[]): Asked {
  switch (shell) {
    case 'bash': {
      const [line = '', breaks = '', listing = ''] = given;
      const read = readBashLine(line, breaks);
      return { ...split(read.words, read.current), write: answer => forBash(answer, read, listing === '63') };
    }
    case 'zsh':
      return { ...split(['', ...given.slice(0, -1)], given.at(-1) ?? ''), write: forZsh };
    case 'fish': {
      const read = readBashLine(given.at(-1) ?? '', '');
      return { ...split(given.slice(0, -1), read.current), write: answer => forFish(answer, read.current) };
    }
    case 'powershell': {
      const words = Buffer.from(given[0] ?? '', 'base64')
        .toString('utf8')
        .split('\n');
      const current = words.at(-1) ?? '';
      return {
        ...split(['', ...words.slice(0, -1)], current),
        write: answer => forPowerShell(answer, current),
      };
    }
  }
}

function split(words: readonly string[], current: string) {
  return { words: words.slice(1), current };
}

/** The first line says whether files fit, and how much of the word stays; then a line for each candidate. */
function head({ files, kept }: Answer): string {
  return `${files ? 'files' : 'words'} ${kept}`;
}

function startingWith({ candidates, kept }: Answer, current: string): readonly Candidate[] {
  const start = current.slice(kept);
  return candidates.filter(({ word }) => word.startsWith(start));
}

/** Lines of COMPREPLY as readline inserts them: quoted, without what stands before its word break. */
function forBash(answer: Answer, line: BashLine, isListing: boolean): string {
  const { current, fixed, quote, isMixed } = line;
  const fitting = isMixed ? [] : startingWith(answer, current);
  // Readline lists what fits on the second Tab, and inserts nothing then: there remarks can stand beside.
  const describes = isListing && quote === '' && fitting.length > 1;
  const longest = Math.max(0, ...fitting.map(({ word }) => word.length));
  const lines = fitting.flatMap(({ word, about }) => {
    const whole = current.slice(0, answer.kept) + word;
    const text = quoteForBash(whole.slice(fixed), quote);
    return describes && about !== '' ? `${text.padEnd(longest)}  (${about})` : text;
  });
  const isOpen = fitting.length > 0 && fitting.every(({ open }) => open);
  return [`${head(answer)}${isOpen ? ' open' : ''}`, ...lines].join('\n');
}

/** zsh matches and quotes; `+` marks words that go on. */
function forZsh(answer: Answer): string {
  const longest = Math.max(0, ...answer.candidates.map(({ word }) => word.length));
  const lines = answer.candidates.map(({ word, about, open }) => {
    const shown = about === '' ? word : `${word.padEnd(longest)}  -- ${about}`;
    return `${open ? '+' : '.'}${word}\t${shown}`;
  });
  return [head(answer), ...lines].join('\n');
}

/** fish matches and quotes, and wants whole words. */
function forFish(answer: Answer, current: string): string {
  const kept = current.slice(0, answer.kept);
  const lines = answer.candidates.map(({ word, about }) => `${kept}${word}\t${about}`);
  return [head(answer), ...lines].join('\n');
}

/** PowerShell knows no encoding but its console's: everything is base64 of UTF-8. */
function forPowerShell(answer: Answer, current: string): string {
  const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
  const lines = startingWith(answer, current).map(({ word, about }) => {
    const whole = current.slice(0, answer.kept) + word;
    return [quoteForPowerShell(whole), word, about || word].map(base64).join(' ');
  });
  return [head(answer), ...lines].join('\n');
}

/** Single quotes, which PowerShell also sees in their typographic forms, are doubled. */
function quoteForPowerShell(text: string): string {
  if (/^[\w./:=+-]+$/u.test(text)) return text;
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/gu, '$&$&')}'`;
}
