import type { FoundRun } from '../changes/runs.ts';
import type { UndoContext } from '../changes/undo.ts';
import { accountHere } from '../cli/account-check.ts';
import { changeContext, printResult, sendingOptions, settingsOf, updateView } from '../cli/changes.ts';
import { command } from '../cli/command.ts';
import { type OptionValues, text } from '../cli/option.ts';
import type { Context } from '../context.ts';
import { fieldsFrom } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';
import { commandLine } from '../lib/text/shell-word.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { View } from '../terminal/terminal.ts';

const undoView: View = {
  plural: 'undone runs',
  columns: ['run', 'what', 'to_restore', 'restored', 'stay', 'edited', 'failed', 'gone'],
  kinds: {
    ...fieldsFrom(
      'run:text kind:text what:text to_restore:integer restored:integer stay:integer',
      'edited:integer gone:integer statuses:integer marked:integer',
    ),
    ...updateView.kinds,
  },
};

const runsView: View = {
  plural: 'runs on this machine',
  columns: ['run', 'started_at', 'what', 'restore', 'stay', 'undo', 'account'],
  kinds: fieldsFrom(
    'run:text started_at:time ended_at:time? undone_at:time? kind:text what:text account:text',
    'account_id:text base_url:text profile:text? changes:integer? restore:integer?',
    'stay:integer? undo:text',
  ),
  handle: 'run',
  empty: 'newsletter import <file.csv>',
};

const options = {
  status: text(
    '--status <status>',
    'give this status to people the run created: unsubscribed takes them off the list',
  ),
  ...sendingOptions,
};

export const undo = command({
  name: 'undo',
  description:
    'List what this machine has changed (imports, syncs, updates of many, changes of tags) and what of it can be restored; with a run, restore it. A change of one person is not listed: update that person again. People get their earlier fields, tags and addresses back; those edited since are kept. People who were new stay, since the service cannot delete them: --status unsubscribed takes them off the list. A status is not restored, since the service does not show the earlier one. Works for 90 days; imports must have been compared with the account.',
  arguments: [{ name: '[run]', description: 'id of the run to undo (default: list the runs)' }],
  options,
  requests: ['getAccount', 'listImports', 'listSubscribers', 'updateSubscriber'],
  output: [undoView, runsView],
  codes: [
    'confirmation_needed',
    'declined',
    'partly_done',
    'stopped_early',
    'too_many_changes',
    'not_found',
    'not_undoable',
    'wrong_account',
    'already_running',
  ],
  examples: [
    ['what can be undone', 'newsletter undo'],
    ['show what undoing it would do', 'newsletter undo 3f9c2a1e --dry-run'],
    ['undo it', 'newsletter undo 3f9c2a1e'],
    ['undo it, and unsubscribe the people it created', 'newsletter undo 3f9c2a1e --status unsubscribed'],
  ],
  run: async (context, [id], flags, typedOptions) => {
    if (id !== undefined) return await undoFound(context, await wantedRun(context, id, flags), flags);
    const { yes, dryRun } = context.options;
    if (yes === true || dryRun === true || typedOptions.length > 0) {
      throw new Failure('missing_argument', 'undo needs the id of a run', {
        hint: 'to list them: newsletter undo',
      });
    }
    await listRuns(context);
  },
});

/** Lists the runs of this machine, of a named account alone, what can be restored of them, and who stays. */
async function listRuns(context: Context): Promise<void> {
  const { configDir, terminal } = context;
  const [
    { changesMade, peopleCreated, statusesOnly },
    { localRuns, newPeopleHint, removeOldRuns, whyNotUndone },
    { readJournal },
  ] = await Promise.all([
    import('../changes/run-facts.ts'),
    import('../changes/runs.ts'),
    import('../changes/journal.ts'),
  ]);
  removeOldRuns(configDir);
  const named = await namedAccount(context);
  const runs = localRuns(configDir).filter(({ run }) => named === undefined || run.account === named);
  const rows = runs.map(found => {
    const { run } = found;
    const changes = changesMade(run, readJournal(found.folder.journal).done.size);
    const stay = peopleCreated(run);
    const why = whyNotUndone(found);
    const isKnown = changes !== null && stay !== null;
    const possible = isKnown ? Math.max(0, changes - stay - statusesOnly(run)) : null;
    const restore = why === undefined ? possible : (run.not_restored ?? 0);
    const nothing = stay === 0 ? 'nothing to restore' : 'new people stay';
    const undo = why ?? (restore === 0 ? nothing : 'possible');
    const { started_at, ended_at, undone_at, kind, what, base_url, profile } = run;
    const account = { account: run.account_name, account_id: run.account };
    const facts = { run: run.id, started_at, ended_at, undone_at, kind, what, ...account, base_url, profile };
    return { ...facts, changes, restore, stay, undo };
  });
  // A log without a line would leave open whether it was asked.
  if (rows.length === 0 && !terminal.isStructured && !terminal.stdoutIsTerminal)
    terminal.note('Nothing to undo: this machine has no runs.');
  const isOneAccount = new Set(rows.map(({ account_id }) => account_id)).size === 1;
  const columns = runsView.columns.filter(name => name !== 'account');
  await terminal.list(rows, terminal.isForPeople && isOneAccount ? { ...runsView, columns } : runsView);
  terminal.note(
    'not listed, since undo does not have them: changes of one person, emails, groups, fields, tags',
  );
  if (terminal.stdoutIsTerminal && rows.some(({ undo }) => undo === 'possible'))
    terminal.note('to undo one: newsletter undo <run>');
  if (rows.some(({ stay }) => stay !== null && stay > 0)) terminal.note(newPeopleHint('<run>'));
}

/** The id of the account that a flag, a variable or the folder names, as its profile has it; undefined: none is named. */
async function namedAccount({ settingsFor, configDir }: Context): Promise<string | undefined> {
  const { profile, profileBy } = await settingsFor({ creating: true });
  const { accountIdInProfile, profileIn, readConfig } = await import('../settings/profiles.ts');
  const known = profileBy === undefined ? undefined : profileIn(readConfig(configDir), profile);
  return known?.[accountIdInProfile]?.toString();
}

/** @throws Failure not_found, wrong_account, not_undoable */
async function wantedRun(
  context: Context,
  id: string,
  flags: OptionValues<typeof options>,
): Promise<FoundRun> {
  const { changeRunWithId, whyNotUndone } = await import('../changes/runs.ts');
  const account = await accountHere(context);
  const found = changeRunWithId(context.configDir, id);
  const { run } = found;
  if (run.account !== account.id) throw await otherAccount(context, run, flags);
  const why = whyNotUndone(found);
  if (why !== undefined && run.undone_at === null)
    throw new Failure('not_undoable', `run ${run.id} cannot be undone: ${why}`);
  // The service does not show a status, so all would be sent again.
  const isMarked = run.new_status !== undefined && run.new_status === flags.status;
  if (isMarked && !run.not_restored)
    throw new Failure('not_undoable', `run ${run.id} is already ${why}, with status ${run.new_status}`);
  return found;
}

/** Names the profile that leads to the account of a run, if one still does: a stopped sandbox leaves none. */
async function otherAccount(
  context: Context,
  run: FoundRun['run'],
  { status }: OptionValues<typeof options>,
): Promise<Failure> {
  const { profilesOfAccount, readConfig } = await import('../settings/profiles.ts');
  const { inOtherAccount } = await import('../auth/account.ts');
  const { id, base_url: url, account, account_name: name } = run;
  const [profile] = profilesOfAccount(readConfig(context.configDir), account, url);
  const typed = status === undefined ? [] : ['--status', status];
  return new Failure('wrong_account', `run ${id} went to another account: ${name}`, {
    details: profile === undefined ? [`at ${url}; no profile is signed in to it`] : [],
    hint: inOtherAccount(commandLine(['undo', id, ...typed]), { profile, url }),
  });
}

async function undoFound(
  context: Context,
  found: FoundRun,
  flags: OptionValues<typeof options>,
): Promise<void> {
  const [{ undoRun }, { holdImport }] = await Promise.all([
    import('../changes/undo.ts'),
    import('../import/jobs/imports-folder.ts'),
  ]);
  const change = await changeContext(context);
  const undoing: UndoContext = {
    ...change,
    hold: async run => await holdImport(change.configDir, change.api, run),
  };
  const settings = { ...settingsOf(context, flags), status: flags.status };
  const { summary, failure, shown } = await undoRun(found, settings, undoing);
  // Those that an interrupted undo has restored count in the JSON, and are named beside.
  const { unchanged } = summary;
  const before = unchanged > 0 ? ` (${grouped(unchanged)} already as before)` : '';
  const { dry_run, to_restore } = summary;
  const restored = `${counted(dry_run ? to_restore : summary.restored, 'subscriber')}${before}`;
  const stays =
    summary.stay > 0 ? `; ${counted(summary.stay, 'new one')} ${summary.stay === 1 ? 'stays' : 'stay'}` : '';
  const marked =
    summary.marked > 0 ? `; ${counted(summary.marked, 'new one')} got status ${flags.status}` : '';
  const said = dry_run ? `${restored} would be restored${stays}` : `Restored ${restored}${marked}${stays}`;
  await printResult(context, { summary, shown, report: flags.report }, said, undoView);
  if (failure !== undefined) throw failure;
}
