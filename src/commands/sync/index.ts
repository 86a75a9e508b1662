import { changeContext } from '../../cli/changes.ts';
import { command } from '../../cli/command.ts';
import { fileCodes } from '../../cli/command-metadata.ts';
import { givenValues, type OptionValues } from '../../cli/option.ts';
import { fileOptions } from '../../cli/options/column-options.ts';
import { type Inputs, inputsOf } from '../../cli/stdin.ts';
import type { Context } from '../../context.ts';
import { importDefaults } from '../../import/options.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { defaultLimits } from '../../sync/policy.ts';
import { carryingOut, policyOf, syncOptions } from './options.ts';
import { printSync, sendingCodes, syncView } from './result.ts';

/** `sync apply`: carries out a saved plan. */
const apply = command({
  name: 'apply',
  description:
    'Carry out a plan of sync --plan-out. Does exactly that, or nothing if something has changed since.',
  arguments: [
    { name: '<plan>', description: 'file that newsletter sync --plan-out has saved', completes: 'file' },
  ],
  options: carryingOut,
  requests: ['listFields', 'createField', 'listSubscribers', 'saveSubscriber', 'updateSubscriber'],
  output: syncView,
  changesThisMachine: true,
  repeat: 'upsert',
  codes: ['plan_outdated', ...sendingCodes],
  examples: [
    ['carry out a plan', 'newsletter sync apply plan.json'],
    ['check that it still can be', 'newsletter sync apply plan.json --dry-run'],
  ],
  run: async (context, [plan], { concurrency, report }) => {
    const { applyPlan } = await import('../../sync/plan-file.ts');
    const { dryRun = false } = context.options;
    const settings = { concurrency, report, dryRun, maxRejects: 0 };
    const result = await applyPlan(plan, settings, await changeContext(context));
    await printSync(context, result, { dryRun });
  },
});

/** `sync`: makes the account follow a list from elsewhere. */
export const sync = command({
  name: 'sync',
  description:
    'Make the account follow a list from elsewhere, such as a database query. Only new and changed people are sent. Values that only the account changed are left alone. People missing from the source are kept unless --missing says otherwise, and only people this sync created are touched. If the source may be cut, nobody is removed.',
  arguments: [
    {
      name: '<file...>',
      description:
        'CSV, Excel (.xlsx), JSON, zip or gzip files, as newsletter import reads them; - for stdin',
    },
  ],
  options: syncOptions,
  usualOptions: [
    'name',
    'missing',
    'allOptOuts',
    'maxMissing',
    'maxChanges',
    'planOut',
    'map',
    'createFields',
    'strict',
    'tag',
    'statusColumn',
    'suppress',
    'maxRejects',
  ],
  requests: ['listFields', 'createField', 'listSubscribers', 'saveSubscriber', 'updateSubscriber'],
  output: syncView,
  changesThisMachine: true,
  repeat: 'upsert',
  codes: [
    ...fileCodes,
    'left_out_earlier',
    'bad_column',
    'too_few_rows',
    'would_bounce',
    'too_many_missing',
    'too_many_changes',
    'confirmation_needed',
    ...sendingCodes,
  ],
  notes: `
A query that stops in the middle looks like a shorter list. Let its last line be "# rows: <number>", or pass --expect-rows. Otherwise only --max-missing can notice it.

People whom the source marks as unsubscribed, and people who left the account, are never created. An interrupted sync is run again: it sends the rest.

More: docs/syncing.md`,
  examples: [
    ['show the plan, change nothing', 'newsletter sync people.csv --name customers --dry-run'],
    ['new people in, changes too', 'newsletter sync people.csv --name customers'],
    [
      'tag those who are no longer in the list',
      'newsletter sync people.csv --name customers --missing tag:former',
    ],
    ['save the plan, to review it', 'newsletter sync people.csv --name customers --plan-out plan.json'],
    [
      'from a database; a column without a field stops it',
      'psql --csv -c "select email, city from customers" | newsletter sync - --name customers --strict',
    ],
  ],
  commands: [apply],
  run: async (context, [files], flags, typedOptions) => {
    if (flags.name === undefined) {
      throw new Failure('missing_argument', 'sync needs --name <sync>', {
        hint: `newsletter sync ${files.map(shellWord).join(' ') || '<file>'} --name <sync>`,
      });
    }
    await run(context, flags.name, await inputsOf(context, files), flags, typedOptions);
  },
});

type SyncFlags = OptionValues<typeof syncOptions>;

async function run(
  context: Context,
  name: string,
  { files, stdin }: Inputs,
  flags: SyncFlags,
  typedOptions: readonly string[],
): Promise<void> {
  const { dryRun = false } = context.options;
  const { planOut } = flags;
  if (files.includes('-') && stdin.isTTY)
    throw new Failure('usage', 'nothing to sync: stdin is a terminal', {
      hint: `newsletter sync <file> --name ${shellWord(name)}`,
    });
  const { syncPeople } = await import('../../sync/sync.ts');
  const own = (flags.own ?? []).flatMap(text => text.split(',')).map(text => text.trim());
  // Usually an unset variable of a script.
  if (own.includes('')) throw new Failure('invalid_value', 'empty field name in --own');
  if (flags.mark?.trim() === '') throw new Failure('invalid_value', 'empty tag: --mark');
  const options = {
    ...importDefaults(files),
    ...givenValues(fileOptions, flags),
    saveMapping: flags.saveMapping,
    rejects: flags.rejects,
    dryRun: dryRun || planOut !== undefined,
    given: typedOptions,
  };
  const change = await changeContext(context, { ahead: 1 });
  const result = await syncPeople(
    options,
    {
      name,
      rules: {
        own: new Set(own.map(text => text.replace(/^fields\./, ''))),
        missing: flags.missing ?? policyOf('keep'),
        allOptOuts: flags.allOptOuts === true,
        mark: flags.mark,
        recreate: flags.recreate === true,
      },
      limits: {
        missing: flags.maxMissing ?? defaultLimits.missing,
        changes: flags.maxChanges ?? defaultLimits.changes,
      },
      expectRows: flags.expectRows,
      maxRejects: flags.maxRejects ?? 0,
      concurrency: flags.concurrency,
      report: flags.report,
      dryRun,
      planOut,
    },
    {
      ...change,
      stdin,
      service: await context.baseUrl(),
      account: change.account,
      accountOf: () => context.account(),
    },
  );
  await printSync(context, result, { dryRun, planOut });
}
