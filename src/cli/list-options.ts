import type { Context } from '../context.ts';
import { type ArgumentsOf, endpoints, type ListName, type Page } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import type { Row, Terminal } from '../terminal/terminal.ts';
import { allProfiles, showList } from './all-profiles/index.ts';
import { flag, number, type OptionValues, optionGroup, repeatable, wholeNumber } from './option.ts';
import { viewOf } from './views.ts';

/** The option for query parameters that the API documentation does not show. */
export const paramOption = {
  param: repeatable('--param <key=value>', 'a query parameter of your own (repeatable)'),
};

/** The options of every `list` command. */
export const listOptions = {
  ...optionGroup('Which records', {
    page: number('--page <n>', 'this page', wholeNumber),
    perPage: number('--per-page <n>', 'records on a page', wholeNumber),
    limit: number('--limit <n>', 'this many records, over as many pages as it takes', wholeNumber),
    all: flag('--all', 'all pages'),
    ...paramOption,
    ...allProfiles,
  }),
};

type ListFlags = OptionValues<typeof listOptions>;

/** Parses `--param key=value` to pairs, in order. @throws Failure invalid_value */
export function queryPairs(params: readonly string[] = []): [name: string, value: string][] {
  return params.map(param => {
    const cut = param.indexOf('=');
    if (cut < 1) throw new Failure('invalid_value', `--param "${param}" does not have the form key=value`);
    return [param.slice(0, cut), param.slice(cut + 1)];
  });
}

/** Parses `--param key=value` to an object. @throws Failure invalid_value */
export function queryOf(params: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(queryPairs(params));
}

/**
 * Prints a list: the first page, or what the options select. Prints the total on stderr.
 *
 * @param empty hint for an empty list
 * @param argsOf finds the arguments of the endpoint, such as the id of the record above the list
 * @throws Failure usage, invalid_value
 */
export async function printList<N extends ListName>(
  context: Context,
  name: N,
  flags: ListFlags,
  empty: string,
  argsOf: (api: Api) => Promise<ArgumentsOf<N>>,
): Promise<void> {
  if (flags.page !== undefined && (flags.all || flags.limit !== undefined)) {
    throw new Failure('usage', '--page asks for one page: it does not go with --all or --limit');
  }
  const query = queryOf(flags.param);
  const isWhole = flags.page === undefined && flags.param === undefined;
  await showList(context, viewOf(endpoints[name].response, isWhole ? empty : undefined), async own => {
    const api = await own.api();
    const { rows, meta, shown } = readList(api, name, await argsOf(api), flags, query);
    const after = () => {
      const lastMeta = meta();
      if (lastMeta !== undefined) reportTotal(own.terminal, lastMeta, shown(), flags, empty);
    };
    return { rows, meta: () => ({ meta: meta() }), after };
  });
}

type Meta = Page<unknown>['meta'];

/** The records, and the metadata of the last page read. */
function readList<N extends ListName>(
  api: Api,
  name: N,
  args: ArgumentsOf<N>,
  { page, perPage, all, limit }: ListFlags,
  query: Readonly<Record<string, string>>,
) {
  const several = all === true || limit !== undefined;
  const options = { page, perPage, query, ahead: several ? undefined : 0 };
  const most = limit ?? Number.POSITIVE_INFINITY;
  let meta: Meta | undefined;
  let shown = 0;
  async function* rows(): AsyncGenerator<Row> {
    for await (const read of api.pages(name, args, options)) {
      meta = read.meta;
      for (const record of read.data) {
        if (shown === most) return;
        shown++;
        yield record;
      }
      if (!several || shown === most) return;
    }
  }
  return { rows: rows(), meta: () => meta, shown: () => shown };
}

function reportTotal(terminal: Terminal, meta: Meta, shown: number, flags: ListFlags, empty: string): void {
  if (shown === 0) hintForEmptyPage(terminal, meta, flags, empty);
  if (shown >= meta.total) return;
  const more = flags.page === undefined ? '; --all for all of them' : '';
  terminal.note(`${shown} of ${meta.total} shown${more}`);
}

/** If `--page` or `--param` found no records, hints at where there are some. */
function hintForEmptyPage(
  terminal: Terminal,
  { total, last_page }: Meta,
  { page, param }: ListFlags,
  empty: string,
): void {
  if (!terminal.stderrIsTerminal || (page === undefined && param === undefined)) return;
  if (Number(total) > 0) terminal.hint(`the last page is ${last_page}: --page ${last_page}`);
  else terminal.hint(param === undefined ? empty : 'without --param there may be some');
}
