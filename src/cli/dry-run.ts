/** `--dry-run`: prints requests instead of sending them. */

import type { Context } from '../context.ts';
import type { Preview } from '../http/api.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { sanitizeJson } from '../terminal/shown-text.ts';
import type { Canvas, Row } from '../terminal/terminal.ts';
import { dryRunView } from './command-metadata.ts';
import { roundedNumber } from './options/body-options.ts';

/** Limits on a terminal: characters of a curl line, lines of a body. */
const maxCurlLength = 4000;
const maxLines = 30;

/**
 * Prints requests instead of sending them: pages on a terminal, elsewhere `{method, url, headers, body, curl}`.
 *
 * @param previews one, or a list, which is printed as a list
 * @param file that holds exactly the body, or `-` for stdin; undefined if no file was named
 */
export async function showRequests(
  context: Context,
  previews: Preview | readonly Preview[],
  file?: string,
): Promise<void> {
  const { terminal, options } = context;
  const all = [previews].flat();
  if (terminal.isForPeople && options.fields === undefined) {
    const curls = await Promise.all(all.map(each => curlOf(context, each, file)));
    // First, since the requests may fill the screen.
    terminal.note('nothing was sent (--dry-run)');
    await terminal.draw(canvas => all.map((each, at) => page(each, curls[at] ?? [], canvas)).join('\n\n'));
  } else {
    const rows = await Promise.all(all.map(each => rowOf(context, each, file)));
    const [row = {}] = rows;
    const isList = Array.isArray(previews);
    if (await printsAsJson(context)) await terminal.print(JSON.stringify(isList ? rows : row, null, 2));
    else if (isList) await terminal.list(rows, dryRunView);
    else await terminal.record(row, dryRunView);
    terminal.note('nothing was sent (--dry-run)');
  }
}

/**
 * The first requests of a plan as data; where no data is printed, shows them on stderr as curl lines.
 *
 * @param which which ones of all they are, for the line above them
 * @param most how many to show as curl lines
 */
export async function planRequests(
  context: Context,
  previews: readonly Preview[],
  which: string,
  most = 1,
): Promise<readonly Row[]> {
  const { terminal } = context;
  if (terminal.isStructured) return await Promise.all(previews.map(preview => rowOf(context, preview)));
  const shown = previews.slice(0, most);
  if (shown.length === 0) return [];
  const lines = await Promise.all(shown.map(preview => curlOf(context, preview)));
  const title = `as ${shown.length === 1 ? 'a curl line' : 'curl lines'}${which}:`;
  terminal.show([title, ...lines.flatMap(parts => curlLines(parts, terminal.width))].join('\n'));
  return [];
}

/** In a pipe without a chosen format, JSON is printed: TSV would double the backslashes in a curl line. */
async function printsAsJson({ terminal, options, settings }: Context): Promise<boolean> {
  return (
    terminal.isDefaultFormat &&
    !terminal.isForPeople &&
    (options.output ?? (await settings()).get('output')) === undefined
  );
}

async function curlOf({ options }: Context, preview: Preview, file?: string): Promise<string[]> {
  const { curlParts } = await import('../http/curl.ts');
  const profile = options.profile === undefined ? '' : ` --profile ${shellWord(options.profile)}`;
  return curlParts(preview, { token: `newsletter token${profile}`, file });
}

/** The record that `--dry-run` prints for a request. */
async function rowOf(context: Context, preview: Preview, file?: string): Promise<Row> {
  const { method, url, headers, content } = preview;
  const curl = (await curlOf(context, preview, file)).join(' ');
  return { method, url, headers, ...(content !== undefined && { body: bodyIn(content) }), curl };
}

/** The body as JSON, else as text (also where JSON would lose digits of a number), else its size in bytes. */
function bodyIn(content: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return `(${content.length} bytes, not text)`;
  }
  try {
    const value: unknown = JSON.parse(text);
    return roundedNumber(text) === undefined ? value : text;
  } catch {
    return text;
  }
}

function page({ method, url, headers, content }: Preview, parts: readonly string[], canvas: Canvas): string {
  const { paint, width } = canvas;
  const headerLines = Object.entries(headers).map(([name, value]) => `${paint.dim(`${name}:`)} ${value}`);
  const body = content === undefined ? [] : ['', ...shortened(bodyText(content), width)];
  return [`${paint.bold(method)} ${url}`, ...headerLines, ...body, '', ...curlLines(parts, width)].join('\n');
}

function bodyText(content: Buffer): string {
  const body = bodyIn(content);
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

/** The first lines of a body; `…` marks what is left out. */
function shortened(text: string, width: number): string[] {
  const lines = text.split('\n');
  // The cut may have split a surrogate pair.
  const short = (line: string) =>
    line.length > 2 * width ? `${line.slice(0, 2 * width - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
  const more = lines.length - maxLines;
  return [...lines.slice(0, maxLines).map(short), ...(more > 0 ? [`… (${more} more lines)`] : [])];
}

/** A curl line to copy from the screen: broken only where a shell allows it, without control characters. */
function curlLines(parts: readonly string[], width: number): string[] {
  const line = parts.join(' ');
  if (line.length > maxCurlLength) return ['the curl line is too long for the screen: use --json=curl'];
  return [sanitizeJson(line.length <= width ? line : parts.join(' \\\n  '))];
}
