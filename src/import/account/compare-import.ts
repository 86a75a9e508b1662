/** Compares a checked import with the account before anything is sent, and keeps what it will change. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Change } from '../../changes/change.ts';
import type { ComparedCounts } from '../../changes/run-facts.ts';
import type { RunFolder } from '../../changes/runs.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { unwritableHere } from '../../lib/files/file-errors.ts';
import { RecordFileWriter, readRecords } from '../../lib/files/record-file.ts';
import { LineSet } from '../../lib/line-set.ts';
import type { DiskIndex } from '../../people/disk-index.ts';
import { counted } from '../../terminal/numbers.ts';
import { acceptedPeople } from '../jobs/batches.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import { addressKey } from '../rows/values/email-address.ts';
import type { CheckedImport, FilesContext } from '../state.ts';
import { Comparison } from './comparison.ts';
import { mostFirst } from './first-changed.ts';
import { type PersonThere, readAccount } from './read-account.ts';

/** In the folder of the run: people left out, and positions of people who are not sent, and of those who change. */
const [leftFile, unchangedFile, changedFile] = ['left.ndjson', 'unchanged.bin', 'changed.bin'];

export interface ComparedImport {
  /** Null: not compared. */
  readonly counts: ComparedCounts | null;
  readonly notCompared: string | null;
  /** Positions among the accepted people of those who need not be sent; undefined: none. */
  readonly unchanged: LineSet | undefined;
  readonly changed: LineSet | undefined;
  /** The first people who are changed. */
  readonly first: readonly Change[];
  /** The first people who have another value now. */
  readonly replacing: readonly Change[];
  /** People in the account who are left out by a row, or, without a row, by a list of `--suppress`. */
  readonly left: readonly PeopleLeft[];
}

interface PeopleLeft {
  /** Undefined: rows of the files. */
  readonly list: string | undefined;
  count: number;
  readonly first: string[];
}

/** As many as may be looked at one by one: some may have come back. */
const mostLeft = 10;

/** Files that are checked, and what the account has of their people. */
export interface PlannedImport {
  readonly checked: CheckedImport;
  readonly compared: ComparedImport;
}

/** Number of accepted people who are sent: not of those who are up to date. */
export function peopleToSend({ checked, compared: { counts } }: PlannedImport): number {
  return checked.validation.accepted - (counts?.unchanged ?? 0);
}

/**
 * Reads the account, as far as `--compare` says.
 *
 * @param api undefined: not signed in
 * @param folder undefined in a dry run
 * @throws Failure write_failed; with `--compare always` the error that prevents reading
 */
export async function compareImport(
  checked: CheckedImport,
  api: Api | undefined,
  folder: RunFolder | undefined,
  context: FilesContext,
): Promise<ComparedImport> {
  const { compare: mode } = checked.options;
  const { accepted, suppressed, addresses, risks } = checked.validation;
  if (accepted + suppressed === 0) return notCompared('there is nothing to send');
  if (mode === 'never') return notCompared('--compare never');
  if (api === undefined) return notCompared('not signed in');
  folder?.make();
  const written = folder && new RecordFileWriter<string>(folder.file(leftFile));
  const left = peopleLeft(checked);
  const meant = new Set(risks.meant.values());
  const corrected = new Set<string>();
  const onPerson = (email: string, key: string) => {
    if (meant.has(key)) corrected.add(key);
    if (left.add(email, key)) written?.add(email);
  };
  try {
    const reading = await readAccount(mode, addresses, 'reading the account', { ...context, api }, onPerson);
    if ('notRead' in reading) {
      const { notRead } = reading;
      if (mode === 'auto') return notCompared(notRead.message);
      const message = `the account cannot be compared: ${notRead.message}`;
      throw notRead.reworded(message, { details: notRead.details });
    }
    const { there, subscribers } = reading;
    const comparison = await compare(checked, there, corrected, folder).finally(() => there.close());
    written?.commit();
    noteCorrected(checked, corrected, context.terminal);
    if (folder !== undefined) writePositions(folder, comparison);
    const inRows = left.all.find(({ list }) => list === undefined);
    const counts = { subscribers, ...comparison.counts, left: inRows?.count ?? 0 };
    return { ...comparison, left: left.all, counts, notCompared: null };
  } finally {
    written?.discard();
  }
}

function notCompared(why: string): ComparedImport {
  const nothing = { counts: null, unchanged: undefined, changed: undefined };
  return { ...nothing, notCompared: why, first: [], replacing: [], left: [] };
}

/** Counts people of the account who are left out, and lists them in the report. */
function peopleLeft({ rejects, validation: { addresses, blocked } }: CheckedImport) {
  const all: PeopleLeft[] = [];
  /** @returns whether the person is left out */
  const add = (email: string, key: string): boolean => {
    const isInRow = addresses.isSuppressed(key);
    const list = isInRow ? undefined : blocked?.pathOf(key);
    if (!isInRow && list === undefined) return false;
    const people = all.find(one => one.list === list) ?? { list, count: 0, first: [] };
    if (people.count === 0) all.push(people);
    if (people.count++ < mostLeft) people.first.push(email);
    const why = isInRow ? 'but marked in the file as not to be emailed' : `and on the list ${list}`;
    rejects.noteEmail('left', `in the account, ${why}`, email);
    return true;
  };
  return { all, add };
}

/** The people who came in by an earlier import, their address corrected, and stand misspelt in the file. */
function noteCorrected(
  { rejects, validation }: CheckedImport,
  corrected: ReadonlySet<string>,
  terminal: FilesContext['terminal'],
): void {
  for (const [email, meant] of validation.risks.meant)
    if (corrected.has(meant))
      rejects.noteEmail('duplicate', `misspelt: ${meant} is in the account already`, email);
  if (corrected.size > 0)
    terminal.note(
      `not sent, as the corrected address is in the account already: ${counted(corrected.size, 'misspelt address', 'misspelt addresses')}`,
    );
}

/** The comparison of an interrupted import. @throws Failure import_changed if it is gone */
export async function earlierComparison(checked: CheckedImport, folder: RunFolder): Promise<ComparedImport> {
  const run = folder.readImport();
  if (run?.not_compared != null) return notCompared(run.not_compared);
  const first: Change[] = [];
  for await (const change of folder.readChanges()) if (first.push(change) === mostFirst) break;
  const left = peopleLeft(checked);
  for await (const email of readRecords<string>(folder.file(leftFile))) left.add(email, addressKey(email));
  return {
    counts: run?.compared ?? null,
    notCompared: null,
    ...readPositions(folder),
    first,
    replacing: [],
    left: left.all,
  };
}

/** Compares accepted people with those `there`, misspelt ones with the `corrected`; writes what will change. */
async function compare(
  checked: CheckedImport,
  there: DiskIndex<PersonThere>,
  corrected: ReadonlySet<string>,
  folder: RunFolder | undefined,
): Promise<Comparison> {
  const comparison = new Comparison(checked);
  const { meant } = checked.validation.risks;
  const written = folder && new RecordFileWriter<Change>(folder.changes);
  const add = (sent: ImportedSubscriber) => {
    const key = addressKey(sent.email);
    const change = comparison.add(sent, there.take(key), corrected.has(meant.get(key) ?? ''));
    if (change !== undefined) written?.add(change);
  };
  try {
    if (there.left + corrected.size > 0)
      for await (const people of acceptedPeople(checked))
        for (const { subscriber } of people) add(subscriber);
    written?.commit();
  } finally {
    written?.discard();
  }
  return comparison;
}

/** @throws Failure write_failed */
function writePositions(folder: RunFolder, { unchanged, changed }: Comparison): void {
  try {
    writeFileSync(folder.file(unchangedFile), unchanged.bytes, { mode: 0o600 });
    writeFileSync(folder.file(changedFile), changed.bytes, { mode: 0o600 });
  } catch (error) {
    throw unwritableHere(folder.path, error);
  }
}

/** @throws Failure import_changed if they are gone: positions could refer to other people */
function readPositions(folder: RunFolder) {
  const positions = (file: string) => LineSet.from(readFileSync(folder.file(file)));
  try {
    return { unchanged: positions(unchangedFile), changed: positions(changedFile) };
  } catch (error) {
    throw new Failure('import_changed', 'the saved state of the interrupted import is missing', {
      hint: 'start over with --restart; sending the same rows again is safe',
      cause: error,
    });
  }
}
