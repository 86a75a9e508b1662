/** Prints the responses of `newsletter api`. */
import { viewOf } from '../../cli/options/list-options.ts';
import type { Context } from '../../context.ts';
import type { RawResponse, ReceivedPage } from '../../http/api.ts';
import { beyondDepthLimit, pageNumbers } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../../lib/json/is-object.ts';
import type { Row, Terminal, View } from '../../terminal/terminal.ts';
import type { TypedRequest } from './request.ts';

/** For records with unknown fields. */
export const anyRecords: View = { plural: 'records', columns: [], open: true };

/** The columns of the records of a path, if the contract has an endpoint for it. */
export async function viewFor({ request, pathname }: TypedRequest): Promise<View> {
  const { endpointFor } = await import('../../http/targets.ts');
  const endpoint = endpointFor(request.method, pathname);
  return endpoint === undefined ? anyRecords : viewOf(endpoint.response);
}

/** Whether JSON responses are printed unchanged: the format is JSON, without `--fields`. */
export function isRaw({ terminal, options }: Context): boolean {
  return terminal.isJson && terminal.isOneDocument && options.fields === undefined;
}

/** Prints a response in the chosen format; a body that is not JSON is printed unchanged. */
export async function printResponse(context: Context, response: RawResponse, view: View): Promise<void> {
  const { terminal } = context;
  const { body } = response;
  if (body.byteLength === 0) return;
  const parsed = jsonIn(body);
  if (parsed === undefined) return await terminal.printBytes(body);
  const { value } = parsed;
  const excess = beyondDepthLimit(value);
  if (isRaw(context)) return await (excess ? terminal.printBytes(body) : terminal.printJson(body));
  if (excess !== undefined) {
    throw new Failure('unexpected_answer', `the response is ${excess}`, {
      hint: 'pass -o json to print it unchanged',
    });
  }
  const wantsWhole = terminal.isOneDocument && context.options.fields === undefined;
  if (isObject(value) && (wantsWhole || !isPage(value))) return await terminal.record(value, view);
  const list = isObject(value) ? value.data : value;
  if (!Array.isArray(list) || !list.every(isObject)) return await terminal.printJson(body);
  await terminal.list(list, view, () => ({ meta: isObject(value) ? value.meta : undefined }));
}

/** Prints the records of all pages, one after another, as the pages arrive. */
export async function printPages(
  terminal: Terminal,
  pages: AsyncIterable<ReceivedPage<Row>>,
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

/** Prints status line and headers like `curl -i`. Values of cookies are masked, since they are credentials. */
export async function printHead(terminal: Terminal, response: RawResponse): Promise<void> {
  const { status, statusText, headers } = response;
  const isEncoded = headers['content-encoding'] !== undefined;
  const lines = Object.entries(headers)
    // These describe the compressed body, but the decoded body is printed.
    .filter(([name]) => !(isEncoded && (name === 'content-encoding' || name === 'content-length')))
    .map(([name, value]) => `${name}: ${name === 'set-cookie' ? '***' : value}`);
  await terminal.print(`${[`HTTP/1.1 ${status} ${statusText}`.trimEnd(), ...lines].join('\n')}\n\n`);
}

/** `page 1 of 12`; undefined if there is no further page. */
export function pageNumber({ body }: RawResponse): string | undefined {
  const value = jsonIn(body)?.value;
  const numbers = isObject(value) && isPage(value) ? pageNumbers(value.meta) : undefined;
  if (numbers === undefined || numbers.current >= numbers.last) return undefined;
  return `page ${numbers.current} of ${numbers.last}`;
}

/** Parses a body; undefined if it is not JSON. */
function jsonIn(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body.toString('utf8')) };
  } catch {
    return undefined;
  }
}

/** Whether a value is a page of a list (service.txt, "Page envelope"). */
function isPage(value: Row): boolean {
  return Array.isArray(value.data) && isObject(value.meta);
}
