import { randomInt } from 'node:crypto';
import { cleanText } from './sanitize.ts';
import type { Paint } from './terminal.ts';

export type Tone = keyof Paint;

const tones: Readonly<Record<Tone, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

/**
 * What sets the program's own colours apart from escape sequences in other people's text: numbers that
 * nobody outside can know, in the place where a terminal ignores them. `cleanMessage` takes them out.
 */
const seal = Array.from({ length: 3 }, () => `;${randomInt(1000, 10_000)}`).join('');

const sealed = new RegExp(`\\x1b\\[(\\d+)${seal}m`);

/**
 * Whether a stream gets colours: `--no-color`, then FORCE_COLOR, NO_COLOR, TERM=dumb, then whether it is a
 * terminal. An empty variable counts as unset.
 */
export function hasColours(
  stream: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv,
  wanted: boolean,
): boolean {
  if (!wanted) return false;
  if (environment.FORCE_COLOR) return !['0', 'false'].includes(environment.FORCE_COLOR);
  if (environment.NO_COLOR || environment.TERM === 'dumb') return false;
  return stream.isTTY === true;
}

/** @returns functions that colour a text, or leave it as it is when colours are off */
export function paintFor(on: boolean): Paint {
  const brush = (tone: Tone) => {
    const [start, end] = tones[tone];
    return (text: string) => (on ? `\x1b[${start}${seal}m${text}\x1b[${end}${seal}m` : text);
  };
  return {
    bold: brush('bold'),
    dim: brush('dim'),
    red: brush('red'),
    green: brush('green'),
    yellow: brush('yellow'),
    cyan: brush('cyan'),
  };
}

/** @returns `text` cleaned for a terminal, but with the colours that `paintFor` gave it */
export function cleanMessage(text: string): string {
  // With one group, split puts the colour numbers at the odd places.
  return text
    .split(sealed)
    .map((part, index) => (index % 2 === 1 ? `\x1b[${part}m` : cleanText(part)))
    .join('');
}
