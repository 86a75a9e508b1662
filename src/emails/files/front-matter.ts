/** Front matter: YAML between two lines `---` at the start of an email file. */
import { nearest } from '../../lib/text/nearest.ts';
import { type FrontMatterEntry, frontMatterEntries } from './front-matter-yaml.ts';

export interface FrontMatter {
  readonly id?: string;
  readonly subject?: string;
  readonly preview?: string;
  readonly group?: string;
  readonly background_color?: string;
  readonly foreground_color?: string;
  readonly font_id?: string;
  readonly like_enabled?: boolean;
  /** The language of the email (BCP 47). */
  readonly lang?: string;
  /** Direction of the text. */
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  /** URL of the images of the file's folder. */
  readonly images?: string;
  /** Parameters for every link, by full name: `utm_source`. */
  readonly utm?: Readonly<Record<string, string>>;
  /** `html`: the body of this Markdown file is HTML. */
  readonly format?: 'html';
  /** The text part, if it is not generated from the body. */
  readonly text?: string;
  /** The email's `updated_at` at the last pull or push. */
  readonly updated_at?: string;
  /** Digests of the body's source, and of the HTML and text at the service that were made from it. */
  readonly rendered?: string;
  /** Digests of the keys and the body that the user writes, at the last pull or push; they show local changes. */
  readonly digest?: string;
}

export type FrontMatterKey = keyof FrontMatter;
type Reader = (line: FrontMatterEntry) => FrontMatter[FrontMatterKey];

const readers: Readonly<Record<FrontMatterKey, Reader>> = {
  id: readWord,
  subject: readText,
  preview: readText,
  group: readText,
  background_color: readWord,
  foreground_color: readWord,
  font_id: readWord,
  like_enabled: readBoolean,
  lang: readLanguage,
  dir: line => oneOf(line, ['ltr', 'rtl', 'auto']),
  images: readWebAddress,
  utm: readParameters,
  format: line => oneOf(line, ['html']),
  text: readText,
  updated_at: readWord,
  rendered: readText,
  digest: readText,
};

/** In the order in which they are written. */
export const frontMatterKeys = Object.keys(readers) as FrontMatterKey[];

export interface ParsedFrontMatter {
  readonly front: FrontMatter;
  /** The line of each key in the file, counted from 1. */
  readonly lines: ReadonlyMap<string, number>;
  /** Keys of other programs, which are kept in the file: `author`, `layout`. */
  readonly ignored: readonly string[];
}

/**
 * Parses front matter.
 *
 * @param text between the two lines `---`
 * @param name of the file, for messages
 * @throws Failure invalid_value with the line and, where known, its correct form
 */
export function parseFrontMatter(text: string, name: string): ParsedFrontMatter {
  const front: Record<string, unknown> = {};
  const lines = new Map<string, number>();
  const ignored: string[] = [];
  for (const entry of frontMatterEntries(text.replaceAll('\r\n', '\n'), name)) {
    const reader = readerOf(entry);
    if (reader === undefined) ignored.push(entry.key);
    else if (entry.problem !== undefined) throw entry.problem;
    else front[entry.key] = reader(entry);
    lines.set(entry.key, entry.number);
  }
  return { front, lines, ignored };
}

/** Keys that other programs use, though they look like a misspelling of one of these. */
const foreignKeys: ReadonlySet<string> = new Set(['image', 'next']);

/** @returns undefined for a key of another program @throws Failure invalid_value for a misspelling */
function readerOf(line: FrontMatterEntry): Reader | undefined {
  if (Object.hasOwn(readers, line.key)) return readers[line.key as FrontMatterKey];
  const guess = foreignKeys.has(line.key)
    ? undefined
    : nearest(line.key.replaceAll('-', '_'), frontMatterKeys);
  if (guess === undefined) return undefined;
  throw line.invalid(`unknown key "${line.key}"`, `did you mean ${guess}?`);
}

/** @throws Failure invalid_value for a map, and where a comment may have cut off text */
function readText({ key, value, asText, invalid }: FrontMatterEntry): string {
  if (typeof value !== 'string') throw invalid(`${key} must be text`, `write ${key}: "…"`);
  if (asText === undefined) return value;
  const hint = `write ${asText}; put a comment on its own line`;
  throw invalid(`" #" is ambiguous: a comment, or part of the ${key}`, hint);
}

/** A value without blanks, after which a comment may follow. @throws Failure invalid_value */
function readWord(line: FrontMatterEntry): string {
  return readText(line.value === '' ? line : { ...line, asText: undefined });
}

function readBoolean(line: FrontMatterEntry): boolean {
  const word = readWord(line).toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  const meant = /^["'“]?(?:false|no|off|n|0)/.test(word) ? 'false' : 'true';
  throw line.invalid(`${line.key} must be true or false`, `for example: ${line.key}: ${meant}`);
}

function oneOf<Choice extends string>(line: FrontMatterEntry, choices: readonly Choice[]): Choice {
  const word = readWord(line);
  const choice = choices.find(each => each === word);
  if (choice !== undefined) return choice;
  throw line.invalid(
    `${line.key} must be ${choices.join(' or ')}`,
    `for example: ${line.key}: ${choices[0]}`,
  );
}

function readLanguage(line: FrontMatterEntry): string {
  const word = readWord(line);
  if (/^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(word)) return word;
  throw line.invalid(`invalid language tag in lang: "${word}"`, 'for example: lang: pt-BR');
}

function readWebAddress(line: FrontMatterEntry): string {
  const word = readWord(line);
  if (/^https?:\/\//i.test(word) && URL.canParse(word)) return word;
  throw line.invalid(
    `invalid URL in ${line.key}: "${word}"`,
    `for example: ${line.key}: https://example.org/pictures/`,
  );
}

const utmNames = new Set(['id', 'source', 'medium', 'campaign', 'term', 'content']);

/** A map (`source: newsletter`) or a query (`source=newsletter&medium=email`). Unknown names get no `utm_`. */
function readParameters(line: FrontMatterEntry): Readonly<Record<string, string>> {
  const example = 'for example: utm: source=newsletter&medium=email&campaign=bridges';
  const pairs =
    typeof line.value === 'string'
      ? [...new URLSearchParams(readText(line))]
      : line.value.map(each => [each.key, readText(each)] as const);
  const isWritten = typeof line.value !== 'string' || line.value === '' || /=/.test(line.value);
  if (!isWritten || pairs.some(([name, value]) => !/^[\w.-]+$/.test(name) || value === '')) {
    throw line.invalid(`${line.key} must give each parameter a value`, example);
  }
  return Object.fromEntries(pairs.map(([name, value]) => [utmNames.has(name) ? `utm_${name}` : name, value]));
}
