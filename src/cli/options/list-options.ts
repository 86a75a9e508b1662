import type { Context } from '../../context.ts';
import type { Resource } from '../../contract/endpoint.ts';
import { endpoints, type ListName } from '../../contract/index.ts';
import type { ReceivedPage } from '../../http/api.ts';
import { WholeList } from '../../http/pages.ts';
import { Failure } from '../../lib/failure.ts';
import { commandLine } from '../../lib/text/shell-word.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Row, View } from '../../terminal/terminal.ts';
import { choice, flag, number, type OptionValues, optionGroup, repeatable, wholeNumber } from '../option.ts';
import { splitFlag } from '../read-words.ts';

/** The option for query parameters that the API documentation does not show. */
export const paramOption = {
  param: repeatable('--param <key=value>', 'an extra query parameter (repeatable)'),
};

export const listOptions = optionGroup('Pages', {
  page: number('--page <n>', 'page number', wholeNumber),
  perPage: number('--per-page <n>', 'records per page', wholeNumber),
  limit: number('--limit <n>', 'maximum number of records, over several pages', wholeNumber),
  all: flag('--all', 'fetch all pages'),
  ...paramOption,
});

type ListFlags = OptionValues<typeof listOptions>;

/** Selects records on this machine: the API documentation shows no query parameters. */
export const statusOption = (choices: readonly string[]) =>
  optionGroup('Pages', {
    status: choice('--status <status>', 'only those with this status, from all pages', choices),
  });

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

interface ListRequest {
  readonly flags: ListFlags;
  /** Hint for an empty list. */
  readonly empty: string;
  /** Selects records from the whole list. */
  readonly status?: unknown;
}

/**
 * Prints a list: the first page, or what the options select. Prints the total on stderr.
 *
 * @throws Failure usage, invalid_value
 */
export async function printList<N extends ListName>(
  context: Context,
  name: N,
  { flags, empty, status }: ListRequest,
): Promise<void> {
  if (flags.page !== undefined && (flags.all || flags.limit !== undefined)) {
    throw new Failure('usage', '--page cannot be combined with --all or --limit');
  }
  if (flags.page !== undefined && status !== undefined) {
    throw new Failure('usage', '--page cannot be combined with --status');
  }
  const { page, perPage, limit, param } = flags;
  const query = queryOf(param);
  const api = await context.api();
  const isSeveral = flags.all === true || limit !== undefined || status !== undefined;
  const pages = api.pages(name, { query, page, perPage, ahead: isSeveral ? undefined : 0 });
  const list = new WholeList<Row>(pages);
  let last: ReceivedPage<Row> | undefined;
  let shown = 0;
  async function* rows(): AsyncGenerator<Row> {
    for await (const read of isSeveral ? list : pages) {
      last = read;
      for (const record of read.data) {
        if (shown === limit) return;
        if (status !== undefined && (record as Row).status !== status) continue;
        shown++;
        yield record;
      }
      if (!isSeveral || shown === limit) return;
    }
  }
  const isPart = page !== undefined || param !== undefined || status !== undefined;
  const view = viewOf(endpoints[name].response, isPart ? undefined : empty);
  const { terminal } = context;
  await terminal.list(rows(), view, () => last?.meta);
  if (list.warning !== undefined) terminal.warn(list.warning);
  if (status === undefined) reportTotal(context, last?.numbers, shown, { ...flags, empty });
  else if (shown === 0) terminal.note(`no match for --status ${status} in ${list.count} records`);
  list.checkComplete();
}

/** Prints how many records there are in all, and how to see more. */
function reportTotal(
  { terminal, typed }: Context,
  numbers: ReceivedPage<Row>['numbers'] | undefined,
  shown: number,
  { all, page, limit, empty }: ListFlags & { readonly empty: string },
): void {
  if (numbers === undefined) return;
  const { current, last, total } = numbers;
  if (shown === 0 && terminal.stderrIsTerminal && page !== undefined)
    terminal.hint(
      total === undefined || total === 0 ? empty : `the last page is ${last}: use --page ${last}`,
    );
  if (all || total === undefined || shown >= total) return;
  const more = page === undefined ? '; all: --all' : '';
  terminal.note(`${grouped(shown)} of ${grouped(total)} shown${more}`);
  if (limit === undefined && current < last) terminal.note(`next page: ${pageCommand(typed, current + 1)}`);
}

/** The command line that shows another page of the same list. */
function pageCommand(typed: readonly string[], page: number): string {
  const others = typed.filter((word, at) => splitFlag(word).long !== '--page' && typed[at - 1] !== '--page');
  return commandLine([...others, '--page', String(page)]);
}

/** Names that a table of subscribers shows after the address, if there are any. */
const namesOfPeople = new Map([['email', ['fields.name', 'fields.first_name', 'fields.last_name']]]);

/** How records of a resource are printed. @param empty hint for an empty list */
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
