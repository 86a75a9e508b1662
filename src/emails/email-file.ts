/** An email as a file: front matter (YAML between two lines `---`), then the body. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/file-errors.ts';

/** The keys of front matter and their types; other keys are an error. */
const keys = {
  id: 'text',
  subject: 'text',
  preview: 'text',
  group: 'text',
  background_color: 'text',
  foreground_color: 'text',
  font_id: 'text',
  like_enabled: 'boolean',
  /** `html`: the body of this Markdown file is HTML, which is pushed unchanged. */
  format: 'text',
  /** The text part, when it is not made from the body. */
  text: 'text',
  /** The email's `updated_at` at the last pull or push. */
  updated_at: 'text',
  /** Of everything else at the last pull or push: tells whether the file was changed since then. */
  digest: 'text',
} as const;

type Key = keyof typeof keys;
export type FrontMatter = { readonly [K in Key]?: (typeof keys)[K] extends 'boolean' ? boolean : string };

export interface ParsedEmailFile {
  readonly front: FrontMatter;
  readonly body: string;
  /** The line on which the body begins, counted from 1. */
  readonly bodyLine: number;
  /** The YAML with its comments, for writing it again. */
  readonly document: Document;
}

export interface EmailFile extends ParsedEmailFile {
  readonly path: string;
  /** The text of the whole file. */
  readonly source: string;
  /** Whether the body is Markdown; otherwise it is HTML, which is pushed unchanged. */
  readonly isMarkdown: boolean;
}

const fence = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)(\r?\n)?/;

/**
 * Parses a file. One empty line below the front matter and the line end of the last line do not belong to the body.
 *
 * @param name of the file, for messages
 * @throws Failure invalid_value, naming the key and line if possible
 */
export function parseEmailFile(text: string, name: string): ParsedEmailFile {
  const found = fence.exec(text);
  if (found === null) {
    throw new Failure('invalid_value', `${name} does not begin with front matter: lines between two "---"`, {
      hint: 'newsletter emails pull <id> writes such a file',
    });
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(found[1] ?? '', { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    // The YAML begins on the second line of the file.
    throw invalid(`${name}:${lineCounter.linePos(error.pos[0]).line + 1}`, error.message);
  }
  const front = readFront(document, name);
  const rest = text.slice(found[0].length);
  // CRLF in the front matter: an editor or Git has put it everywhere.
  const lines = found[0].includes('\r\n') ? rest.replaceAll('\r\n', '\n') : rest;
  return {
    front,
    document,
    body: lines.replace(/\n$/, ''),
    bodyLine: found[0].split('\n').length,
  };
}

function readFront(document: Document, name: string): FrontMatter {
  if (document.contents === null) return {};
  if (!isMap(document.contents)) throw invalid(name, 'its front matter is no list of "key: value"');
  const values: Record<string, unknown> = document.toJS({ maxAliasCount: 0 });
  const front: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const type = Object.hasOwn(keys, key) ? keys[key as Key] : undefined;
    if (type === undefined) {
      throw new Failure('invalid_value', `${name}: there is no key "${key}" in front matter`, {
        hint: `its keys: ${Object.keys(keys).join(', ')}`,
      });
    }
    if (type === 'boolean' && typeof value !== 'boolean') throw invalid(name, `${key} must be true or false`);
    // YAML reads `subject:` without a value as null.
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

/** The text of a file, from which `parseEmailFile` reads exactly the same. */
export function formatEmailFile(front: FrontMatter, body: string): string {
  return `${yamlOf(parseDocument('{}'), front)}\n${body}\n`;
}

/** The same file with other values in its front matter; comments, order and body stay as they are. */
export function withFrontMatter(file: ParsedEmailFile, text: string, changes: FrontMatter): string {
  const found = fence.exec(text);
  const rest = text.slice(found?.[0].length ?? 0);
  const gap = found?.[2] ?? '';
  return `${yamlOf(file.document, changes)}${gap}${rest}`;
}

/** Text that a YAML block does not preserve: blanks at the start or end of lines, invisible characters. */
const needsQuotes =
  /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|^\s|\s$|[ \t]\n|\n[ \t]/u;

function yamlOf(document: Document, values: FrontMatter): string {
  if (isMap(document.contents)) document.contents.flow = false;
  for (const key of Object.keys(keys) as Key[]) {
    const value = values[key];
    if (value === undefined) continue;
    // Setting the value of an existing node keeps its comment.
    if (document.has(key)) document.set(key, value);
    else document.set(key, document.createNode(value));
    const node = document.get(key, true);
    if (isScalar(node) && typeof value === 'string' && needsQuotes.test(value)) node.type = 'QUOTE_DOUBLE';
  }
  const text = document.toString({
    lineWidth: 0,
    blockQuote: 'literal',
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  return `---\n${text}---\n`;
}

/** The kind of body that a file name stands for. @throws Failure invalid_value for other names */
export function emailFileKind(path: string): 'markdown' | 'html' {
  const extension = extname(path).toLowerCase();
  if (extension === '.md' || extension === '.markdown') return 'markdown';
  if (extension === '.html' || extension === '.htm') return 'html';
  throw new Failure('invalid_value', `${path}: an email is kept in a file called .md or .html`);
}

/** Reads and parses a file. @throws Failure unreadable_file, bad_encoding, invalid_value */
export async function readEmailFile(path: string): Promise<EmailFile> {
  const kind = emailFileKind(path);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const source = decode(bytes, path);
  const file = parseEmailFile(source, path);
  return { ...file, path, source, isMarkdown: kind === 'markdown' && file.front.format !== 'html' };
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure('bad_encoding', `${path} is not UTF-8`);
  }
}
