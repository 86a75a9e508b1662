/** Lists as commands print them: the records, or with `--count` their number alone. */
import type { Context } from '../context.ts';
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
