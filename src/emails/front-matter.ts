/** Front matter: YAML between two lines `---` at the start of an email file. */
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { Failure } from '../lib/failure.ts';

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
/** The values of front matter. */
export type FrontMatter = { readonly [K in Key]?: (typeof keys)[K] extends 'boolean' ? boolean : string };

/** What was read, with the YAML for writing it again. */
export interface ParsedFrontMatter {
  readonly front: FrontMatter;
  /** The YAML with its comments. */
  readonly document: Document;
}

/**
 * Reads the YAML of front matter.
 *
 * @param name of the file, for messages
 * @throws Failure invalid_value, naming the key and line if possible
 */
export function parseFrontMatter(yaml: string, name: string): ParsedFrontMatter {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    // The YAML begins on the second line of the file.
    throw invalid(`${name}:${lineCounter.linePos(error.pos[0]).line + 1}`, error.message);
  }
  return { front: readFront(document, name), document };
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

/** Text that a YAML block does not preserve: blanks at the start or end of lines, invisible characters. */
const needsQuotes =
  /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|^\s|\s$|[ \t]\n|\n[ \t]/u;

/**
 * Front matter with its two lines `---`.
 *
 * @param document keeps its comments and its order
 * @param values to set in it
 */
export function formatFrontMatter(values: FrontMatter, document: Document = parseDocument('{}')): string {
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
