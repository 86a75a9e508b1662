/** Compares a checked import with the account before anything is sent, and keeps what it will change. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Change } from '../../changes/change.ts';
import type { ComparedCounts, ImportRun } from '../../changes/run.ts';
import type { RunFolder } from '../../changes/runs.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { unwritable } from '../../lib/files/file-errors.ts';
import { RecordFileWriter, readRecords } from '../../lib/files/record-file.ts';
import { LineSet } from '../../lib/line-set.ts';
import { DiskIndex } from '../../people/disk-index.ts';
import { normalizeName } from '../columns/header-names.ts';
import { acceptedSubscribers, type TakeSubscriber } from '../jobs/batches.ts';
import { importsFolder, makeImportsFolder } from '../jobs/imports-folder.ts';
import { newFieldsOf } from '../new-fields.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedImport, PassContext } from '../state.ts';
import { type Comparison, changeOf, compare, type EarlierPerson, type PersonChange } from './compare.ts';
import { readAccount } from './read-account.ts';
import { type TagsCandidate, TagsCandidates } from './tags-check.ts';
import { type ChangedPerson, ChangedSample } from './verify.ts';

/** The comparison of an import with the account. */
export interface ComparedImport {
  /** Null: not compared. */
  readonly counts: ComparedCounts | null;
  readonly notCompared: string | null;
  /** Positions among the accepted people of those who need not be sent; undefined: none. */
  readonly unchanged: LineSet | undefined;
  readonly changed: LineSet | undefined;
  readonly candidates: readonly TagsCandidate[];
  /** A sample of the changed people, to read back. */
  readonly sample: readonly ChangedPerson[];
}

interface ComparisonContext extends PassContext {
  readonly api: Api;
  readonly configDir: string;
  /** Folder of the changes; undefined in a dry run. */
  readonly folder: RunFolder | undefined;
}

const nobody = {
  counts: null,
  unchanged: undefined,
  changed: undefined,
  candidates: [],
  sample: [],
} as const;

/**
 * Reads the account, as far as `--compare` says.
 *
 * @throws Failure write_failed; with `--compare always` the error that prevents reading
 */
export async function compareImport(
  checked: CheckedImport,
  context: ComparisonContext,
): Promise<ComparedImport> {
  const { compare: mode } = checked.options;
  if (checked.validation.accepted === 0) return { ...nobody, notCompared: 'there is nothing to send' };
  if (mode === 'never') return { ...nobody, notCompared: '--compare never' };
  const { api, configDir, terminal, stop, folder } = context;
  makeImportsFolder(configDir);
  folder?.make();
  const there = new DiskIndex<EarlierPerson>(importsFolder(configDir), 1024);
  const left = new LeftPeople(checked, folder);
  try {
    const reading = await readAccount(
      mode,
      {
        onPerson: (key, { id, email, fields, tags }) => there.add(key, { id, email, fields, tags }),
        onLeft: email => left.add(email),
      },
      {
        api,
        addresses: checked.validation.addresses,
        progress: terminal.progress('reading the account'),
        stop,
      },
    );
    if ('notRead' in reading) return notCompared(reading.notRead, mode);
    const { found, candidates, sample } = await compareAll(checked, there, folder);
    left.commit();
    const { new: added, changed, unchanged, fields } = found;
    const { subscribers } = reading;
    const { unchangedPlaces, changedPlaces } = found;
    if (folder !== undefined)
      writePositions(folder.places, { unchanged: unchangedPlaces, changed: changedPlaces });
    return {
      counts: { subscribers, new: added, changed, unchanged, left: left.count, fields },
      notCompared: null,
      unchanged: unchangedPlaces,
      changed: changedPlaces,
      candidates,
      sample,
    };
  } finally {
    left.discard();
    there.close();
  }
}

function notCompared(failure: Failure, mode: ImportOptions['compare']): ComparedImport {
  if (mode === 'always') {
    throw failure.reworded(`the account cannot be compared: ${failure.message}`, {
      details: failure.details,
    });
  }
  return { ...nobody, notCompared: failure.message };
}

async function compareAll(
  { files, validation, options }: CheckedImport,
  there: DiskIndex<EarlierPerson>,
  folder: RunFolder | undefined,
): Promise<{ readonly found: Comparison } & Pick<ComparedImport, 'candidates' | 'sample'>> {
  const changes = folder && new RecordFileWriter<Change>(folder.changes);
  const candidates = new TagsCandidates();
  const sample = new ChangedSample();
  const rules = {
    tags: options.tagsRule ?? 'add',
    newVariables: new Set(newFieldsOf(files.map(({ plan }) => plan)).map(({ name }) => normalizeName(name))),
    hasTagIds: options.tagIds.length > 0,
  };
  const onChange = (change: PersonChange) => {
    const stored = changeOf(change);
    changes?.add(stored);
    candidates.add(stored);
    sample.add(change);
  };
  try {
    const people = (add: TakeSubscriber) => acceptedSubscribers(files, validation, options.duplicates, add);
    const found = await compare({ people, accepted: validation.accepted, there }, rules, onChange);
    changes?.commit();
    return { found, candidates: candidates.list, sample: sample.list };
  } finally {
    changes?.discard();
  }
}

/** People in the account who must not be emailed: listed in the report, again on resume. */
class LeftPeople {
  count = 0;
  readonly #rejects: CheckedImport['rejects'];
  readonly #list: RecordFileWriter<string> | undefined;

  constructor({ rejects }: CheckedImport, folder: RunFolder | undefined) {
    this.#rejects = rejects;
    this.#list = folder && new RecordFileWriter(folder.left);
  }

  add(email: string): void {
    this.count++;
    this.#list?.add(email);
    remarkLeft(this.#rejects, email);
  }

  commit(): void {
    this.#list?.commit();
  }

  discard(): void {
    this.#list?.discard();
  }
}

function remarkLeft(rejects: CheckedImport['rejects'], email: string): void {
  rejects.noteEmail('left', 'in the account, but marked in the file as not to be emailed', email);
}

/**
 * The comparison of an interrupted import.
 *
 * @throws Failure import_changed if it is gone; unfinished_undo if an undo of the import has begun
 */
export async function earlierComparison(
  checked: CheckedImport,
  folder: RunFolder | undefined,
  run: ImportRun | undefined,
): Promise<ComparedImport> {
  if (folder === undefined) return { ...nobody, notCompared: 'the import started without it' };
  if (run?.not_compared != null) return { ...nobody, notCompared: run.not_compared };
  if (folder.hasUnfinishedUndo) {
    throw new Failure('unfinished_undo', 'an undo of this import was interrupted: it cannot be resumed', {
      hint: `finish the undo: newsletter undo ${folder.id} --resume; or start over with --restart`,
    });
  }
  const { unchanged, changed } = readPositions(folder.places);
  const candidates = new TagsCandidates();
  for await (const change of folder.readChanges()) candidates.add(change);
  for await (const email of readRecords<string>(folder.left)) remarkLeft(checked.rejects, email);
  return {
    counts: run?.compared ?? null,
    notCompared: null,
    unchanged,
    changed,
    candidates: candidates.list,
    sample: [],
  };
}

/** Positions among the accepted people. */
interface StoredPositions {
  readonly unchanged: LineSet;
  readonly changed: LineSet;
}

/** @throws Failure write_failed */
function writePositions(path: string, { unchanged, changed }: StoredPositions): void {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(unchanged.bytes.length);
  try {
    writeFileSync(path, Buffer.concat([length, unchanged.bytes, changed.bytes]), { mode: 0o600 });
  } catch (error) {
    throw unwritable(path, error, 'NEWSLETTER_CONFIG_DIR names another folder');
  }
}

/** @throws Failure import_changed if they are gone: positions could refer to other people */
function readPositions(path: string): StoredPositions {
  try {
    const bytes = readFileSync(path);
    const end = 4 + bytes.readUInt32LE(0);
    return { unchanged: LineSet.from(bytes.subarray(4, end)), changed: LineSet.from(bytes.subarray(end)) };
  } catch (error) {
    throw new Failure('import_changed', 'the saved state of the interrupted import is missing', {
      hint: 'start over with --restart; sending the same rows again is safe',
      cause: error,
    });
  }
}
