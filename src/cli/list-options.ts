import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { type ArgumentsOf, endpoints, type ListName, type Page } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import type { Row, Terminal } from '../terminal/terminal.ts';
import { acrossProfiles, type Listing, showList } from './all-profiles.ts';
import { wholeNumber } from './option-parsers.ts';
import { viewOf } from './views.ts';

/** The options that every list takes. */
export interface ListFlags {
  readonly page?: number;
  readonly perPage?: number;
  readonly limit?: number;
  readonly all?: boolean;
  readonly param?: readonly string[];
}

/** Adds the options that every list takes. */
export function listOptions(command: Command): Command {
  return acrossProfiles(
    command
      .optionsGroup('Which records:')
      .option('--page <n>', 'this page', wholeNumber)
      .option('--per-page <n>', 'records on a page', wholeNumber)
      .option('--limit <n>', 'this many records, over as many pages as it takes', wholeNumber)
      .option('--all', 'all pages')
      .option('--param <key=value>', 'a query parameter of your own (repeatable)', collect),
  );
}

/** Gathers the values of an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** `--param key=value` as pairs, in order. @throws Failure invalid_value */
export function queryPairs(params: readonly string[] = []): [name: string, value: string][] {
  return params.map(param => {
    const cut = param.indexOf('=');
    if (cut < 1) throw new Failure('invalid_value', `--param "${param}" does not have the form key=value`);
    return [param.slice(0, cut), param.slice(cut + 1)];
  });
}

/** `--param key=value` as an object. @throws Failure invalid_value */
export function queryOf(params: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(queryPairs(params));
}

/**
 * Prints a list: the first page, or what the flags ask for; says on stderr how many there are in all.
 *
 * @param empty what to type when there are none
 */
export async function printList<N extends ListName>(
  context: Context,
  name: N,
  args: ArgumentsOf<N>,
  flags: ListFlags,
  empty: string,
): Promise<void> {
  if (flags.page !== undefined && (flags.all || flags.limit !== undefined)) {
    throw new Failure('usage', '--page asks for one page: it does not go with --all or --limit');
  }
  const query = queryOf(flags.param);
  const isWhole = flags.page === undefined && flags.param === undefined;
  await showList(context, viewOf(endpoints[name].response, isWhole ? empty : undefined), own =>
    openList(own, name, args, flags, query, empty),
  );
}

async function openList<N extends ListName>(
  context: Context,
  name: N,
  args: ArgumentsOf<N>,
  flags: ListFlags,
  query: Readonly<Record<string, string>>,
  empty: string,
): Promise<Listing> {
  const api = await context.api();
  const several = flags.all === true || flags.limit !== undefined;
  const options = {
    page: flags.page,
    perPage: flags.perPage,
    query,
    ahead: several ? undefined : 0,
  };
  let meta: Page<unknown>['meta'] | undefined;
  let shown = 0;
  const most = flags.limit ?? Number.POSITIVE_INFINITY;
  async function* rows(): AsyncGenerator<Row> {
    for await (const page of api.pages(name, args, options)) {
      meta = page.meta;
      for (const record of page.data) {
        if (shown === most) return;
        shown++;
        yield record;
      }
      if (!several || shown === most) return;
    }
  }
  return {
    rows: rows(),
    meta: () => ({ meta }),
    after() {
      if (meta === undefined) return;
      if (shown === 0) hintAtOthers(context.terminal, meta, flags, empty);
      if (shown >= meta.total) return;
      const more = flags.page === undefined ? '; --all for all of them' : '';
      context.terminal.note(`${shown} of ${meta.total} shown${more}`);
    },
  };
}

/** An empty answer to a narrower question: where there may be some. */
function hintAtOthers(
  terminal: Terminal,
  { total, last_page }: Page<unknown>['meta'],
  { page, param }: ListFlags,
  empty: string,
): void {
  if (!terminal.stderrIsTerminal || (page === undefined && param === undefined)) return;
  if (Number(total) > 0) terminal.hint(`the last page is ${last_page}: --page ${last_page}`);
  else terminal.hint(param === undefined ? empty : 'without --param there may be some');
}
