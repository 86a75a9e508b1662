/** Taking an import back, as one story: what would be done, the question, the changes, and reading them back. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { changesDone, PatchJournal } from '../../bulk/patch-journal.ts';
import { type Stopping, toTheirEnd } from '../../bulk/stopping.ts';
import type { SubscriberPatch } from '../../bulk/subscriber-patch.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { takeLock } from '../../lib/lock.ts';
import { RecordFileWriter, readRecords } from '../../lib/record-file.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { FoundRun } from '../account/local-runs.ts';
import {
  type CreatedWishes,
  carryOut,
  type PeopleNow,
  patchOf,
  peopleNow,
  type UndoResult,
  type UndoStep,
  undoSteps,
  verifyRestored,
} from '../account/undo.ts';
import { importsFolder } from '../jobs/imports-folder.ts';
import { summaryOf, type UndoSummary, UndoTally } from './undo-tally.ts';
import { markText, undoPlanText, undoResultText } from './undo-text.ts';
import { holdImport, refuseJobsUnderWay } from './unfinished-import.ts';

export interface UndoSettings {
  readonly tagCreated: string | undefined;
  readonly status: string | undefined;
  readonly resume: boolean;
  readonly concurrency: number;
  readonly report: string | undefined;
  readonly dryRun: boolean;
}

export interface UndoSurroundings extends Stopping {
  readonly configDir: string;
  readonly api: Api;
  /** To be awaited before the first write. */
  readonly beforeWrite: () => Promise<void>;
}

/** What it came to. */
interface UndoneImport {
  readonly summary: UndoSummary;
  readonly failure: Failure | undefined;
  /** In a dry run the first requests that would be sent. */
  readonly first?: readonly SubscriberPatch[];
}

/** Requests that a dry run shows. */
const shownPatches = 3;
/**
 * @returns what happened; and the failure to exit with, if any
 * @throws Failure before anything is changed: declined, unfinished_undo, import_running
 */
export async function undoImport(
  found: FoundRun,
  settings: UndoSettings,
  surroundings: UndoSurroundings,
): Promise<UndoneImport> {
  const { folder, run } = found;
  const begun = changesDone(folder.undoJournal);
  if (begun !== undefined && !settings.resume && !settings.dryRun) {
    throw new Failure('unfinished_undo', `an undo of run ${run.id} was interrupted: ${grouped(begun)} done`, {
      hint: resumeCommand(folder),
    });
  }
  if (settings.dryRun) return await undo(found, settings, surroundings);
  const release = await takeLock(`${folder.undoJournal}.lock`);
  if (release === undefined) throw new Failure('import_running', `another process is undoing run ${run.id}`);
  try {
    const held = await holdImport(surroundings.configDir, run);
    try {
      await refuseJobsUnderWay(surroundings.api, run);
      const undone = await undo(found, settings, surroundings);
      if (folder.read()?.undone_at != null) held.drop();
      return undone;
    } finally {
      held.release();
    }
  } finally {
    release();
  }
}

async function undo(
  found: FoundRun,
  settings: UndoSettings,
  surroundings: UndoSurroundings,
): Promise<UndoneImport> {
  const { terminal, beforeWrite } = surroundings;
  const wishes = { tag: settings.tagCreated, status: settings.status };
  const tally = new UndoTally(settings.report);
  const plan = join(found.folder.path, `undo-${process.pid}-${randomBytes(4).toString('hex')}.plan`);
  try {
    const first = await decideSteps(found, wishes, surroundings, tally, plan);
    terminal.tell(undoPlanText(found, tally, wishes));
    if (settings.dryRun) {
      tally.commit();
      const summary = { ...summaryOf(found, tally, true, null), restored: tally.toRestore };
      return { summary, failure: undefined, first };
    }
    if (tally.toRestore + tally.toMark > 0) {
      await beforeWrite();
      const marked = tally.toMark > 0 ? `, and mark ${grouped(tally.toMark)} with ${markText(wishes)}` : '';
      const question = `Restore ${counted(tally.toRestore, 'subscriber')}${marked}?`;
      if (!(await terminal.confirm(question, '--yes'))) throw new Failure('declined', 'nothing was changed');
    }
    return await change(found, readRecords<UndoStep>(plan), settings, surroundings, tally);
  } finally {
    rmSync(plan, { force: true });
  }
}

/** Decides about everybody; the steps that send something are written to a file. @returns the first changes */
async function decideSteps(
  found: FoundRun,
  wishes: CreatedWishes,
  surroundings: UndoSurroundings,
  tally: UndoTally,
  plan: string,
): Promise<SubscriberPatch[]> {
  const now = await read(found, surroundings, 'reading the account');
  const steps = new RecordFileWriter<UndoStep>(plan);
  const first: SubscriberPatch[] = [];
  try {
    for await (const step of undoSteps(found, now, wishes)) {
      tally.decide(step);
      const patch = patchOf(step, wishes);
      if (patch === undefined) continue;
      steps.add(step);
      if (first.length < shownPatches) first.push(patch);
    }
    steps.commit();
    return first;
  } finally {
    steps.discard();
    now.close();
  }
}

function read(
  found: FoundRun,
  { api, terminal, configDir, stop }: UndoSurroundings,
  label: string,
): Promise<PeopleNow> {
  return peopleNow(api, found, importsFolder(configDir), terminal.progress(label), stop);
}

async function change(
  found: FoundRun,
  steps: AsyncIterable<UndoStep>,
  { concurrency, status, tagCreated }: UndoSettings,
  surroundings: UndoSurroundings,
  tally: UndoTally,
): Promise<UndoneImport> {
  const { api, terminal, stop } = surroundings;
  const journal = new PatchJournal(found.folder.undoJournal);
  const progress = terminal.progress('restoring', tally.toRestore + tally.toMark);
  let done = 0;
  const onResult = (result: UndoResult) => {
    tally.end(result);
    progress.update(++done);
  };
  const sent = await toTheirEnd(
    surroundings,
    resumeCommand(found.folder),
    () => progress.stop(),
    () => carryOut(steps, { tag: tagCreated, status }, { api, concurrency, stop, journal, onResult }),
  );
  const isWhole = sent.failure === undefined && !stop.aborted;
  const verified = isWhole && tally.restored > 0 ? await verify(found, surroundings, tally) : null;
  tally.commit();
  if (isWhole) {
    journal.remove();
    found.folder.update({ undone_at: new Date().toISOString() });
  } else journal.close();
  const summary = summaryOf(found, tally, false, verified);
  terminal.tell(undoResultText(summary, tally));
  return { summary, failure: failureOf(summary, sent.failure, stop, found) };
}

/** Reads everybody back who was restored. */
async function verify(
  found: FoundRun,
  surroundings: UndoSurroundings,
  tally: UndoTally,
): Promise<UndoSummary['verified']> {
  try {
    const now = await read(found, surroundings, 'reading back');
    try {
      const { checked, different } = await verifyRestored(found, now, place => tally.wasRestored(place));
      for (const { email, fields } of different) tally.differs(email, fields);
      return { checked, of: tally.restored, different: different.length };
    } finally {
      now.close();
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    surroundings.terminal.warn(`could not read back: ${error.message}`);
    return { checked: 0, of: tally.restored, different: 0 };
  }
}

const resumeCommand = ({ id }: FoundRun['folder']) => `newsletter imports undo ${id} --resume`;

function failureOf(
  { run, failed, verified, restored }: UndoSummary,
  failure: Failure | undefined,
  stop: AbortSignal,
  { folder }: FoundRun,
): Failure | undefined {
  const hint = resumeCommand(folder);
  if (stop.aborted)
    return new Failure('interrupted', `interrupted: ${counted(restored, 'subscriber')} restored so far`, {
      hint,
    });
  if (failure !== undefined) return failure.reworded(failure.message, { hint: failure.hint ?? hint });
  const different = verified?.different ?? 0;
  if (failed + different === 0) return undefined;
  return new Failure(
    'partly_done',
    `${counted(failed + different, 'subscriber')} of run ${run} not restored`,
    {
      hint: '--report <file> has a line for each',
    },
  );
}
