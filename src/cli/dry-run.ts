/** `--dry-run`: requests shown instead of sent. */
import type { Context } from '../context.ts';
import type { Preview } from '../http/api.ts';
import { exactJsonText, parseExactJson } from '../lib/exact-json.ts';
import { sanitizeJson } from '../terminal/sanitize.ts';
import type { Canvas, Row } from '../terminal/terminal.ts';
import { dryRunView } from './command-metadata.ts';

/** A screen is no place for more of a body than this: characters of a curl line, lines of a body. */
const longestCurl = 4000;
const mostLines = 30;

/**
 * Prints a request in place of sending it: `{method, url, headers, body, curl}`, or a page for people.
 *
 * @param file that holds the very body, or `-`, when the command line named one
 */
export async function showRequest(context: Context, preview: Preview, file?: string): Promise<void> {
  const { terminal, options } = context;
  if (terminal.isForPeople && options.fields === undefined) {
    const parts = await curlOf(context, preview, file);
    await terminal.draw(canvas => page(preview, parts, canvas));
  } else if (await isForNobody(context)) {
    await terminal.print(exactJsonText(await rowOf(context, preview, file), 2));
  } else await terminal.record(await rowOf(context, preview, file), dryRunView);
  terminal.note('nothing was sent (--dry-run)');
}

/** Prints requests that a command would send one after another: always as a list. */
export async function showRequests(context: Context, previews: readonly Preview[]): Promise<void> {
  const { terminal, options } = context;
  if (terminal.isForPeople && options.fields === undefined) {
    const all = await Promise.all(previews.map(preview => curlOf(context, preview)));
    await terminal.draw(canvas =>
      previews.map((preview, i) => page(preview, all[i] ?? [], canvas)).join('\n\n'),
    );
  } else {
    const rows = await Promise.all(previews.map(each => rowOf(context, each)));
    if (await isForNobody(context)) await terminal.print(exactJsonText(rows, 2));
    else await terminal.list(rows, dryRunView);
  }
  terminal.note('nothing was sent (--dry-run)');
}

/** A pipe for which no format was chosen: TSV would double the backslashes of a curl line, which then sends others. */
async function isForNobody({ terminal, options, settings }: Context): Promise<boolean> {
  return (
    terminal.isDefaultFormat &&
    !terminal.isForPeople &&
    (options.output ?? (await settings()).get('output')) === undefined
  );
}

async function curlOf({ options }: Context, preview: Preview, file?: string): Promise<string[]> {
  const { curlParts, quoted } = await import('../http/curl.ts');
  const profile = options.profile === undefined ? '' : ` --profile ${quoted(options.profile)}`;
  return curlParts(preview, { token: `newsletter token${profile}`, file });
}

/** The curl line of a request, for people. */
export async function curlText(context: Context, preview: Preview): Promise<string> {
  return curlLines(await curlOf(context, preview), context.terminal.width).join('\n');
}

/** A preview as a record. */
export async function rowOf(context: Context, preview: Preview, file?: string): Promise<Row> {
  const { method, url, headers, content } = preview;
  const curl = (await curlOf(context, preview, file)).join(' ');
  return { method, url, headers, ...(content !== undefined && { body: bodyIn(content) }), curl };
}

/** A body as JSON with its numbers as they would be sent, as text, or as a word about what is neither. */
function bodyIn(content: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return `(${content.length} bytes that are no text)`;
  }
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

function page({ method, url, headers, content }: Preview, parts: readonly string[], canvas: Canvas): string {
  const { paint, width } = canvas;
  const said = Object.entries(headers).map(([name, value]) => `${paint.dim(`${name}:`)} ${value}`);
  const body = content === undefined ? [] : ['', ...shortened(bodyText(content), width)];
  return [`${paint.bold(method)} ${url}`, ...said, ...body, '', ...curlLines(parts, width)].join('\n');
}

function bodyText(content: Buffer): string {
  const body = bodyIn(content);
  return typeof body === 'string' ? body : exactJsonText(body, 2);
}

/** The beginning of a body: what is left out shows as `…`. */
function shortened(text: string, width: number): string[] {
  const lines = text.split('\n');
  // A picked character may be half of one.
  const short = (line: string) =>
    line.length > 2 * width ? `${line.slice(0, 2 * width - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
  const more = lines.length - mostLines;
  return [...lines.slice(0, mostLines).map(short), ...(more > 0 ? [`… (${more} more lines)`] : [])];
}

/** To be copied from the screen: broken only where a shell allows it, and with nothing in it that a screen alters. */
function curlLines(parts: readonly string[], width: number): string[] {
  const line = parts.join(' ');
  if (line.length > longestCurl)
    return ['the curl line is too long for a screen: --json=curl gives it whole'];
  return [sanitizeJson(line.length <= width ? line : parts.join(' \\\n  '))];
}
