import { command } from '../../cli/command.ts';
import { fileCodes } from '../../cli/command-metadata.ts';
import { choice, flag, type OptionValues } from '../../cli/option.ts';
import {
  columnOptions,
  fileOptions,
  flagAnswers,
  peopleOptions,
  readingOptions,
} from '../../cli/options/column-options.ts';
import { paramOption, queryOf } from '../../cli/options/list-options.ts';
import { type Input, inputOf } from '../../cli/stdin.ts';
import type { Context } from '../../context.ts';
import { importDefaults } from '../../import/options.ts';
import { Failure } from '../../lib/failure.ts';
import { allFields } from '../../people/custom-fields.ts';
import type { DiffCounts, DiffEntry } from '../../subscribers/diff.ts';
import type { Row, View } from '../../terminal/terminal.ts';

const kinds = ['new', 'changed', 'only', 'left'] as const;
type Kind = (typeof kinds)[number];

/** Number of rows of a list printed on a terminal. */
const maxRowsOnTerminal = 50;

const views: Readonly<Record<Kind, View>> = {
  new: { plural: 'new subscribers', columns: ['email', 'fields', 'tags'] },
  changed: { plural: 'changes', columns: ['email', 'field', 'old', 'new'] },
  only: { plural: 'subscribers only in the account', columns: ['email', 'id'] },
  left: { plural: 'subscribers who opted out in the file', columns: ['email', 'id'] },
};

const counts = [
  'file',
  'rows',
  'duplicates',
  'rejected',
  'suppressed',
  'new',
  'changed',
  'unchanged',
  'only_in_account',
  'left',
] as const satisfies readonly (keyof DiffCounts)[];

const countsView: View = {
  plural: 'differences',
  columns: counts,
  // Structured formats contain the lists, too.
  fields: [...counts, 'new_subscribers', 'changes', 'only_in_account_subscribers', 'left_subscribers'],
};

const options = {
  show: choice(
    '--show <list>',
    'list these people: new, changed, only in the account, or left according to the file',
    kinds,
  ),
  exitCode: flag('--exit-code', 'exit with 8 if the import would create or change anyone'),
  ...paramOption,
  ...columnOptions,
  ...peopleOptions,
  ...readingOptions,
};

/** `subscribers diff`: prints what an import would change. */
export const diff = command({
  name: 'diff',
  description:
    'Compare a file with the account: who is new, changed or missing. Shows what an import would change, and who opted out in the file but is still in the account. Nothing is changed. The file is read as `newsletter import` reads it.',
  arguments: [{ name: '<file>', description: 'a CSV file, also gzipped; - for stdin' }],
  options,
  usualOptions: ['show', 'exitCode', 'map', 'from', 'dateFormat', 'encoding', 'statusColumn', 'suppress'],
  requests: ['listSubscribers', 'listFields'],
  output: [countsView, views.new, views.changed, views.only, views.left],
  codes: [...fileCodes, 'would_change'],
  examples: [
    ['how much would change', 'newsletter subscribers diff people.csv'],
    ['old and new values', 'newsletter subscribers diff people.csv --show changed'],
    ['who opted out, but is still in the account', 'newsletter subscribers diff people.csv --show left'],
    ['who is missing from the file', 'newsletter subscribers diff people.csv --show only -o csv'],
  ],
  run: async (context, [file], values) => await run(context, await inputOf(context, file), values),
});

type DiffOptions = OptionValues<typeof options>;

async function run(context: Context, { file, stdin }: Input, flags: DiffOptions): Promise<void> {
  const { terminal } = context;
  if (file === '-' && stdin.isTTY) throw new Failure('usage', 'nothing to compare: stdin is a terminal');
  const query = queryOf(flags.param);
  const { diffFile } = await import('../../subscribers/diff.ts');
  const { AllSubscribers } = await import('../../people/read-all.ts');
  const api = await context.api();
  const subscribers = new AllSubscribers(api, { query });
  const progress = terminal.progress('comparing');
  const options = { ...importDefaults([file]), ...fileOptions(flags) };
  const found = diffFile(
    { options, answers: flagAnswers(flags) },
    {
      terminal,
      stdin,
      configDir: context.configDir,
      fields: await allFields(api),
      pages: () => subscribers.pages(progress),
      stop: context.interrupted,
    },
  );
  try {
    const counts = await (flags.show === undefined
      ? printCounts(context, found, () => progress.stop())
      : printList(context, found, flags.show));
    subscribers.report(terminal);
    if (counts.changed > 0)
      terminal.note('assuming that imports add to existing tags; an import checks this, and stops if not');
    if (flags.exitCode && counts.new + counts.changed > 0) context.end(8);
  } finally {
    progress.stop();
    await found.return(undefined as never);
  }
}

/** Prints the rows of one list as they are found. */
async function printList({ terminal }: Context, found: Found, show: Kind): Promise<DiffCounts> {
  const most =
    terminal.isForPeople && terminal.stdoutIsTerminal ? maxRowsOnTerminal : Number.POSITIVE_INFINITY;
  let all = 0;
  let counts: DiffCounts | undefined;
  async function* rows(): AsyncGenerator<Row> {
    for (;;) {
      const { value, done } = await found.next();
      if (done) {
        counts = value;
        return;
      }
      if (value.kind === show && ++all <= most) yield rowOf(value);
    }
  }
  await terminal.list(rows(), views[show]);
  if (all > most) terminal.note(`${most} of ${all} shown; -o csv shows all of them`);
  if (counts === undefined) throw new Error('a list ended before the comparison');
  return counts;
}

/** Prints the counts; in structured formats the lists, too. @param before called before printing */
async function printCounts({ terminal }: Context, found: Found, before: () => void): Promise<DiffCounts> {
  const whole = terminal.isStructured;
  const lists: Record<Kind, Row[]> = { new: [], changed: [], only: [], left: [] };
  let step = await found.next();
  for (; !step.done; step = await found.next()) if (whole) lists[step.value.kind].push({ ...step.value.row });
  const counts = step.value;
  before();
  const named = {
    new_subscribers: lists.new,
    changes: lists.changed,
    only_in_account_subscribers: lists.only,
    left_subscribers: lists.left,
  };
  await terminal.record(whole ? { ...counts, ...named } : { ...counts }, countsView);
  if (!whole && counts.new + counts.changed > 0) {
    const list = counts.changed > 0 ? 'changed' : 'new';
    terminal.hint(`newsletter subscribers diff ${counts.file} --show ${list}`);
  }
  return counts;
}

type Found = AsyncGenerator<DiffEntry, DiffCounts>;

function rowOf(found: DiffEntry): Row {
  if (found.kind !== 'new') return { ...found.row };
  const { email, fields = {}, tags = [] } = found.row;
  return { email, fields, tags };
}
