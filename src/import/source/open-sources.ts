import { Failure } from '../../lib/failure.ts';
import { fileId } from '../../lib/file-id.ts';
import { openSource, type Source, type SourceContext } from './source.ts';

/** The files of an import. */
export interface OpenFiles {
  /** Their tables, in the order in which later ones win. */
  readonly sources: readonly Source[];
  /** Absolute paths of the files, in the order given: of standard input that of the copy. */
  readonly paths: readonly string[];
  /**
   * Removes the private copy of standard input.
   *
   * @param keep leaves it there to resume from
   */
  close(keep: boolean): Promise<void>;
}

/**
 * Opens files that are read several times.
 *
 * @param names paths, or `-`
 * @throws Failure usage when a file is named twice; unreadable_file, empty_file, binary_file, bad_encoding,
 *   write_failed; the reason of `stop`
 */
export async function openSources(names: readonly string[], context: SourceContext): Promise<OpenFiles> {
  refuseRepeated(names);
  const sources: Source[] = [];
  const close = async (keep: boolean) => {
    for (const source of sources) await source.close(keep);
  };
  try {
    for (const name of names) sources.push(await openSource(name, context));
  } catch (error) {
    await close(!names.includes('-'));
    throw error;
  }
  return { sources, paths: sources.map(({ path }) => path), close };
}

/** @throws Failure usage when two names are those of one file */
function refuseRepeated(names: readonly string[]): void {
  const known = new Map<string, string>();
  for (const name of names) {
    const id = name === '-' ? name : fileId(name);
    const other = known.get(id);
    if (other !== undefined) {
      const same = other === name ? `${name} is named twice` : `${other} and ${name} are the same file`;
      throw new Failure('usage', same, { hint: 'name each file once' });
    }
    known.set(id, name);
  }
}
