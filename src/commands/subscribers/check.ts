import { command } from '../../cli/command.ts';
import { choice, type OptionValues, repeatable, text } from '../../cli/option.ts';
import { findGroup } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Group } from '../../contract/index.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { Failure } from '../../lib/failure.ts';
import { findingsHelp } from '../../lib/finding.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { allFields } from '../../people/custom-fields.ts';
import {
  type CheckCondition,
  type CheckName,
  checkKinds,
  checkNames,
  isMet,
  isOfAccount,
  parseCondition,
  reviewTag,
} from '../../subscribers/check/finding.ts';
import type { ListCheck } from '../../subscribers/check/list-check.ts';
import type { CheckRow } from '../../subscribers/check/report.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { View } from '../../terminal/terminal.ts';

const view: View = {
  plural: 'findings',
  columns: ['severity', 'code', 'count', 'examples', 'fix'],
  kinds: fieldsFrom(
    'severity:text code:text message:text count:integer tagged:integer examples:texts fix:text?',
  ),
};

const peopleView: View = {
  plural: 'people',
  columns: ['email', 'suggestion', 'reason', 'id'],
  kinds: fieldsFrom('email:text id:text suggestion:text? reason:text?'),
  uncut: 'email',
};

const options = {
  group: text('--group <group>', 'only the people in this group, without fields and tags'),
  show: choice('--show <finding>', 'list the people of this finding instead', checkNames),
  failIf: repeatable(
    '--fail-if <condition>',
    "exit 8 if this is true: 'misspelt>0', 'disposable>2%' (repeatable)",
  ),
};
type Flags = OptionValues<typeof options>;

export const check = command({
  name: 'check',
  description: `Check the list for bad addresses, typos, duplicates, values that do not fit, fields and tags out of use. Reads all subscribers once and changes nothing. Each finding has three examples and a shell line that deals with it: it corrects misspelt addresses, clears what only one person has, or tags the people (${reviewTag('disposable')}), so that a filter or a group can leave them out, and they are not counted again. As printed, it says whom it would change; with --yes it does. newsletter undo takes that back.`,
  options,
  requests: ['listSubscribers', 'listFields', 'listGroups', 'getGroup', 'getAccount'],
  output: [view, peopleView],
  prints: 'list',
  codes: ['condition_met', 'filter_unknown'],
  examples: [
    ['everybody', 'newsletter subscribers check'],
    ['before a send', 'newsletter subscribers check --group Members'],
    ['in CI', "newsletter subscribers check --fail-if 'misspelt>0' --fail-if 'no_domain>0.5%'"],
    ['who, with the right address', 'newsletter subscribers check --show misspelt'],
    ['a file to look through', 'newsletter subscribers check --show misspelt -o csv > misspelt.csv'],
  ],
  notes: `${findingsHelp(checkKinds)}

If the corrected address is in the list already, the person is a duplicate. To
keep an address as it is:

  newsletter subscribers update <subscriber> --add-tag check:misspelt

The service lists no tags: an unused one is found only where a group asks for
it, and the filters of groups cannot be changed. The service deletes no fields:
unused ones get a name with "Unused: " before it, and can be deleted in the web
editor. newsletter fields update <field> --name <name> takes that back.`,
  run: async (context, _, flags) => await run(context, flags),
});

async function run(context: Context, flags: Flags): Promise<void> {
  const conditions = await conditionsIn(flags);
  const [{ ListCheck }, { allGroups }] = await Promise.all([
    import('../../subscribers/check/list-check.ts'),
    import('../../people/groups/membership.ts'),
  ]);
  const { group: groupText, show } = flags;
  const api = await context.api();
  const group = groupText === undefined ? undefined : await findGroup(api, groupText);
  const checked = new ListCheck({
    fields: await allFields(api),
    groups: group === undefined ? await allGroups(api) : [],
    isPart: group !== undefined,
    show,
  });
  await readPeople(context, checked, group);
  if (show === undefined) await printFindings(context, checked, flags);
  else await listPeople(context, checked, show);
  await judge(conditions, checked, groupText);
}

/** @throws Failure invalid_value, usage */
async function conditionsIn({ failIf = [], group, show }: Flags): Promise<readonly CheckCondition[]> {
  const conditions = failIf.map(parseCondition);
  const used = [...conditions.map(({ finding }) => finding), show];
  const ofAccount = used.find(name => name !== undefined && isOfAccount(name));
  if (group !== undefined && ofAccount !== undefined)
    throw new Failure('usage', `${ofAccount} is about the whole account: it cannot be combined with --group`);
  return conditions;
}

/** @throws Failure filter_unknown; partly_done when the service counts more than it sent */
async function readPeople(context: Context, checked: ListCheck, group: Group | undefined): Promise<void> {
  const [{ AllSubscribers }, { filterBy }, { extraMembers, testOfMembers, unsubscribedText }] =
    await Promise.all([
      import('../../people/read-all.ts'),
      import('../../people/filter/subscriber-filter.ts'),
      import('../../people/groups/members.ts'),
    ]);
  const { terminal } = context;
  const api = await context.api();
  const filter = group && filterBy(testOfMembers(group));
  const people = new AllSubscribers(api, { filter });
  for await (const page of people.withProgress(terminal)) for (const one of page) checked.add(one);
  people.report(terminal);
  if (group === undefined) return;
  const extra = await extraMembers(api, group, { total: people.list.count, count: people.selected });
  if (extra > 0) terminal.warn(unsubscribedText(extra, people.selected));
}

async function printFindings(context: Context, checked: ListCheck, flags: Flags): Promise<void> {
  const { checkRow } = await import('../../subscribers/check/report.ts');
  const { terminal, options: global } = context;
  const options = { group: flags.group, profile: global.profile };
  const found = checked.findings();
  // Before a drawing shortens them.
  const rows = found.map(each => checkRow(each, options));
  if (terminal.isForPeople && global.fields === undefined) await draw(context, rows);
  else
    await terminal.list(
      rows.map(row => ({ ...row })),
      view,
    );
  const what = rows.length === 0 ? ': nothing found' : '';
  const tagged =
    checked.reviewed > 0 ? `; tagged by earlier checks, not counted: ${grouped(checked.reviewed)}` : '';
  terminal.note(`checked ${counted(checked.count, 'subscriber')}${what}${tagged}`);
}

async function draw({ terminal }: Context, rows: readonly CheckRow[]): Promise<void> {
  if (rows.length === 0) return;
  const [{ findingsView }, { prepareToMeasure }] = await Promise.all([
    import('../../terminal/findings.ts'),
    import('../../terminal/formats/measure.ts'),
  ]);
  await prepareToMeasure(rows.flatMap(({ examples }) => examples));
  const shown = rows.map(row => {
    const also = row.tagged > 0 ? `, and ${grouped(row.tagged)} tagged earlier` : '';
    return { ...row, count: `${grouped(row.count)}${also}`, examples: row.examples.join(', ') };
  });
  await terminal.draw(canvas => findingsView(shown, canvas));
}

async function listPeople({ terminal }: Context, checked: ListCheck, show: CheckName): Promise<void> {
  const { shownPerson } = await import('../../subscribers/check/report.ts');
  const { people = [] } = checked.findings().find(({ name }) => name === show) ?? {};
  await terminal.list(people.map(shownPerson), peopleView);
}

/** @throws Failure condition_met */
async function judge(
  conditions: readonly CheckCondition[],
  checked: ListCheck,
  group: string | undefined,
): Promise<void> {
  if (conditions.length === 0) return;
  const counts = new Map(checked.findings().map(({ name, count }) => [name, count]));
  const met = conditions.filter(each => isMet(each, counts.get(each.finding) ?? 0, checked.count));
  if (met.length === 0) return;
  const names = [...new Set(met.map(({ finding }) => finding))];
  const part = group === undefined ? '' : ` --group ${shellWord(group)}`;
  throw new Failure('condition_met', `${met.map(({ text }) => text).join('; ')} is true`, {
    details: names.map(name => `${name} ${grouped(counts.get(name) ?? 0)} of ${grouped(checked.count)}`),
    hint: `newsletter subscribers check --show ${names[0]}${part}`,
  });
}
