/** `undo`, and its other names below `imports` and `subscribers`. */
import type { FoundRun } from '../changes/runs.ts';
import type { UndoContext } from '../changes/undo.ts';
import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import { counted } from '../terminal/numbers.ts';
import type { View } from '../terminal/terminal.ts';
import { accountHere } from './account-here.ts';
import { changeContext, printResult, sendingOptions, settingsOf, updateView } from './changes.ts';
import type { Example } from './command.ts';
import { command } from './command.ts';
import { flag, type OptionValues, text } from './option.ts';

const undoView: View = {
  plural: 'undone runs',
  columns: ['run', 'what', 'restored', 'edited', 'created', 'failed', 'gone'],
  fields: [
    ...[
      'run',
      'kind',
      'what',
      'file',
      'restored',
      'edited',
      'taken',
      'created',
      'failed',
      'gone',
      'verified',
      'people',
    ],
    ...['matched', 'to_change', 'changed', 'unchanged', 'missing', 'dry_run', 'requests'],
  ],
  kinds: { ...updateView.kinds, what: { kind: 'text' } },
};

const runsView: View = {
  plural: 'runs on this machine',
  columns: ['run', 'started_at', 'kind', 'what', 'account', 'changes', 'undo'],
  fields: [
    'run',
    'started_at',
    'ended_at',
    'kind',
    'what',
    'account',
    'account_id',
    'base_url',
    'profile',
    'changes',
    'undo',
  ],
  kinds: { started_at: { kind: 'time' }, ended_at: { kind: 'time', nullable: true } },
  handle: 'run',
  empty: 'newsletter import <file.csv>',
};

const options = {
  tagCreated: text('--tag-created <name>', 'add this tag to the subscribers that an import created'),
  status: text('--status <status>', 'give this status to the subscribers that an import created'),
  resume: flag('--resume', 'resume an interrupted undo'),
  ...sendingOptions,
};

/** The kind of run that the command undoes by default, the latest one. */
type Latest = 'import' | 'update';

interface UndoName {
  /** Undefined: it lists the runs. */
  readonly latest: Latest | undefined;
  readonly description: string;
  /** Of the argument. */
  readonly which: string;
  readonly examples: readonly Example[];
}

export function undoCommand({ latest, description, which, examples }: UndoName) {
  return command({
    name: 'undo',
    description,
    arguments: [{ name: '[run]', description: which }],
    options,
    requests: ['getAccount', 'listImports', 'listSubscribers', 'updateSubscriber'],
    output: latest === undefined ? [undoView, runsView] : undoView,
    codes: [
      'confirmation_needed',
      'declined',
      'partly_done',
      'stopped_early',
      'too_many_changes',
      'not_found',
      'not_undoable',
      'wrong_account',
      'unfinished_undo',
      'import_running',
      'update_running',
    ],
    examples,
    run: async (context, [id], flags) => {
      if (id === undefined && latest === undefined) return await listRuns(context);
      await undoFound(context, await wantedRun(context, id, latest), flags);
    },
  });
}

/** Lists the runs of this machine, and why some cannot be undone. */
async function listRuns({ configDir, terminal }: Context): Promise<void> {
  const [{ localRuns, removeOldRuns, whyNotUndone }, { changesDone }, { changesMade }] = await Promise.all([
    import('../changes/runs.ts'),
    import('../changes/journal.ts'),
    import('../changes/run.ts'),
  ]);
  removeOldRuns(configDir);
  const rows = localRuns(configDir).map(found => {
    const { id, account: account_id, account_name, ...run } = found.run;
    const changes = changesMade(found.run, changesDone(found.folder.journal));
    const undo = whyNotUndone(found) ?? 'possible';
    return { run: id, ...run, changes, account: account_name, account_id, undo };
  });
  await terminal.list(rows, runsView);
}

/** @throws Failure not_found, wrong_account, not_undoable */
async function wantedRun(
  context: Context,
  id: string | undefined,
  latest: Latest | undefined,
): Promise<FoundRun> {
  const { runsOf, runWithId, whyNotUndone } = await import('../changes/runs.ts');
  const account = await accountHere(context);
  const found =
    id === undefined
      ? await latestOf(context, runsOf(context.configDir, account), latest)
      : runWithId(context.configDir, id);
  if (found === undefined) {
    const { accountName } = await import('../auth/account-name.ts');
    const name = accountName(await context.account());
    throw new Failure('not_found', `this machine has made no ${latest} of ${name} that can be undone`, {
      hint: 'newsletter undo',
    });
  }
  const { run } = found;
  if (run.account !== account.id || run.base_url !== account.baseUrl) {
    const { account_name: name, profile } = run;
    throw new Failure(
      'wrong_account',
      `run ${run.id} went to another account${name === null ? '' : `: ${name}`}`,
      {
        hint:
          profile === null ? 'newsletter profiles list' : `newsletter undo ${run.id} --profile ${profile}`,
      },
    );
  }
  const why = whyNotUndone(found);
  if (why !== undefined && run.undone_at === null)
    throw new Failure('not_undoable', `run ${run.id} cannot be undone: ${why}`);
  return found;
}

/** The latest import that changed something, or the latest update that was not undone. */
async function latestOf(
  { terminal }: Context,
  runs: readonly FoundRun[],
  latest: Latest | undefined,
): Promise<FoundRun | undefined> {
  const { changedNothing } = await import('../changes/run.ts');
  if (latest === 'update')
    return runs.find(({ run }) => ['update', 'tags'].includes(run.kind) && run.undone_at === null);
  const imports = runs.filter(({ run }) => run.kind === 'import');
  const [first] = imports;
  const found = imports.find(({ run }) => !changedNothing(run));
  if (first !== undefined && found !== undefined && found !== first)
    terminal.note(`run ${first.run.id} changed nothing; the latest that did is run ${found.run.id}`);
  return found;
}

async function undoFound(
  context: Context,
  found: FoundRun,
  flags: OptionValues<typeof options>,
): Promise<void> {
  const [{ undoRun }, { holdImport }] = await Promise.all([
    import('../changes/undo.ts'),
    import('../import/jobs/unfinished-import.ts'),
  ]);
  const change = await changeContext(context);
  const undoing: UndoContext = {
    ...change,
    hold: async run => await holdImport(change.configDir, change.api, run),
  };
  const { tagCreated, status, resume = false } = flags;
  const settings = { ...settingsOf(context, flags), tagCreated, status, resume };
  const { summary, failure, shown } = await undoRun(found, settings, undoing);
  const restored = counted(summary.restored, 'subscriber');
  const said = summary.dry_run ? `${restored} would be restored` : `Restored ${restored}`;
  await printResult(context, { summary, shown }, said, undoView);
  if (failure !== undefined) throw failure;
}
