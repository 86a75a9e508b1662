import { sanitizeText } from './sanitize.ts';
import type { Paint, TerminalOptions } from './terminal.ts';

export type Tone = keyof Paint;

/** Parameters of SGR sequences (ECMA-48, section 8.3.117). */
const tones: Readonly<Record<Tone, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

/**
 * Marks the program's own color sequences, so that `sanitizeMessage` keeps them and replaces those in other text:
 * parameters that a terminal ignores, with random values that other text cannot imitate.
 */
let seal: string | undefined;

// Made for the first color, since loading node:crypto takes 3 ms and output into a pipe has no colors.
function colorSeal(): string {
  if (seal === undefined) {
    const { randomInt } = process.getBuiltinModule('node:crypto');
    seal = Array.from({ length: 3 }, () => `;${randomInt(1000, 10_000)}`).join('');
  }
  return seal;
}

/**
 * Whether a stream gets colors, decided by `--no-color`, FORCE_COLOR, NO_COLOR, TERM=dumb, then by whether it is a
 * terminal. An empty variable counts as unset.
 *
 * @param wanted false with `--no-color`
 */
export function hasColors(
  stream: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv,
  wanted: boolean,
): boolean {
  if (!wanted) return false;
  if (environment.FORCE_COLOR) return !['0', 'false'].includes(environment.FORCE_COLOR);
  if (environment.NO_COLOR || environment.TERM === 'dumb') return false;
  return stream.isTTY === true;
}

/** @returns functions that color a text, or return it unchanged if `on` is false */
export function paintFor(on: boolean): Paint {
  const painter = (tone: Tone) => {
    const [start, end] = tones[tone];
    if (!on) return (text: string) => text;
    return (text: string) => `\x1b[${start}${colorSeal()}m${text}\x1b[${end}${colorSeal()}m`;
  };
  return {
    bold: painter('bold'),
    dim: painter('dim'),
    red: painter('red'),
    green: painter('green'),
    yellow: painter('yellow'),
    cyan: painter('cyan'),
  };
}

/** @returns `text` safe for a terminal, with the colors from `paintFor` */
export function sanitizeMessage(text: string): string {
  if (seal === undefined) return sanitizeText(text);
  // With one group, split puts the color numbers at odd indexes.
  return text
    .split(new RegExp(`\\x1b\\[(\\d+)${seal}m`))
    .map((part, index) => (index % 2 === 1 ? `\x1b[${part}m` : sanitizeText(part)))
    .join('');
}

const defaultWidth = 80;

/** Columns of stdout, else COLUMNS, else of stderr (stdout may be `| less`), else 80. */
export function terminalWidth({
  stdout,
  stderr,
  environment,
}: Pick<TerminalOptions, 'stdout' | 'stderr' | 'environment'>): number {
  const columns = Number(environment.COLUMNS);
  const given = Number.isInteger(columns) && columns > 0 ? columns : undefined;
  return stdout.columns || (given ?? stderr.columns) || defaultWidth;
}
