/** What this machine keeps of its imports. */
import { command } from '../../cli/command.ts';
import { flag } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import { counted } from '../../terminal/numbers.ts';
import type { Row, View } from '../../terminal/terminal.ts';

export const localView: View = {
  plural: 'imports of this machine',
  columns: ['run', 'started_at', 'file', 'account', 'accepted', 'created', 'updated', 'undo'],
  fields: [
    'run',
    'started_at',
    'finished_at',
    'file',
    'account',
    'account_id',
    'base_url',
    'profile',
    'accepted',
    'created',
    'updated',
    'unchanged',
    'undo',
  ],
  kinds: { started_at: { kind: 'time' }, finished_at: { kind: 'time', nullable: true } },
  handle: 'run',
  empty: 'newsletter import <file.csv>',
};

/** `imports list --local`. */
export async function listLocalRuns({ terminal, configDir }: Context): Promise<void> {
  const { localRuns, removeOldRuns, whyNotUndone } = await import('../../changes/runs.ts');
  removeOldRuns(configDir);
  const rows = localRuns(configDir).flatMap((found): Row[] => {
    const { run } = found;
    if (run.kind !== 'import') return [];
    const { id, files, account: account_id, account_name: account, ended_at: finished_at, ...others } = run;
    const undo = whyNotUndone(found) ?? 'possible';
    return [{ ...others, run: id, file: files.join(', '), account, account_id, finished_at, undo }];
  });
  await terminal.list(rows, localView);
}

/** `imports forget`: deletes what this machine keeps of runs. */
export const forgetRun = command({
  name: 'forget',
  description:
    'Delete what this machine stores to undo an import. That is the previous records of the subscribers it changed. The account does not change. After 90 days these records are deleted automatically.',
  arguments: [
    {
      name: '[run]',
      description: 'id of the run, as `imports list --local` shows it',
      offers: 'run',
      neededUnless: ['all'],
    },
  ],
  options: { all: flag('--all', 'forget all imports') },
  requests: [],
  output: 'text',
  codes: ['not_found', 'confirmation_needed', 'declined'],
  changesThisMachine: true,
  examples: [
    ['one import', 'newsletter imports forget 3f9c2a1e'],
    ['all of them, in a script', 'newsletter imports forget --all --yes'],
  ],
  run: async (context, [id], { all }) => await forget(context, id, all === true),
});

async function forget({ terminal, configDir }: Context, id: string | undefined, all: boolean): Promise<void> {
  const { localRuns, runWithId } = await import('../../changes/runs.ts');
  if ((id === undefined) !== all) {
    throw new Failure(
      'missing_argument',
      all ? 'pass a run or --all, not both' : 'missing run: pass its id, or --all',
      {
        hint: 'newsletter imports list --local',
      },
    );
  }
  const found =
    id === undefined
      ? localRuns(configDir).filter(({ run }) => run.kind === 'import')
      : [runWithId(configDir, id)];
  const what = counted(found.length, 'import');
  if (
    !(await terminal.confirm(
      `Forget ${what}? ${found.length === 1 ? 'It' : 'They'} can no longer be undone.`,
      '--yes',
    ))
  )
    throw new Failure('declined', 'nothing was forgotten');
  // What an unfinished import needs to be resumed stays.
  for (const { run, folder } of found) {
    if (run.kind === 'import' && run.ended_at === null) folder.removeRecords();
    else folder.remove();
  }
  terminal.note(`forgotten: ${what}`);
}
