/** Text for people: lines wrapped between words, and commands that name the account in use. */
import { stripVTControlCharacters } from 'node:util';
import { largest } from '../lib/extremes.ts';
import { shellWord } from '../lib/text/shell-word.ts';

/** Colors and styles take no room. */
const lengthOf = (text: string) => stripVTControlCharacters(text).length;

/** @param indent blanks before each continuation line */
function wrapLine(line: string, width: number, indent: number): readonly string[] {
  const lines: string[] = [];
  let [current, length] = ['', 0];
  // Each word with the spaces before it, which are dropped at a line break.
  for (const word of line.match(/\s*\S+/g) ?? []) {
    const size = lengthOf(word);
    if (length > indent && length + size > width) {
      lines.push(current);
      current = ' '.repeat(indent) + word.trimStart();
      length = lengthOf(current);
    } else {
      current += word;
      length += size;
    }
  }
  return [...lines, current];
}

/** Wraps a text to lines of at most `width` characters; keeps its line breaks. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap(line => wrapLine(line, width, 0))
    .join('\n');
}

/** A command to type, at the start of a message or after a colon or semicolon, and flags with their values. */
const typed =
  /(?<=^|[:;,] )(?:then )?newsletter (?:'[^'\n]*'|[^;'\n])*|(?<=^| )--[a-z-]+ (?:'[^']*'\S*|"[^"]*"\S*|[^-\s]\S*)/gm;

/** The text with other signs for the blanks of commands and flags. */
const unbroken = (text: string) => text.replaceAll(typed, words => words.replaceAll(' ', '\0'));

/**
 * Wraps the long lines of a screen. Continuation lines begin under the last column of their line or, if that leaves
 * less than half of the width or than a word needs, two characters further in than the line. Flags are not broken, since
 * people copy them.
 */
export function wrapScreen(text: string, width: number): string {
  return unbroken(text)
    .split('\n')
    .flatMap(line => {
      const visible = stripVTControlCharacters(line);
      if (visible.length <= width) return [line];
      const [column = ''] = /^.*\S {2,}(?=\S)/.exec(visible) ?? [];
      const [start = ''] = /^ */.exec(visible) ?? [];
      const widest = largest(
        visible
          .slice(column.length)
          .split(' ')
          .map(word => word.length),
      );
      const isRoom = column.length > 0 && column.length <= Math.min(width / 2, width - widest);
      const indent = isRoom ? column.length : start.length + 2;
      return wrapLine(line, width, indent);
    })
    .join('\n')
    .replaceAll('\0', ' ');
}

/**
 * A message after its label (`error:`), wrapped to the width of a terminal. Commands and flags are not broken, since
 * people copy them. A pipe gets one line per message.
 *
 * @param label with its colors
 * @param indent characters of the label as shown, with the space after it
 */
export function wrapMessage(label: string, indent: number, text: string, stream: NodeJS.WriteStream): string {
  if (stream.isTTY !== true) return label + text;
  const wrapped = wrapText(unbroken(text), (stream.columns || 80) - indent);
  return label + wrapped.replaceAll('\0', ' ').replaceAll('\n', `\n${' '.repeat(indent)}`);
}

/** The start of a command that depends on the account, and the rest of it; names may hold the word. */
const anyCommand =
  /(?<=^|[:;,.|] |\b(?:then|see) )newsletter (?=([a-z][^;,]*))(?!(?:help|link|profiles|completion|sandbox)\b)(?![^;,]* --(?:help|local)\b)/g;

/** The options that say which account is meant, as on the command line. */
export interface AccountFlags {
  readonly profile?: string | undefined;
  readonly expectAccount?: string | undefined;
}

/**
 * Adds `--profile` and `--expect-account` to the commands of a message, which would otherwise use another account. Those
 * that name a profile are about the account of that one.
 */
export function withAccount(text: string, { profile, expectAccount }: AccountFlags): string {
  const flags = Object.entries({ '--profile': profile, '--expect-account': expectAccount });
  return text.replace(anyCommand, (start, rest: string) =>
    rest.includes(' --profile')
      ? start
      : flags.reduce(
          (line, [flag, value]) =>
            value === undefined || rest.includes(` ${flag}`) ? line : `${line}${flag} ${shellWord(value)} `,
          start,
        ),
  );
}
