/** `--dry-run`: prints requests instead of sending them. */
import type { Context } from '../context.ts';
import type { Preview } from '../http/api.ts';
import { ignoringErrors } from '../lib/failure.ts';
import type { Canvas, Row } from '../terminal/terminal.ts';
import { dryRunView } from './command-metadata.ts';

/** Lines of a body on a terminal. */
const maxLines = 30;

/**
 * Prints requests instead of sending them: pages on a terminal, elsewhere `{method, url, headers, body}`.
 *
 * @param previews one, or a list, which is printed as a list
 * @param facts what the record of a single request says besides
 */
export async function showRequests(
  { terminal, options }: Context,
  previews: Preview | readonly Preview[],
  facts?: Row,
): Promise<void> {
  const all = [previews].flat();
  if (terminal.isForPeople && options.fields === undefined) {
    // First, since the requests may fill the screen.
    terminal.note('nothing was sent (--dry-run)');
    await terminal.draw(canvas => all.map(each => page(each, canvas)).join('\n\n'));
  } else {
    const [row = {}, ...others] = all.map(requestRow);
    if (Array.isArray(previews)) await terminal.list([row, ...others], dryRunView);
    else await terminal.record({ ...row, ...facts }, dryRunView);
    terminal.note('nothing was sent (--dry-run)');
  }
}

/**
 * Shows the first requests of a plan on stderr, where the plan is not printed as data.
 *
 * @param which which ones of all they are, for the line above them
 * @param most how many to show
 */
export function showFirstRequests(
  { terminal }: Context,
  previews: readonly Preview[],
  which: string,
  most = 1,
): void {
  const shown = previews.slice(0, most);
  if (shown.length === 0) return;
  const lines = shown.flatMap(({ method, url, content }) => [
    `${method} ${url}`,
    ...(content === undefined ? [] : shortened(bodyText(content, 0), terminal.width)),
  ]);
  terminal.show([`request${shown.length === 1 ? '' : 's'}${which}:`, ...lines].join('\n'));
}

/** The record that `--dry-run` prints for a request. */
export function requestRow({ method, url, headers, content }: Preview): Row {
  return { method, url, headers, ...(content !== undefined && { body: bodyIn(content) }) };
}

/** The body as JSON, else as text, else its size in bytes. */
function bodyIn(content: Buffer): unknown {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const text = ignoringErrors(() => decoder.decode(content));
  if (text === undefined) return `(${content.length} bytes, not text)`;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function page({ method, url, headers, content }: Preview, { paint, width }: Canvas): string {
  const headerLines = Object.entries(headers).map(([name, value]) => `${paint.dim(`${name}:`)} ${value}`);
  const body = content === undefined ? [] : ['', ...shortened(bodyText(content, 2), width)];
  return [`${paint.bold(method)} ${url}`, ...headerLines, ...body].join('\n');
}

function bodyText(content: Buffer, indent: number): string {
  const body = bodyIn(content);
  return typeof body === 'string' ? body : JSON.stringify(body, null, indent);
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
