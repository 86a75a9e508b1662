/** `--count`: the number of records in place of a list. */
import type { Context } from '../context.ts';
import { integer } from '../contract/schema.ts';
import type { ListQuery } from '../people/read-all.ts';
import type { View } from '../terminal/terminal.ts';
import { showList } from './all-profiles/index.ts';

const view: View = { plural: 'counts', columns: ['count'], kinds: { count: integer } };

interface Count {
  readonly count: number;
  /** Called when it has been printed; prints further messages. @throws Failure when some are missing */
  readonly after: () => void;
}

/** Prints a number alone, or with `--all-profiles` a list of one for each. @param counted counts in one account */
export async function showCount(context: Context, counted: (own: Context) => Promise<Count>): Promise<void> {
  if (context.options.allProfiles) {
    return await showList(context, view, async own => {
      const { count, after } = await counted(own);
      return { rows: [{ count }], after };
    });
  }
  const { count, after } = await counted(context);
  await context.terminal.print(String(count));
  after();
}

/** Counts the people that a filter selects. @throws Failure invalid_filter */
export async function countPeople({ api, terminal }: Context, query: ListQuery): Promise<Count> {
  const { AllSubscribers } = await import('../people/read-all.ts');
  const people = new AllSubscribers(await api(), query);
  for await (const _ of people.withProgress(terminal));
  return { count: people.selected, after: () => people.report(terminal) };
}
