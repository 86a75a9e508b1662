import { command } from '../../cli/command.ts';
import { number, wholeNumber } from '../../cli/option.ts';
import { findGroup } from '../../cli/resolve-id.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { endpoints, type Group } from '../../contract/index.ts';
import { requireFields } from '../../http/required-fields.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/shell-word.ts';
import type { AllSubscribers } from '../../people/read-all.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Row, Terminal } from '../../terminal/terminal.ts';

const view = viewOf(endpoints.listSubscribers.response);

/** `groups members`: who is in a group, where its filters can be evaluated here. */
export const members = command({
  name: 'members',
  description:
    'List the subscribers in a group. The service has no such list, so the filters run on this machine, and the result is compared with the number of subscribers that the service counts; if they differ, nothing is listed. People who have unsubscribed are listed, too, as in all lists: the service does not show who they are, and a warning says how many. Reads all subscribers twice.',
  arguments: [{ name: '<group>', description: 'id or exact name of the group' }],
  options: { limit: number('--limit <n>', 'maximum number of subscribers', wholeNumber) },
  requests: ['listGroups', 'getGroup', 'listFields', 'listSubscribers'],
  output: view,
  codes: ['filter_unknown'],
  examples: [
    ['everyone in a group', 'newsletter groups members Members'],
    ['only email addresses', 'newsletter groups members Members -o tsv --fields email'],
  ],
  run: async (context, [name], { limit }) => await run(context, name, limit),
});

async function run(context: Context, name: string, limit: number | undefined): Promise<void> {
  const { terminal } = context;
  const [{ allGroups, filtersOf, lookAtEverybody, openStudy }, { AllSubscribers }] = await Promise.all([
    import('../../people/groups/open-study.ts'),
    import('../../people/read-all.ts'),
  ]);
  const api = await context.api();
  const group = await findGroup(api, name);
  requireFields(endpoints.getGroup.response, group, ['filters', 'subscribers_count']);
  const study = await openStudy(api, await allGroups(api), filtersOf(group));
  if (!study.isReadable) throw unknown(group);
  const progress = terminal.progress('reading subscribers');
  try {
    (await lookAtEverybody(api, study, progress)).report(terminal);
  } finally {
    progress.stop();
  }
  const [found, other] = study.selectionsOf(group.subscribers_count);
  if (found === undefined || other !== undefined) throw unknown(group);
  const filter = { open: async () => ({ matches: found.matches, warnings: () => [] }) };
  const people = new AllSubscribers(api, { perPage: undefined, query: {}, limit, filter });
  const shown = await terminal.list(rowsOf(people, terminal), view);
  // Its filters say why.
  if (shown === 0) terminal.hint(`newsletter groups get ${shellWord(name)}`);
  people.report(terminal);
  const extra = found.count - group.subscribers_count;
  if (extra > 0) {
    const all = grouped(found.count);
    terminal.warn(
      `${grouped(extra)} of these ${all} have unsubscribed according to the service, which does not show who`,
    );
  }
}

async function* rowsOf(people: AllSubscribers, terminal: Terminal): AsyncGenerator<Row> {
  const progress = terminal.progress('reading subscribers');
  try {
    for await (const page of people.pages(progress)) yield* page;
  } finally {
    progress.stop();
  }
}

function unknown({ name, filters }: Group): Failure {
  const asked = filters.map(({ field, operator }) => `${field} ${operator}`);
  return new Failure('filter_unknown', `cannot tell who is in the group "${name}"`, {
    details: [
      `its filters (${asked.join(', ')}) match another number of people here than the service counts`,
    ],
  });
}
