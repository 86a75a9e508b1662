/** A request as a command line for curl, to be pasted into a POSIX shell. */
import { shellWord } from '../lib/text/shell-word.ts';
import type { Preview } from './api.ts';

export interface CurlOptions {
  /** Shell command that prints the bearer token. */
  readonly token: string;
  /** A file that holds the body, or `-` for standard input: for a body that is long or not text. */
  readonly file?: string | undefined;
}

/** Linux refuses arguments of more than 128 KiB. */
const longestArgument = 100_000;

/** Headers that curl sets itself. */
const curlsOwn = new Set(['authorization', 'user-agent', 'accept-encoding']);

/**
 * @returns the parts of the command line; a backslash and a line break may stand between them. The body is sent byte
 *   for byte; one that is neither text nor in a file is read from standard input.
 */
export function curlParts({ method, url, headers, content }: Preview, options: CurlOptions): string[] {
  const { token, file } = options;
  const text = content === undefined ? undefined : textOf(content);
  const fits = text !== undefined && text.length <= longestArgument;
  const piped = text !== undefined && !fits && file === undefined;
  const named = Object.entries(headers).filter(([name]) => !curlsOwn.has(name));
  const hasNoLength = content === undefined && ['POST', 'PUT', 'PATCH'].includes(method);
  return [
    // `printf` is part of the shell, which has no limit for arguments.
    ...(piped ? [`printf %s ${shellWord(text)} |`] : []),
    ['curl', ...methodOf(method), ...(/[[\]{}]/.test(url) ? ['--globoff'] : []), shellWord(url)].join(' '),
    `-H "Authorization: Bearer $(${token})"`,
    // For curl, "name;" is a header without a value.
    ...named.map(([name, value]) => `-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(hasNoLength ? ["-H 'content-length: 0'"] : []),
    // Not --data, which reads a file when the body begins with @.
    ...(fits ? [`--data-raw ${shellWord(text)}`] : []),
    ...(content !== undefined && !fits ? [`--data-binary ${shellWord(`@${file ?? '-'}`)}`] : []),
  ];
}

function methodOf(method: string): string[] {
  if (method === 'GET') return [];
  return method === 'HEAD' ? ['--head'] : ['-X', method];
}

/** The body as text that a shell argument can hold; undefined when it cannot. */
function textOf(content: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
