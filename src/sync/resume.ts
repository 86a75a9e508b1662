/** Runs that were interrupted: the next run settles them, or `--resume` finishes them. */
import { alone, type ChangeContext } from '../changes/carry-out.ts';
import { ChangeReport } from '../changes/report.ts';
import type { SyncRun } from '../changes/run.ts';
import { type FoundRun, runsOf } from '../changes/runs.ts';
import { Failure } from '../lib/failure.ts';
import { type CarryingOut, carryOut, listed, resumeCommand, type SyncResult } from './carry-out.ts';
import { noteRun } from './note-run.ts';
import { sendPlan } from './send.ts';
import { SyncState } from './state.ts';

type FoundSync = FoundRun & { readonly run: SyncRun };

/** The latest run of a sync that is interrupted, or of which the state does not know yet what became. */
function interrupted(
  { name }: Pick<CarryingOut, 'name'>,
  { configDir, account }: ChangeContext,
): FoundSync | undefined {
  const isOpen = (found: FoundRun): found is FoundSync =>
    found.run.kind === 'sync' && found.run.sync === name && !found.run.is_noted;
  return runsOf(configDir, account).find(isOpen);
}

/** Takes an interrupted run into the state, so that nobody is sent twice; what was not sent is planned anew. */
export async function settle(
  settings: Pick<CarryingOut, 'name' | 'concurrency'>,
  state: SyncState,
  context: ChangeContext,
): Promise<void> {
  const found = interrupted(settings, context);
  if (found === undefined) return;
  const { folder, run } = found;
  const { terminal, reader } = context;
  const report = new ChangeReport(undefined);
  const failure = await sendPlan(
    folder,
    report,
    { ...settings, isSettling: true },
    resumeCommand(run.sync),
    context,
  );
  if (failure !== undefined) throw failure;
  const { created, updated } = await noteRun(folder, state, { reader, terminal });
  folder.update({ ended_at: run.ended_at ?? new Date().toISOString() });
  terminal.note(
    `the run of ${run.started_at.slice(0, 16).replace('T', ' ')} UTC was interrupted after ${created + updated} of ${run.changes ?? 0}: the rest is planned anew`,
  );
}

/** Goes on with the latest interrupted run, without reading the source. @throws Failure not_found */
export async function resumeSync(settings: CarryingOut, context: ChangeContext): Promise<SyncResult> {
  return await alone(context, async () => {
    const found = interrupted(settings, context);
    if (found === undefined) {
      throw new Failure('not_found', `no interrupted run of sync ${settings.name} to resume`, {
        hint: `newsletter sync <file> --name ${settings.name}`,
      });
    }
    const { folder, run } = found;
    if (folder.hasUnfinishedUndo || run.undone_at !== null)
      throw new Failure('unfinished_undo', `run ${run.id} is being undone: it cannot be resumed`, {
        hint: `newsletter undo ${run.id} --resume`,
      });
    const people = await listed(folder);
    const state = new SyncState(context.configDir, context.account, settings.name);
    return { ...(await carryOut(folder, run, state, settings, context)), planned: undefined, people };
  });
}
