/** The stored record of an import, from begin to end. */
import { type ImportRun, newRunFolder, RunFolder } from '../../changes/runs.ts';
import type { ImportSession } from '../jobs/import-session.ts';
import type { CheckedImport, FilesContext } from '../state.ts';
import type { ComparedImport } from './compare-import.ts';

interface RecordContext extends FilesContext {
  readonly profile: string;
}

/** The folder of this run, possibly of an earlier run; undefined in a dry run. It is not created yet. */
export function openRun(session: ImportSession | undefined, configDir: string): RunFolder | undefined {
  if (session === undefined) return undefined;
  const earlier = session.previous?.start.run;
  return earlier === undefined ? newRunFolder(configDir) : new RunFolder(configDir, earlier);
}

/** Stores the run before anything is sent. @throws Failure write_failed */
export async function beginRun(
  folder: RunFolder,
  { validation, options }: CheckedImport,
  { counts, notCompared }: ComparedImport,
  { service, profile, account }: RecordContext,
): Promise<void> {
  const { id, name } = await account();
  if (validation.accepted === 0) return;
  folder.make();
  folder.save({
    id: folder.id,
    kind: 'import',
    what: `import ${options.files.join(', ')}`,
    changes: counts === null ? null : counts.new + counts.changed,
    started_at: new Date().toISOString(),
    ended_at: null,
    files: options.files,
    base_url: service,
    account: id,
    account_name: name,
    profile,
    accepted: validation.accepted,
    created: null,
    updated: null,
    unchanged: counts?.unchanged ?? null,
    compared: counts,
    not_compared: notCompared,
    given_tags: options.tags,
    tag_ids: options.tagIds.length,
    tags: null,
    variables: {},
    undone_at: null,
  });
}

/** Stores how the run ended. */
export function endRun(
  folder: RunFolder,
  { created, updated }: Pick<ImportRun, 'created' | 'updated'>,
  isFinished: boolean,
): void {
  const ended_at = isFinished ? new Date().toISOString() : null;
  folder.update({ ended_at, created, updated });
}
