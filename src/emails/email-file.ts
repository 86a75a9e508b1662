/** An email as a file: front matter (YAML between two lines `---`), and the body below. */
import { type Document, isMap, isScalar, parseDocument } from 'yaml';
import { Failure } from '../lib/failure.ts';

/** What front matter may hold, with the type of each; another key is an error. */
const keys = {
  id: 'text',
  subject: 'text',
  preview: 'text',
  group: 'text',
  background_color: 'text',
  foreground_color: 'text',
  font_id: 'text',
  like_enabled: 'boolean',
  /** `html`: the body of a Markdown file is HTML, and passes as it is. */
  format: 'text',
  /** The text part, where it is not made from the body. */
  text: 'text',
  /** The email's `updated_at` when it was pulled or pushed. */
  updated_at: 'text',
  /** Of all the rest, when it was pulled or pushed: tells whether the file was changed since. */
  digest: 'text',
} as const;

type Key = keyof typeof keys;
export type FrontMatter = { readonly [K in Key]?: (typeof keys)[K] extends 'boolean' ? boolean : string };

export interface EmailFile {
  readonly front: FrontMatter;
  readonly body: string;
  /** The line of the file, from 1, on which the body begins. */
  readonly bodyLine: number;
  /** What is left of the YAML, comments included, for writing it again. */
  readonly document: Document;
}

const fence = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)(\r?\n)?/;

/**
 * Reads a file. One empty line below the front matter and the line end of the last line are the file's own.
 *
 * @param name for messages
 * @throws Failure invalid_value for anything that is no such file, naming the key and line where it can
 */
export function parseEmailFile(text: string, name: string): EmailFile {
  const found = fence.exec(text);
  if (found === null) {
    throw new Failure('invalid_value', `${name} does not begin with front matter: lines between two "---"`, {
      hint: 'newsletter emails pull <id> writes such a file',
    });
  }
  const document = parseDocument(found[1] ?? '', { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = (error.linePos?.[0].line ?? 0) + 1;
    throw invalid(`${name}:${line}`, (error.message.split('\n')[0] ?? '').replace(/ at line \d+.*$/, ''));
  }
  const front = readFront(document, name);
  const rest = text.slice(found[0].length);
  // Windows' line ends in the front matter: an editor, or Git, has put them everywhere.
  const lines = found[0].includes('\r\n') ? rest.replaceAll('\r\n', '\n') : rest;
  return {
    front,
    document,
    body: lines.replace(/\n$/, ''),
    bodyLine: found[0].split('\n').length,
  };
}

const types: Readonly<Record<string, string | undefined>> = keys;

function readFront(document: Document, name: string): FrontMatter {
  if (document.contents === null) return {};
  if (!isMap(document.contents)) throw invalid(name, 'its front matter is no list of "key: value"');
  const values: Record<string, unknown> = document.toJS({ maxAliasCount: 0 });
  const front: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const type = Object.hasOwn(keys, key) ? types[key] : undefined;
    if (type === undefined) {
      throw new Failure('invalid_value', `${name}: there is no key "${key}" in front matter`, {
        hint: `its keys: ${Object.keys(keys).join(', ')}`,
      });
    }
    if (type === 'boolean' && typeof value !== 'boolean') throw invalid(name, `${key} must be true or false`);
    // `subject:` with nothing behind it is an empty text.
    const read = value === null && type === 'text' ? '' : value;
    if (type === 'text' && typeof read !== 'string') {
      throw invalid(name, `${key} must be text; put it in quotes: ${key}: "${String(value)}"`);
    }
    front[key] = read;
  }
  if (front.format !== undefined && front.format !== 'html') throw invalid(name, 'format can only be html');
  return front;
}

function invalid(name: string, message: string): Failure {
  return new Failure('invalid_value', `${name}: ${message}`);
}

/** The text of a file; `parseEmailFile` reads exactly the same from it. */
export function formatEmailFile(front: FrontMatter, body: string): string {
  return `${yamlOf(parseDocument('{}'), front)}\n${body}\n`;
}

/** The same file with other values in its front matter; comments, order and body stay. */
export function withFront(file: EmailFile, text: string, changes: FrontMatter): string {
  const found = fence.exec(text);
  const rest = text.slice(found?.[0].length ?? 0);
  const gap = found?.[2] ?? '';
  return `${yamlOf(file.document, changes)}${gap}${rest}`;
}

/** What does not come back to the letter from a YAML block: blanks at the ends of lines, characters nobody sees. */
const isDelicate =
  /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|^\s|\s$|[ \t]\n|\n[ \t]/u;

function yamlOf(document: Document, values: FrontMatter): string {
  if (isMap(document.contents)) document.contents.flow = false;
  for (const key of Object.keys(keys) as Key[]) {
    const value = values[key];
    if (value === undefined) continue;
    // A node that is there keeps its comment; of a new value there is none yet.
    if (document.has(key)) document.set(key, value);
    else document.set(key, document.createNode(value));
    const node = document.get(key, true);
    if (isScalar(node) && typeof value === 'string' && isDelicate.test(value)) node.type = 'QUOTE_DOUBLE';
  }
  const text = document.toString({
    lineWidth: 0,
    blockQuote: 'literal',
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  return `---\n${text}---\n`;
}
