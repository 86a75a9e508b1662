/** A request as a command line for curl, to be pasted into a POSIX shell. */
import type { Preview } from './api.ts';

export interface CurlOptions {
  /** Shell command that prints the bearer token. */
  readonly token: string;
  /** A file that holds the very body, or `-` for standard input: in place of a long body, or one that is no text. */
  readonly file?: string | undefined;
}

/** Linux takes no argument beyond 128 KiB. */
const longestArgument = 100_000;

/** What curl does itself, in its own way. */
const curlsOwn = new Set(['authorization', 'user-agent', 'accept-encoding']);

/**
 * @returns the parts of the line, each whole: they may be broken between, with a backslash. The body is sent byte for
 *   byte. One that is no text and in no file is left to standard input.
 */
export function curlParts({ method, url, headers, content }: Preview, options: CurlOptions): string[] {
  const { token, file } = options;
  const text = content === undefined ? undefined : textOf(content);
  const fits = text !== undefined && text.length <= longestArgument;
  const piped = text !== undefined && !fits && file === undefined;
  const named = Object.entries(headers).filter(([name]) => !curlsOwn.has(name));
  const hasNoLength = content === undefined && ['POST', 'PUT', 'PATCH'].includes(method);
  return [
    // `printf` belongs to the shell, which has no limit.
    ...(piped ? [`printf %s ${quoted(text)} |`] : []),
    ['curl', ...methodOf(method), ...(/[[\]{}]/.test(url) ? ['--globoff'] : []), quoted(url)].join(' '),
    `-H "Authorization: Bearer $(${token})"`,
    // "name;" is curl's way of a header without a value.
    ...named.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(hasNoLength ? ["-H 'content-length: 0'"] : []),
    // Not --data: that would read a file where the body begins with @.
    ...(fits ? [`--data-raw ${quoted(text)}`] : []),
    ...(content !== undefined && !fits ? [`--data-binary ${quoted(`@${file ?? '-'}`)}`] : []),
  ];
}

function methodOf(method: string): string[] {
  if (method === 'GET') return [];
  return method === 'HEAD' ? ['--head'] : ['-X', method];
}

/** The body as a shell can hold it. */
function textOf(content: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A word for a POSIX shell (POSIX.1, "Shell Command Language", 2.2.2). */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
