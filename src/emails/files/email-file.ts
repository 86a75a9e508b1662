/** An email as a file: front matter, then the body. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { unreadable } from '../../lib/files/file-errors.ts';
import { type FrontMatter, type ParsedFrontMatter, parseFrontMatter } from './front-matter.ts';
import { formatFrontMatter, withValues } from './front-matter-format.ts';

export interface ParsedEmailFile extends ParsedFrontMatter {
  readonly body: string;
  /** The line on which the body begins, counted from 1. */
  readonly bodyLine: number;
}

export interface EmailFile extends ParsedEmailFile {
  readonly path: string;
  /** The text of the whole file. */
  readonly source: string;
  /** Whether the body is Markdown; otherwise it is HTML, which is pushed unchanged. */
  readonly isMarkdown: boolean;
}

const opening = /^\uFEFF?---[ \t]*\r?\n/;
/** Front matter of TOML, which would be pushed as text. */
const toml = /^\uFEFF?\+\+\+[ \t]*\r?\n/;
const closing = /^---[ \t]*(?:\r?\n|$)(\r?\n)?/m;

/** The parts of a file; joined, they are the file again. @throws Failure invalid_value for front matter of TOML, or open */
function fileParts(text: string, name: string) {
  const [first] = opening.exec(text) ?? [];
  if (first === undefined) {
    if (toml.test(text)) {
      throw new Failure('invalid_value', `${name} has front matter of TOML (+++), which is not supported`, {
        hint: 'write it as YAML, between two lines "---"',
      });
    }
    const mark = /^\uFEFF?/.exec(text)?.[0] ?? '';
    return { opening: mark, front: '', closing: '', rest: text.slice(mark.length) };
  }
  const below = text.slice(first.length);
  const end = closing.exec(below);
  if (end === null) {
    throw new Failure('invalid_value', `${name}: unclosed front matter`, {
      hint: 'add a line "---" between the last key and the text of the email',
    });
  }
  return {
    opening: first,
    front: below.slice(0, end.index),
    // Includes the empty line below.
    closing: end[0],
    rest: below.slice(end.index + end[0].length),
  };
}

/**
 * Parses a file. One empty line below the front matter and the last line end are not part of the body.
 *
 * @param name of the file, for messages
 * @throws Failure invalid_value, with the line if known
 */
export function parseEmailFile(text: string, name: string): ParsedEmailFile {
  const parts = fileParts(text, name);
  const above = parts.opening + parts.front + parts.closing;
  // CRLF in the front matter means that an editor or Git has converted the whole file.
  const lines = isWindows(parts) ? parts.rest.replaceAll('\r\n', '\n') : parts.rest;
  return {
    ...parseFrontMatter(parts.front, name),
    body: lines.replace(/\n$/, ''),
    bodyLine: above.split('\n').length,
  };
}

/** Without front matter, the first line tells. */
function isWindows({ opening: first, front, closing: last, rest }: ReturnType<typeof fileParts>): boolean {
  const above = first + front + last;
  return (above.includes('---') ? above : (/^[^\n]*\n/.exec(rest)?.[0] ?? '')).includes('\r\n');
}

/** The text of a file, which `parseEmailFile` reads back unchanged. */
export function formatEmailFile(front: FrontMatter, body: string): string {
  return `${formatFrontMatter(front)}\n${body}\n`;
}

/** The file with other values in its front matter; comments, order and body stay. */
export function withFrontMatter(text: string, changes: FrontMatter): string {
  const parts = fileParts(text, '');
  const front = withValues(parts.front.replaceAll('\r\n', '\n'), changes);
  const hasNone = parts.closing === '';
  const above = hasNone ? `${parts.opening}---\n${front}---\n\n` : front;
  const written = isWindows(parts) ? above.replaceAll('\n', '\r\n') : above;
  return hasNone ? written + parts.rest : parts.opening + written + parts.closing + parts.rest;
}

/** The kind of body by the file name. @throws Failure invalid_value for other names */
export function emailFileKind(path: string): 'markdown' | 'html' {
  const extension = extname(path).toLowerCase();
  if (extension === '.md' || extension === '.markdown') return 'markdown';
  if (extension === '.html' || extension === '.htm') return 'html';
  throw new Failure('invalid_value', `${path}: expected a .md or .html file`);
}

/** @throws Failure unreadable_file, bad_encoding, invalid_value */
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
    throw new Failure('bad_encoding', `${path} is not UTF-8`, { hint: 'save it as UTF-8 in your editor' });
  }
}
