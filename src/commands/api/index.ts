import { command } from '../../cli/command.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import type { Context } from '../../context.ts';
import type { Api, RawResponse, ReceivedPage } from '../../http/api.ts';
import { responseBehind } from '../../http/errors/request-failure.ts';
import { WholeList } from '../../http/pages.ts';
import { beyondDepthLimit } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { jsonFormat } from '../../lib/output-formats.ts';
import type { Row, Terminal, View } from '../../terminal/terminal.ts';
import { type ApiCommandOptions, apiOptions, readRequest, type TypedRequest } from './request.ts';

/** For records with unknown fields. */
const anyRecords: View = { plural: 'records', columns: [], open: true };

const notes = `
The response is printed unchanged; on a terminal, JSON is indented. Use --output
and --fields to convert it; table, tsv, csv and ndjson print a record per line.
A response that is not JSON is passed through. An error response is printed too,
and sets the exit status. With --all, a JSON array that was cut off is not
closed, so incomplete output is never valid JSON.

Failed requests are retried only if that is safe: GET, HEAD, PATCH, POST
/v1/subscribers and POST /v1/subscriber-imports. Other requests are sent once,
unless the connection could not be opened. Exit status 9 means that the outcome
is unknown.

Emails are sent with "newsletter emails send" only: a path to /send is refused
(exit 2). --dry-run shows any request, including reads.`;

export const api = command({
  name: 'api',
  description:
    'Send any request to the service, with the credentials, retries and paging of this program, and print the response.',
  usage: '[METHOD] <path> [options]',
  arguments: [
    {
      name: '<METHOD>',
      description: 'GET, HEAD, POST, PUT, PATCH or DELETE (default GET)',
    },
    {
      name: '[path]',
      description: 'path below the base URL, such as /v1/groups or v1/groups?page=2, or a full URL',
    },
  ],
  options: apiOptions,
  requests: ['any'],
  output: anyRecords,
  codes: ['unreadable_file', 'paging_ignored', 'partly_done'],
  defaultFormat: jsonFormat,
  notes,
  examples: [
    ['a list', 'newsletter api GET /v1/groups'],
    ['all pages as one JSON array', 'newsletter api GET /v1/subscribers --all --param per_page=100'],
    ['a table of some fields', 'newsletter api v1/groups -o table --fields name,subscribers_count'],
    ['update a record', `newsletter api PATCH /v1/account --data '{"name":"The Slow Traveller"}'`],
    ['show the request only', 'newsletter api POST /v1/tags --data @tag.json --dry-run'],
    ['with status and headers', 'newsletter api GET /v1/account --include'],
  ],
  run: async (context, words, options) => await sendTyped(context, words, options),
});

async function sendTyped(
  context: Context,
  words: readonly [string, string | undefined],
  flags: ApiCommandOptions,
): Promise<void> {
  const typed = await readRequest(context, words, flags);
  const { request } = typed;
  const api = await context.api();
  if (context.options.dryRun) {
    const { showRequests } = await import('../../cli/dry-run.ts');
    return await showRequests(context, api.previewOf(request));
  }
  if (request.repeat !== 'read') await context.beforeWrite();
  if (flags.all) await printAll(context, api, typed);
  else await printOne(context, api, typed, flags);
}

/** Sends a request and prints its response, be it an error. @throws Failure for every response but 2xx */
async function printOne(
  context: Context,
  api: Api,
  typed: TypedRequest,
  flags: ApiCommandOptions,
): Promise<void> {
  const { terminal } = context;
  try {
    const response = await api.send(typed.request);
    if (flags.include) await printHead(terminal, response);
    await printResponse(context, response, await viewFor(typed));
  } catch (error) {
    const { refusedCredentials } = await import('../../http/once.ts');
    const response = responseBehind(error);
    if (response !== undefined && flags.include) await printHead(terminal, response);
    // In other formats the error body would look like a record.
    if (response !== undefined && isRaw(context)) await printResponse(context, response, anyRecords);
    throw (await refusedCredentials(api, error)) ?? withHint(error, typed);
  }
}

async function printAll(context: Context, api: Api, typed: TypedRequest): Promise<void> {
  const { request } = typed;
  const pageParam = (await context.settings()).get('page-param');
  const page = startPage(request.path, pageParam);
  const list = new WholeList(api.sendPages(request, { page }));
  try {
    await printPages(context.terminal, list, await viewFor(typed));
    if (list.warning !== undefined) context.terminal.warn(list.warning);
    list.checkComplete();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'unexpected_answer' || list.count > 0) {
      throw withHint(error, typed);
    }
    throw error.reworded(`--all requires a list: the response to GET ${error.path} is not a page`, {
      details: [error.message, ...error.details],
      hint: `to print the response unchanged: newsletter api GET ${typed.pathname}`,
    });
  }
}

/** The page number in the query, where `--all` starts. @throws Failure invalid_value */
function startPage(path: string, pageParam: string): number | undefined {
  const value = new URLSearchParams(path.split('?')[1]).get(pageParam);
  if (value === null) return undefined;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new Failure('invalid_value', `invalid value "${value}" for ${pageParam}: expected a page number`);
}

/** Adds a hint to a 404 if the path lacks /v1. */
function withHint(error: unknown, { request, pathname }: TypedRequest): unknown {
  if (!(error instanceof Failure) || error.code !== 'not_found' || /^\/v\d/.test(pathname)) return error;
  const hint = `paths begin with /v1: newsletter api ${request.method} /v1${pathname}`;
  return error.reworded(error.message, { hint });
}

/** The columns of the records of a path, if the contract has an endpoint for it. */
async function viewFor({ request, pathname }: TypedRequest): Promise<View> {
  const { endpointFor } = await import('../../http/targets.ts');
  const endpoint = endpointFor(request.method, pathname);
  return endpoint === undefined ? anyRecords : viewOf(endpoint.response);
}

/** Whether JSON responses are printed unchanged: the format is JSON, without `--fields`. */
function isRaw({ terminal, options }: Context): boolean {
  return terminal.isJson && terminal.isOneDocument && options.fields === undefined;
}

/** Prints a response in the chosen format; a body that is not JSON is printed unchanged. */
async function printResponse(context: Context, response: RawResponse, view: View): Promise<void> {
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
  await terminal.list(list, view, () => (isObject(value) ? value.meta : undefined));
}

/** Prints the records of all pages, one after another, as the pages arrive. */
async function printPages(
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
  await terminal.list(rows(), view, () => meta);
}

/** Prints status line and headers like `curl -i`. Values of cookies are masked, since they are credentials. */
async function printHead(terminal: Terminal, response: RawResponse): Promise<void> {
  const { status, statusText, headers } = response;
  const isEncoded = headers['content-encoding'] !== undefined;
  const lines = Object.entries(headers)
    // These describe the compressed body, but the decoded body is printed.
    .filter(([name]) => !(isEncoded && (name === 'content-encoding' || name === 'content-length')))
    .map(([name, value]) => `${name}: ${name === 'set-cookie' ? '***' : value}`);
  await terminal.print(`${[`HTTP/1.1 ${status} ${statusText}`.trimEnd(), ...lines].join('\n')}\n\n`);
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
