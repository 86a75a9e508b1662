import { command } from '../../cli/command.ts';
import { dnsServersOf } from '../../cli/dns-servers.ts';
import { conditionsOf } from '../../cli/fail-if.ts';
import { choice, flag, type OptionValues, repeatable, text } from '../../cli/option.ts';
import { findGroup } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Group } from '../../contract/index.ts';
import { integer } from '../../contract/schema.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { allFields } from '../../people/custom-fields.ts';
import type { PeopleFilter } from '../../people/filter/subscriber-filter.ts';
import type { CheckCondition } from '../../subscribers/check/conditions.ts';
import { checkKinds, checkNames, isOfAccount, reviewTag } from '../../subscribers/check/finding.ts';
import type { ListCheck } from '../../subscribers/check/list-check.ts';
import type { CheckRow, ReportOptions } from '../../subscribers/check/report.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { View } from '../../terminal/terminal.ts';

const options = {
  group: text('--group <group>', 'only the people in this group, without fields and tags'),
  checkDomains: flag('--check-domains', 'ask DNS whether each domain accepts mail'),
  show: choice('--show <finding>', 'list the people of this finding instead', checkNames),
  failIf: repeatable('--fail-if <condition>', "exit 8 if this is true: 'misspelt>0', 'role>2%' (repeatable)"),
  fixes: text(
    '--fixes <file>',
    'write the people at misspelt domains, with the right address, to this file',
    {
      completes: 'file',
    },
  ),
  html: text('--html <file>', 'write a self-contained page (overwrites the file)'),
};
type Flags = OptionValues<typeof options>;

const texts = { kind: 'text' } as const;
const nullable = { kind: 'text', nullable: true } as const;

const view: View = {
  plural: 'findings',
  columns: ['severity', 'finding', 'count', 'examples', 'fix'],
  kinds: {
    finding: texts,
    severity: texts,
    count: integer,
    tagged: integer,
    meaning: texts,
    examples: { kind: 'list', of: texts },
    fix: nullable,
  },
};

const peopleView: View = {
  plural: 'people',
  columns: ['email', 'suggestion', 'reason', 'id'],
  kinds: { email: texts, id: texts, suggestion: nullable, reason: nullable },
  uncut: 'email',
};

/** `subscribers check`: what would cost the list its reputation. */
export const check = command({
  name: 'check',
  description: `Check the list for bad addresses, typos, duplicates, values that do not fit, fields and tags out of use. Reads all subscribers once and changes nothing. Each finding has three examples and a command that deals with it: it tags the people (${reviewTag('misspelt')}), so that a filter or a group can leave them out, and they are not counted again. newsletter undo takes that back.`,
  options,
  requests: ['listSubscribers', 'listFields', 'listGroups', 'getGroup', 'getAccount'],
  output: [view, peopleView],
  prints: 'list',
  codes: ['condition_met', 'filter_unknown'],
  changesThisMachine: (_, { html, fixes }) => html !== undefined || fixes !== undefined,
  examples: [
    ['everybody', 'newsletter subscribers check'],
    ['before a send', 'newsletter subscribers check --group Members --check-domains'],
    ['in CI', "newsletter subscribers check --fail-if 'misspelt>0' --fail-if 'no_domain>0.5%' --mask"],
    ['who, with the right address', 'newsletter subscribers check --show misspelt'],
    ['an HTML page', 'newsletter subscribers check --html check.html'],
  ],
  notes: `Findings:\n${Object.entries(checkKinds)
    .map(([name, { severity, meaning }]) => `  ${name.padEnd(13)} ${severity.padEnd(8)} ${meaning}`)
    .join('\n')}

The service lists no tags: one that nobody has cannot be found. It deletes no
fields and no subscribers. To correct one address:

  newsletter subscribers update <subscriber> --email <address>

A domain about which DNS gives no answer is not counted. For 24 hours after
a check with --group, emails send names what was found in its group.`,
  run: async (context, _, flags) => await run(context, flags),
});

async function run(context: Context, flags: Flags): Promise<void> {
  if (flags.fixes !== undefined && context.options.mask)
    throw new Failure('usage', '--mask cannot be combined with --fixes, whose addresses are used again');
  const conditions = await conditionsIn(flags);
  const { ListCheck } = await import('../../subscribers/check/list-check.ts');
  const { group: groupText, checkDomains = false, show } = flags;
  const api = await context.api();
  const group = groupText === undefined ? undefined : await findGroup(api, groupText);
  const checked = new ListCheck({
    fields: await allFields(api),
    isPart: group !== undefined,
    checksDomains: checkDomains,
    show: show ?? (flags.fixes === undefined ? undefined : 'misspelt'),
  });
  await readPeople(context, checked, group);
  if (checkDomains) await askDomains(context, checked);
  if (show === undefined) await report(context, checked, flags, group);
  else await listPeople(context, checked, flags);
  await judge(conditions, checked, groupText);
}

/** @throws Failure invalid_value, usage */
async function conditionsIn({
  failIf = [],
  group,
  checkDomains,
  show,
  html,
  fixes,
}: Flags): Promise<readonly CheckCondition[]> {
  const { parseCheckCondition } = await import('../../subscribers/check/conditions.ts');
  const conditions = await conditionsOf(failIf, parseCheckCondition, 'misspelt>0');
  const used = [...conditions.flatMap(({ all }) => all.map(({ metric }) => metric)), show];
  if (!checkDomains && used.includes('no_mail'))
    throw new Failure('usage', 'no_mail requires --check-domains');
  const ofAccount = used.find(name => name !== undefined && isOfAccount(name));
  if (group !== undefined && ofAccount !== undefined)
    throw new Failure('usage', `${ofAccount} is about the whole account: it cannot be combined with --group`);
  const file = html === undefined ? fixes && '--fixes' : '--html';
  if (show !== undefined && file !== undefined)
    throw new Failure('usage', `--show lists people: it cannot be combined with ${file}`);
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
  const filter: PeopleFilter | undefined = group && filterBy(testOfMembers(group));
  const people = new AllSubscribers(api, { filter });
  for await (const page of people.withProgress(terminal)) for (const one of page) checked.add(one);
  people.report(terminal);
  if (group === undefined) return;
  const extra = await extraMembers(api, group, { total: people.count, count: people.selected });
  if (extra > 0) terminal.warn(unsubscribedText(extra, people.selected));
}

async function askDomains(
  { terminal, environment, interrupted }: Context,
  checked: ListCheck,
): Promise<void> {
  const { checkDomains } = await import('../../import/rows/risk/check-domains.ts');
  const { domains } = checked;
  const progress = terminal.progress('checking domains', domains.length);
  try {
    const dns = await checkDomains(domains, dnsServersOf(environment), progress.update, interrupted);
    if (dns.unknown > 0)
      terminal.warn(`DNS gave no answer for ${counted(dns.unknown, 'domain')}: not counted`);
    checked.addWithoutMail(dns.withoutMail);
  } finally {
    progress.stop();
  }
}

function reportOptions(context: Context, flags: Flags): ReportOptions {
  const { group, fixes } = flags;
  return { group, fixes, profile: context.options.profile };
}

async function report(
  context: Context,
  checked: ListCheck,
  flags: Flags,
  group: Group | undefined,
): Promise<void> {
  const { checkRow } = await import('../../subscribers/check/report.ts');
  const { terminal, options: global } = context;
  const found = checked.findings();
  // Before a drawing shortens them.
  const rows = terminal.masked(found.map(each => checkRow(each, reportOptions(context, flags))));
  if (group !== undefined) await keep(context, checked, group);
  if (flags.fixes !== undefined) await writeFixes(context, checked, flags.fixes);
  if (flags.html !== undefined) await writePage(context, { rows, checked, group, file: flags.html });
  else if (terminal.isForPeople && global.fields === undefined) await draw(context, rows);
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
  const [{ checkView }, { prepareToMeasure }] = await Promise.all([
    import('../../subscribers/check/view.ts'),
    import('../../terminal/formats/measure.ts'),
  ]);
  await prepareToMeasure(rows.flatMap(({ examples }) => examples));
  await terminal.draw(canvas => checkView(rows, canvas));
}

/** Keeps the numbers for `emails send`. */
async function keep(context: Context, checked: ListCheck, group: Group): Promise<void> {
  const [{ keepCheck }, { localAccount }] = await Promise.all([
    import('../../subscribers/check/kept-checks.ts'),
    import('../../people/local-account.ts'),
  ]);
  const counts = Object.fromEntries(checked.findings().map(({ name, count }) => [name, count]));
  const account = localAccount(await context.account(), await context.baseUrl());
  const { configDir } = context;
  keepCheck(configDir, account, { group: group.id, at: Date.now(), counts });
}

async function writeFixes({ terminal }: Context, checked: ListCheck, file: string): Promise<void> {
  const { writeAtomically } = await import('../../lib/files/atomic-file.ts');
  const people = checked.findings().find(({ name }) => name === 'misspelt')?.people ?? [];
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = people.map(({ email, suggestion = '', id }) => [email, suggestion, id].map(cell).join(','));
  writeAtomically(file, ['email,right_address,id', ...lines, ''].join('\n'), {
    mode: 0o600,
    hint: 'choose another path for --fixes',
  });
  terminal.note(`wrote ${file}: ${counted(people.length, 'person', 'people')}`);
}

interface WrittenPage {
  readonly rows: readonly CheckRow[];
  readonly checked: ListCheck;
  readonly group: Group | undefined;
  readonly file: string;
}

async function writePage(context: Context, { rows, checked, group, file }: WrittenPage): Promise<void> {
  const [{ checkPage }, { writeAtomically }] = await Promise.all([
    import('../../subscribers/check/page.ts'),
    import('../../lib/files/atomic-file.ts'),
  ]);
  const { name } = await context.account();
  const what = group === undefined ? name : `${group.name}, ${name}`;
  const page = checkPage(rows, checked.count, what, new Date());
  writeAtomically(file, page, { hint: 'choose another path for --html' });
  context.terminal.note(`wrote ${file}`);
}

async function listPeople({ terminal }: Context, checked: ListCheck, { show }: Flags): Promise<void> {
  const { shownPerson } = await import('../../subscribers/check/report.ts');
  const people = checked.findings().find(({ name }) => name === show)?.people ?? [];
  await terminal.list(
    people.map(person => ({ ...shownPerson(person) })),
    peopleView,
  );
}

/** @throws Failure condition_met */
async function judge(
  conditions: readonly CheckCondition[],
  checked: ListCheck,
  group: string | undefined,
): Promise<void> {
  if (conditions.length === 0) return;
  const { isMet } = await import('../../subscribers/check/conditions.ts');
  const counts = new Map(checked.findings().map(({ name, count }) => [name, count]));
  const met = conditions.filter(condition => isMet(condition, counts, checked.count));
  if (met.length === 0) return;
  const names = [...new Set(met.flatMap(({ all }) => all.map(({ metric }) => metric)))];
  const domains = names[0] === 'no_mail' ? ' --check-domains' : '';
  const part = group === undefined ? '' : ` --group ${shellWord(group)}`;
  throw new Failure('condition_met', `${met.map(({ text }) => text).join('; ')} is true`, {
    details: names.map(name => `${name} ${grouped(counts.get(name) ?? 0)} of ${grouped(checked.count)}`),
    hint: `newsletter subscribers check --show ${names[0]}${domains}${part}`,
  });
}
