import { command } from '../../cli/command.ts';
import { flag, number, type OptionValues, wholeNumber } from '../../cli/option.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import { findGroup } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { AllSubscribers } from '../../people/read-all.ts';
import type { Row, Terminal } from '../../terminal/terminal.ts';

const view = viewOf(endpoints.listSubscribers.response);

const options = {
  count: flag('--count', 'print only how many there are'),
  limit: number('--limit <n>', 'maximum number of subscribers', wholeNumber),
};

/** `groups members`: who is in a group, where its filters can be evaluated here. */
export const members = command({
  name: 'members',
  description:
    'List who is in a group. The service has no such list and does not document its filters, so they are evaluated on this machine, as the sandbox does. If the service counts another number of subscribers in the group, nothing is listed and the exit status is 8. All lists include people who have unsubscribed, without their status; a warning says how many they are. Reads all subscribers twice: to compare the number, then to list them.',
  arguments: [{ name: '<group>', description: 'id or exact name of the group' }],
  options,
  requests: ['listGroups', 'getGroup', 'listSubscribers'],
  output: view,
  codes: ['filter_unknown'],
  examples: [
    ['everyone in a group', 'newsletter groups members Members'],
    ['how many', 'newsletter groups members Members --count'],
    ['only email addresses', 'newsletter groups members Members -o tsv --fields email'],
  ],
  run: async (context, [name], flags) => await run(context, name, flags),
});

async function run(
  context: Context,
  name: string,
  { count: isCount, limit }: OptionValues<typeof options>,
): Promise<void> {
  if (isCount && limit !== undefined) throw new Failure('usage', '--count cannot be combined with --limit');
  const { terminal } = context;
  const [{ certainMembers }, { AllSubscribers }] = await Promise.all([
    import('../../people/groups/members.ts'),
    import('../../people/read-all.ts'),
  ]);
  const api = await context.api();
  const { count, filter, unsubscribed } = await certainMembers(api, await findGroup(api, name), terminal);
  const warnOfUnsubscribed = () => {
    if (unsubscribed !== undefined) terminal.warn(unsubscribed);
  };
  if (isCount) {
    await terminal.print(String(count));
    return warnOfUnsubscribed();
  }
  const people = new AllSubscribers(api, { limit, filter });
  const shown = await terminal.list(rowsOf(people, terminal), view);
  // Its filters say why.
  if (shown === 0) terminal.hint(`newsletter groups get ${shellWord(name)}`);
  people.report(terminal);
  warnOfUnsubscribed();
}

async function* rowsOf(people: AllSubscribers, terminal: Terminal): AsyncGenerator<Row> {
  for await (const page of people.withProgress(terminal)) yield* page;
}
