/**
 * What a terminal can show: its colors and symbols, and text from the service, a file or an argument without the characters
 * that control a terminal, hide text or reorder it.
 */
import type { Paint, TerminalOptions, Tone } from './terminal.ts';

/** Joiners stay inside an emoji, and after letters of scripts that need them. */
const joiner =
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{M}\p{Script=Arabic}])[\u200c\u200d]/u;
/** Tag characters stay in flags. */
const flag = /(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0020}-\u{e007f}]/u;
/** Controls except line feed and tab, format characters (bidi, zero width, tags), lone surrogates, separators. */
const hazard = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const hazards = new RegExp(`(${joiner.source}|${flag.source})|${hazard.source}`, 'gu');

function replaceHazards(text: string, replace: (character: string) => string): string {
  if (!hazard.test(text)) return text;
  return text.replace(hazards, (found: string, kept: string | undefined) =>
    kept === undefined ? replace(found) : found,
  );
}

/** `␛` for ESC and other control characters, `␡` for DEL, `\u{202e}` for the rest. */
function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '\u2421' : `\\u{${code.toString(16)}}`;
}

/** @returns `text` with what controls a terminal or hides text as `\u{1b}`; line feeds and tabs stay */
export function escapeHazards(text: string): string {
  return replaceHazards(text, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** @returns `text` safe for a terminal; line breaks (CRLF becomes LF) and tabs stay */
export function sanitizeText(text: string): string {
  return replaceHazards(text.replaceAll('\r\n', '\n'), visible);
}

/** @returns `text` on one line, safe for a terminal: `↵` for line breaks, a space for tabs */
export function sanitizeLine(text: string): string {
  return sanitizeText(text).replaceAll('\n', '↵').replaceAll('\t', ' ');
}

/** @returns a message on one line: a name with a line break must not begin a message of its own */
export const oneLine = (message: string) => message.trimEnd().replaceAll(/\r?\n/g, '↵');

/** @returns the same JSON value, with characters unsafe for a terminal as `\uXXXX` (RFC 8259, section 7) */
export function sanitizeJson(json: string): string {
  return replaceHazards(json, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Whether a screen reader reads along (ACCESSIBLE=1, as in gh), or the terminal is dumb: no redrawing, no symbols. */
export function isSpoken({ ACCESSIBLE = '', TERM }: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false'].includes(ACCESSIBLE) || TERM === 'dumb';
}

const color = String.raw`\u001b\[\d+m`;
/** Marks before words that say the same. */
const marks = new RegExp(`[✔✓✗](${color})? `, 'g');
const blocks = /[█▉▊▋▌▍▎▏▓▒░▁▂▃▄▅▆▇]+ */g;

/** The text as it can be read aloud, without symbols. */
export function withoutSymbols(text: string): string {
  return text.replaceAll(marks, '$1').replaceAll('→', 'to').replaceAll(blocks, '');
}

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
