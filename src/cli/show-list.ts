/** Lists as commands print them: the records, or with `--count` their number alone. */

import type { Context } from '../context.ts';
import type { Resource } from '../contract/endpoint.ts';
import type { ListQuery } from '../people/read-all.ts';
import type { ListMeta, Row, View } from '../terminal/terminal.ts';

export interface Records {
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  readonly meta?: () => ListMeta;
  /** Called when all records have been printed; prints further messages. @throws Failure if records are missing */
  readonly after?: () => void;
}

interface Count {
  readonly count: number;
  /** See `Records`. */
  readonly after: () => void;
}

export async function showList(
  { terminal }: Context,
  view: View,
  { rows, meta, after }: Records,
): Promise<void> {
  await terminal.list(rows, view, meta);
  after?.();
}

/** Prints a number alone. */
export async function showCount({ terminal }: Context, { count, after }: Count): Promise<void> {
  await terminal.print(String(count));
  after();
}

/** Counts the people that a filter selects. @throws Failure invalid_filter */
export async function countPeople({ api, terminal }: Context, query: ListQuery): Promise<Count> {
  const { AllSubscribers } = await import('../people/read-all.ts');
  const people = new AllSubscribers(await api(), query);
  for await (const _ of people.withProgress(terminal));
  return { count: people.selected, after: () => people.report(terminal) };
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
