/** Taking an import back, as one story: what would be done, the question, the changes, and reading them back. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { changesDone, PatchJournal } from '../bulk/patch-journal.ts';
import type { SubscriberPatch } from '../bulk/subscriber-patch.ts';
import type { Api } from '../http/api.ts';
import { AtomicFile } from '../lib/atomic-file.ts';
import { Failure } from '../lib/failure.ts';
import { LineSet } from '../lib/line-set.ts';
import { takeOwnedLock } from '../lib/owned-lock.ts';
import { RecordFileWriter, readRecords } from '../lib/record-file.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { FoundRun } from './account/local-runs.ts';
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
} from './account/undo.ts';
import { importsFolder } from './jobs/imports-folder.ts';

export interface UndoSettings {
  readonly tagCreated: string | undefined;
  readonly status: string | undefined;
  readonly resume: boolean;
  readonly concurrency: number;
  readonly report: string | undefined;
  readonly dryRun: boolean;
}

export interface UndoSurroundings {
  readonly terminal: Terminal;
  readonly configDir: string;
  readonly api: Api;
  readonly stop: AbortSignal;
  /** To be awaited before the first write. */
  readonly beforeWrite: () => Promise<void>;
}

/** Somebody whom the undo has not restored, or who stays. */
interface ListedPerson {
  readonly email: string;
  readonly id: string;
  readonly outcome: 'edited' | 'created' | 'gone' | 'failed' | 'different';
  readonly reason: string | null;
}

/** What happened, as `--output json` prints it. */
export interface UndoSummary {
  readonly run: string;
  readonly file: string;
  /** People who are what they were. */
  readonly restored: number;
  /** People who were edited since, and kept. */
  readonly edited: number;
  /** People whom the import created, and who are still there. */
  readonly created: number;
  readonly failed: number;
  /** People who are no longer in the account, or have another address. */
  readonly gone: number;
  readonly verified: { readonly checked: number; readonly of: number; readonly different: number } | null;
  /** Everybody but those who were restored. */
  readonly people: readonly ListedPerson[];
  readonly dry_run: boolean;
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
/** People that are named on a terminal, of each kind. */
const shownPeople = 10;
/** People in the summary; the report holds all. */
const listedPeople = 10_000;

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
      hint: `newsletter imports undo ${run.id} --resume`,
    });
  }
  if (settings.dryRun) return await undo(found, settings, surroundings);
  const release = await takeOwnedLock(folder.undoJournal);
  if (release === undefined) throw new Failure('import_running', `another process is undoing run ${run.id}`);
  try {
    return await undo(found, settings, surroundings);
  } finally {
    await release();
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
    terminal.show(planText(found, tally, wishes));
    if (settings.dryRun) {
      tally.commit();
      const summary = { ...summaryOf(found, tally, true, null), restored: tally.toRestore };
      return { summary, failure: undefined, first };
    }
    if (tally.toRestore + tally.toMark > 0) {
      await beforeWrite();
      const question = `Restore ${counted(tally.toRestore, 'subscriber')}${markText(tally, wishes)}?`;
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
  const sent = await carryOut(
    steps,
    { tag: tagCreated, status },
    { api, concurrency, stop, journal, onResult },
  );
  progress.stop();
  const isWhole = sent.failure === undefined && !stop.aborted;
  const verified = isWhole && tally.restored > 0 ? await verify(found, surroundings, tally) : null;
  tally.commit();
  if (isWhole) {
    journal.remove();
    found.folder.update({ undone_at: new Date().toISOString() });
  } else journal.close();
  const summary = summaryOf(found, tally, false, verified);
  terminal.show(resultText(summary, tally));
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
    surroundings.terminal.warn(`not read back: ${error.message}`);
    return { checked: 0, of: tally.restored, different: 0 };
  }
}

function failureOf(
  { run, failed, verified, restored }: UndoSummary,
  failure: Failure | undefined,
  stop: AbortSignal,
  { folder }: FoundRun,
): Failure | undefined {
  const hint = `newsletter imports undo ${folder.id} --resume`;
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

/** Counts what becomes of everybody, and lists those who are not restored. */
class UndoTally {
  readonly people: ListedPerson[] = [];
  toRestore = 0;
  toMark = 0;
  restored = 0;
  failed = 0;
  readonly #counts = new Map<string, number>();
  readonly #report: AtomicFile | undefined;
  readonly #restored = new LineSet(1024);

  /** @throws Failure write_failed */
  constructor(report: string | undefined) {
    this.#report = report === undefined ? undefined : new AtomicFile(report, { mode: 0o600 });
    this.#report?.write('');
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  decide(step: UndoStep): void {
    this.#counts.set(step.kind, this.count(step.kind) + 1);
    if (step.kind === 'mark') this.toMark++;
    if (step.kind === 'restore') this.toRestore++;
    else if ('now' in step) this.#list({ ...named(step.now), outcome: 'created', reason: null });
    else if (step.kind === 'as-before') this.#restore(step.place, step.person);
    else
      this.#list({
        ...named(step.person),
        outcome: step.kind === 'edited' ? 'edited' : 'gone',
        reason: null,
      });
  }

  end({ step, failure }: UndoResult): void {
    const person = 'person' in step ? step.person : step.now;
    if (failure !== undefined) {
      this.failed++;
      const reason = [failure.message, ...failure.details].join('; ');
      this.#list({ ...named(person), outcome: 'failed', reason });
    } else if (step.kind === 'restore') this.#restore(step.place, step.person);
  }

  wasRestored(place: number): boolean {
    return this.#restored.has(place);
  }

  differs(email: string, fields: readonly string[]): void {
    this.#list({ email, id: '', outcome: 'different', reason: `not as before: ${fields.join(', ')}` });
  }

  commit(): void {
    this.#report?.commit();
  }

  #restore(place: number, { email, id }: { readonly email: string; readonly id: string }): void {
    this.restored++;
    this.#restored.add(place);
    this.#report?.write(`${JSON.stringify({ email, id, outcome: 'restored', reason: null })}\n`);
  }

  #list(person: ListedPerson): void {
    if (this.people.length < listedPeople) this.people.push(person);
    this.#report?.write(`${JSON.stringify(person)}\n`);
  }
}

const named = ({ email, id }: { readonly email: string; readonly id: string }) => ({ email, id });

function summaryOf(
  { run }: FoundRun,
  tally: UndoTally,
  dryRun: boolean,
  verified: UndoSummary['verified'],
): UndoSummary {
  return {
    run: run.id,
    file: run.files.join(', '),
    restored: tally.restored,
    edited: tally.count('edited'),
    created: tally.count('created') + tally.count('mark'),
    failed: tally.failed,
    gone: tally.count('gone'),
    verified,
    people: tally.people,
    dry_run: dryRun,
  };
}

function markText(tally: UndoTally, { tag, status }: CreatedWishes): string {
  if (tally.toMark === 0) return '';
  const how = [tag === undefined ? '' : `tag "${tag}"`, status === undefined ? '' : `status ${status}`];
  return `, and give ${grouped(tally.toMark)} whom the import created the ${how.filter(part => part !== '').join(' and ')}`;
}

function planText({ run }: FoundRun, tally: UndoTally, wishes: CreatedWishes): string {
  const when = run.started_at.replace('T', ' ').replace(/\..*/, ' UTC');
  const created = tally.count('created') + tally.count('mark');
  const lines: readonly (readonly [number, string])[] = [
    [tally.toRestore, 'to restore'],
    [tally.count('as-before'), 'as before already'],
    [tally.count('edited'), 'edited since: kept as they are'],
    [tally.count('gone'), 'no longer in the account under this address'],
    [
      created,
      `created by the import: they stay${tally.toMark > 0 ? markText(tally, wishes).replace(/^, and give .* the/, ', with') : ''}`,
    ],
  ];
  const title = `run ${run.id}: ${run.files.join(', ')}, imported ${when} into ${run.account_name}`;
  return [title, ...countLines(lines.filter(([n], i) => n > 0 || i === 0)), ...peopleLines(tally)].join('\n');
}

function countLines(lines: readonly (readonly [number, string])[]): string[] {
  const width = Math.max(...lines.map(([n]) => grouped(n).length));
  return lines.map(([n, what]) => `  ${grouped(n).padStart(width)}  ${what}`);
}

/** Those who are kept or stay, some of each kind. */
function peopleLines({ people }: UndoTally): string[] {
  return (['edited', 'created'] as const).flatMap(kind => {
    const all = people.filter(({ outcome }) => outcome === kind);
    if (all.length === 0) return [];
    const names = all.slice(0, shownPeople).map(({ email }) => `    ${email}`);
    const more = all.length > shownPeople ? ['    … (--report <file> lists all)'] : [];
    return [`  ${kind === 'edited' ? 'edited since' : 'created'}:`, ...names, ...more];
  });
}

function resultText({ restored, edited, created, verified }: UndoSummary, tally: UndoTally): string {
  const lines = countLines([
    [restored, 'restored'],
    [edited, 'kept because edited since'],
    [created, 'created and still there'],
    ...(tally.failed > 0 ? [[tally.failed, 'refused by the service'] as const] : []),
  ]);
  const read =
    verified === null
      ? []
      : [`  verified: ${grouped(verified.checked - verified.different)} of ${grouped(verified.of)}`];
  return ['', ...lines, ...read, ''].join('\n');
}
