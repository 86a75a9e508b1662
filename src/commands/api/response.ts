/** What `newsletter api` prints of an answer. */
import type { Context } from '../../context.ts';
import type { Page } from '../../contract/index.ts';
import type { RawResponse } from '../../http/api.ts';
import { parseExactJson } from '../../lib/exact-json.ts';
import { isObject } from '../../lib/is-object.ts';
import type { Row, Terminal, View } from '../../terminal/terminal.ts';

/** Whether answers are printed as they come: JSON is asked for, or nothing else, and all of it. */
export function isRaw({ terminal, options }: Context): boolean {
  return terminal.isJson && terminal.isOneDocument && options.fields === undefined;
}

/** Prints an answer in the chosen format; one that is not JSON passes through untouched. */
export async function printAnswer(context: Context, answer: RawResponse, view: View): Promise<void> {
  const { terminal } = context;
  const { body } = answer;
  if (body.byteLength === 0) return;
  const read = jsonIn(body);
  if (read === undefined) return await terminal.printBytes(body);
  if (isRaw(context)) return await terminal.printJson(body);
  const { value } = read;
  const wantsWhole = terminal.isOneDocument && context.options.fields === undefined;
  if (isObject(value) && (wantsWhole || !isPage(value))) return await terminal.record(value, view);
  const list = isObject(value) ? value.data : value;
  if (!Array.isArray(list) || !list.every(isObject)) return await terminal.printJson(body);
  await terminal.list(list, view, () => ({ meta: isObject(value) ? value.meta : undefined }));
}

/** Prints the records of all pages, one after another, as the pages arrive. */
export async function printPages(
  terminal: Terminal,
  pages: AsyncIterable<Page<Row>>,
  view: View,
): Promise<void> {
  let meta: unknown;
  async function* rows(): AsyncGenerator<Row> {
    for await (const page of pages) {
      meta = page.meta;
      yield* page.data;
    }
  }
  await terminal.list(rows(), view, () => ({ meta }));
}

/** The status line and the headers, as curl's `-i` prints them. Cookies are credentials: their values are masked. */
export async function printHead(terminal: Terminal, answer: RawResponse): Promise<void> {
  const { status, statusText, headers } = answer;
  const isEncoded = headers['content-encoding'] !== undefined;
  const lines = Object.entries(headers)
    // They are about the compressed body, which nobody sees.
    .filter(([name]) => !(isEncoded && (name === 'content-encoding' || name === 'content-length')))
    .map(([name, value]) => `${name}: ${name === 'set-cookie' ? '***' : value}`);
  await terminal.print(`${[`HTTP/1.1 ${status} ${statusText}`.trimEnd(), ...lines].join('\n')}\n\n`);
}

/** `page 1 of 12`, when an answer is one of several pages. */
export function pageOfSeveral({ body }: RawResponse): string | undefined {
  const value = jsonIn(body)?.value;
  if (!isObject(value) || !isPage(value) || !isObject(value.meta)) return undefined;
  const { current_page: current, last_page: last } = value.meta;
  return Number(current) < Number(last) ? `page ${current} of ${last}` : undefined;
}

/** What an answer says, for printing: numbers stay as they were sent. */
function jsonIn(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: parseExactJson(body.toString('utf8')) };
  } catch {
    return undefined;
  }
}

/** The page envelope (service.txt, "Page envelope"). */
function isPage(value: Row): boolean {
  return Array.isArray(value.data) && isObject(value.meta);
}
