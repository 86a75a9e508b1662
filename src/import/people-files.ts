/** The face of the import for other commands: files of people, read and judged as an import does. */
import type { CustomField } from '../contract/index.ts';
import { checkFiles } from './check-files.ts';
import { acceptedPeople } from './jobs/batches.ts';
import { saveMapping } from './mapping-file.ts';
import { openFiles } from './open-files.ts';
import type { ImportOptions } from './options.ts';
import { reasonsOf } from './outcome/summary.ts';
import type { CheckedImport, FilesContext } from './state.ts';

export interface PeopleFiles {
  readonly checked: CheckedImport;
  /** Paths of the rejects files; null: there is none. */
  readonly rejectsFile: string | null;
  /** Why rows were rejected, the most frequent first; without the values, which are addresses. */
  readonly reasons: readonly Omit<ReturnType<typeof reasonsOf>[number], 'example'>[];
  /** All accepted people, each once, some at a time. */
  readonly people: () => ReturnType<typeof acceptedPeople>;
  readonly close: () => Promise<void>;
}

/**
 * Checks files of people, and writes their rejects.
 *
 * @param refuse throws if the files must not be used
 * @throws Failure any problem with a file or its mapping
 */
export async function openPeople(
  typed: ImportOptions,
  fields: readonly CustomField[],
  context: FilesContext,
  refuse: (checked: CheckedImport) => void,
): Promise<PeopleFiles> {
  const { open, options } = await openFiles(typed, context);
  const close = async () => await open.close(false);
  try {
    const checked = await checkFiles(open.sources, fields, options, context, { isRepeated: true });
    refuse(checked);
    saveMapping(checked);
    const written = checked.rejects.commit({ leftOut: false });
    const rejectsFile = written.rejects.map(({ path }) => path).join(', ') || null;
    const reasons = reasonsOf(checked.files).map(({ example: _, ...reason }) => reason);
    return { checked, rejectsFile, reasons, people: () => acceptedPeople(checked), close };
  } catch (error) {
    await close();
    throw error;
  }
}
