import type { Context } from '../../context.ts';
import type { Resource } from '../../contract/endpoint.ts';
import { type ArgumentsOf, endpoints, type ListName } from '../../contract/index.ts';
import type { Api, ListOptions, ReceivedPage } from '../../http/api.ts';
import { WholeList } from '../../http/pages.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { ListQuery } from '../../people/read-all.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Row, Terminal, View } from '../../terminal/terminal.ts';
import {
  choice,
  flag,
  number,
  type OptionSpecs,
  type OptionValues,
  optionGroup,
  repeatable,
  wholeNumber,
} from '../option.ts';
import { splitFlag } from '../read-words.ts';

/** The option for query parameters that the API documentation does not show. */
export const paramOption = {
  param: repeatable('--param <key=value>', 'an extra query parameter (repeatable)'),
};

const listHeading = 'Pages';

export const listOptions = {
  ...optionGroup(listHeading, {
    page: number('--page <n>', 'page number', wholeNumber),
    perPage: number('--per-page <n>', 'records per page', wholeNumber),
    limit: number('--limit <n>', 'maximum number of records, over several pages', wholeNumber),
    all: flag('--all', 'fetch all pages'),
    ...paramOption,
  }),
};

type ListFlags = OptionValues<typeof listOptions>;

/** Selects records on this machine: the API documentation shows no query parameters. */
export interface ListFilter {
  readonly options: OptionSpecs;
  /** @returns undefined when its option was not given */
  readonly of: (options: Readonly<Record<string, unknown>>) => RecordFilter | undefined;
}

interface RecordFilter {
  /** For messages: `--status draft`. */
  readonly typed: string;
  readonly matches: (row: Row) => boolean;
}

/** A filter by one value of an enumeration. @param choices the values that it has */
export function enumerationFilter(name: string, choices: readonly string[], description: string): ListFilter {
  return {
    options: optionGroup(listHeading, { [name]: choice(`--${name} <${name}>`, description, choices) }),
    of: options => {
      const wanted = options[name];
      if (typeof wanted !== 'string') return undefined;
      return { typed: `--${name} ${wanted}`, matches: row => row[name] === wanted };
    },
  };
}

/** Parses `--param key=value` to pairs, in order. @throws Failure invalid_value */
export function queryPairs(params: readonly string[] = []): [name: string, value: string][] {
  return params.map(param => {
    const cut = param.indexOf('=');
    if (cut < 1) throw new Failure('invalid_value', `invalid --param "${param}": expected key=value`);
    return [param.slice(0, cut), param.slice(cut + 1)];
  });
}

/** Parses `--param key=value` to an object. @throws Failure invalid_value */
export function queryOf(params: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(queryPairs(params));
}

interface ListRequest<N extends ListName> {
  readonly flags: ListFlags;
  /** Hint for an empty list. */
  readonly empty: string;
  /** Finds the arguments of the endpoint, such as the id of the record above the list. */
  readonly argsOf: (api: Api) => Promise<ArgumentsOf<N>>;
  /** Selects records from the whole list. */
  readonly filter?: RecordFilter | undefined;
}

/**
 * Prints a list: the first page, or what the options select. Prints the total on stderr.
 *
 * @throws Failure usage, invalid_value
 */
export async function printList<N extends ListName>(
  context: Context,
  name: N,
  { flags, empty, argsOf, filter }: ListRequest<N>,
): Promise<void> {
  if (flags.page !== undefined && (flags.all || flags.limit !== undefined)) {
    throw new Failure('usage', '--page cannot be combined with --all or --limit');
  }
  if (flags.page !== undefined && filter !== undefined) {
    throw new Failure('usage', `--page cannot be combined with ${filter.typed}`);
  }
  const query = queryOf(flags.param);
  const isWhole = flags.page === undefined && flags.param === undefined && filter === undefined;
  const api = await context.api();
  const args = await argsOf(api);
  const read = readList(options => api.pages(name, args, { query, ...options }), flags, filter);
  const { list } = read;
  const view = viewOf(endpoints[name].response, isWhole ? empty : undefined);
  await context.terminal.list(read.rows, view, () => ({ meta: read.lastPage()?.meta }));
  if (list.warning !== undefined) context.terminal.warn(list.warning);
  if (filter === undefined) reportTotal(context, read, flags, empty);
  else if (read.shown() === 0) {
    context.terminal.note(`no match for ${filter.typed} in ${list.count} records`);
    if (context.terminal.stderrIsTerminal) context.terminal.hint(`try again without ${filter.typed}`);
  }
  list.checkComplete();
}

interface RecordsRead {
  readonly rows: AsyncIterable<Row>;
  /** Not read if only one page was requested. */
  readonly list: WholeList<Row>;
  readonly lastPage: () => ReceivedPage<Row> | undefined;
  /** The number of records printed so far. */
  readonly shown: () => number;
}

/** @param open reads the pages of the list */
function readList(
  open: (options: ListOptions) => AsyncIterable<ReceivedPage<Row>>,
  { page, perPage, all, limit }: ListFlags,
  filter: RecordFilter | undefined,
): RecordsRead {
  const several = all === true || limit !== undefined || filter !== undefined;
  const most = limit ?? Number.POSITIVE_INFINITY;
  const pages = open({ page, perPage, ahead: several ? undefined : 0 });
  const list = new WholeList<Row>(pages);
  let last: ReceivedPage<Row> | undefined;
  let shown = 0;
  async function* rows(): AsyncGenerator<Row> {
    for await (const read of several ? list : pages) {
      last = read;
      for (const record of read.data) {
        if (shown === most) return;
        if (filter?.matches(record) === false) continue;
        shown++;
        yield record;
      }
      if (!several || shown === most) return;
    }
  }
  return { rows: rows(), list, lastPage: () => last, shown: () => shown };
}

function reportTotal({ terminal, typed }: Context, read: RecordsRead, flags: ListFlags, empty: string): void {
  const numbers = read.lastPage()?.numbers;
  if (numbers === undefined) return;
  const shown = read.shown();
  if (shown === 0) hintForEmptyPage(terminal, numbers, flags, empty);
  if (flags.all || numbers.total === undefined || shown >= numbers.total) return;
  const { current, last } = numbers;
  const more = flags.page === undefined ? '; all: --all' : '';
  terminal.note(`${grouped(shown)} of ${grouped(numbers.total)} shown${more}`);
  if (flags.limit === undefined && current < last)
    terminal.note(`next page: ${pageCommand(typed, current + 1)}`);
}

/** The command line that shows another page of the same list. */
function pageCommand(typed: readonly string[], page: number): string {
  const others = typed.filter((word, at) => splitFlag(word).long !== '--page' && typed[at - 1] !== '--page');
  return ['newsletter', ...others.map(shellWord), '--page', page].join(' ');
}

/** If `--page` or `--param` found no records, hints at where there are some. */
function hintForEmptyPage(
  terminal: Terminal,
  { total, last }: ReceivedPage<Row>['numbers'],
  { page, param }: ListFlags,
  empty: string,
): void {
  if (!terminal.stderrIsTerminal || (page === undefined && param === undefined)) return;
  if (total !== undefined && total > 0) terminal.hint(`the last page is ${last}: use --page ${last}`);
  else terminal.hint(param === undefined ? empty : 'try again without --param');
}

/** `--count`: prints how many people a filter selects. @throws Failure invalid_filter; if people are missing */
export async function printPeopleCount({ api, terminal }: Context, query: ListQuery): Promise<void> {
  const { AllSubscribers } = await import('../../people/read-all.ts');
  const people = new AllSubscribers(await api(), query);
  for await (const _ of people.withProgress(terminal));
  await terminal.print(String(people.selected));
  people.report(terminal);
}

/** Names that a table of subscribers shows after the address, if there are any. */
const namesOfPeople = new Map([['email', ['fields.name', 'fields.first_name', 'fields.last_name']]]);

/**
 * How records of a resource are printed.
 *
 * @param empty hint for an empty list
 */
export function viewOf(resource: Resource, empty?: string): View {
  return {
    plural: `${resource.name}s`,
    columns: resource.columns,
    kinds: resource.fields,
    open: true,
    empty,
    ...(resource.name === 'subscriber' ? { uncut: 'email', columnsAfter: namesOfPeople } : {}),
    // Emails have no name to refer to.
    ...(resource.name === 'email' ? { handle: 'id', insteadOf: new Map([['sent_at', 'scheduled_at']]) } : {}),
  };
}
