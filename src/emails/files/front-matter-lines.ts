/** Front matter as lines: which keys stand where, and what belongs to each. */
import { Failure } from '../../lib/failure.ts';

/** A key with its value, as they stand in the file. */
export interface FrontMatterLine {
  readonly key: string;
  /** What follows the colon on the same line, without blanks around it. */
  readonly value: string;
  /** The indented lines below that belong to it. */
  readonly below: readonly string[];
  /** The line of the file, counted from 1. */
  readonly number: number;
  /** Of the file, for messages. */
  readonly name: string;
  /** The lines below without the blanks that all of them begin with. */
  unindentedBelow(): string;
  /** A failure that names file and line. */
  invalid(message: string, hint: string): Failure;
}

const keyLine = /^(["']?)([^\s:#"'-][^:"']*?)\1[ \t]*:(?:[ \t]+(.*))?$/u;

/**
 * Divides front matter into its keys.
 *
 * @param text between the two lines `---`
 * @param firstLine of the file on which it begins
 * @throws Failure invalid_value for a line that is neither `key: value` nor a comment
 */
export function frontMatterLines(text: string, name: string, firstLine = 2): FrontMatterLine[] {
  const lines: FrontMatterLine[] = [];
  const source = text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (let index = 0; index < source.length; index++) {
    const line = (source[index] ?? '').replace(/[ \t]+$/, '');
    if (line === '' || line.startsWith('#')) continue;
    const number = firstLine + index;
    const [found, , key = '', value = ''] = keyLine.exec(line) ?? [];
    if (found === undefined) throw notAKey(`${name}:${number}`, line);
    const below = linesBelow(source, index + 1);
    index += below.length;
    lines.push({ key, value, below, number, name, ...methods(name, number, below) });
  }
  return lines;
}

function methods(name: string, number: number, below: readonly string[]) {
  return {
    invalid: (message: string, hint: string) =>
      new Failure('invalid_value', `${name}:${number}: ${message}`, { hint }),
    unindentedBelow: () => {
      const indent = Math.min(...below.map(line => line.search(/\S|$/)));
      return below.map(line => line.slice(indent)).join('\n');
    },
  };
}

/** Blank lines belong to a value only where more of it follows. */
function linesBelow(source: readonly string[], from: number): string[] {
  const end = source.findIndex((line, index) => index >= from && /^[^ \t]/.test(line));
  const below = source.slice(from, end < 0 ? undefined : end);
  const last = below.findLastIndex(line => line.trim() !== '');
  return below.slice(0, last + 1);
}

function notAKey(place: string, line: string): Failure {
  const [, key, value] = /^([a-z_]+):(\S.*)$/.exec(line) ?? [];
  if (key !== undefined) {
    return new Failure('invalid_value', `${place}: missing space after the colon`, {
      hint: `write ${key}: ${value}`,
    });
  }
  if (/^[ \t]/.test(line)) {
    return new Failure('invalid_value', `${place}: the line begins with a space`, {
      hint: 'keys must start at the beginning of the line',
    });
  }
  const shown = line.length > 50 ? `${line.slice(0, 49)}…` : line;
  return new Failure('invalid_value', `${place}: expected "key: value", found "${shown}"`, {
    hint: 'end the front matter with a line "---" before the text of the email',
  });
}
