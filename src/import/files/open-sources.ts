import { Failure } from '../../lib/failure.ts';
import { fileId } from '../../lib/files/file-id.ts';
import type { SkippedFile } from './members.ts';
import { Opening, type SourceContext } from './opening.ts';
import type { Source } from './source.ts';

export interface OpenFiles {
  /** Tables: later ones win. */
  readonly sources: readonly Source[];
  /** Files in archives and folders that are not read. */
  readonly skipped: readonly SkippedFile[];
  /** Absolute paths in the order given; for standard input the path of its copy. */
  readonly paths: readonly string[];
  /**
   * Closes archives, and removes private copies.
   *
   * @param keep leaves the copy of standard input, to resume from
   */
  close(keep: boolean): Promise<void>;
}

/**
 * Opens files that are read several times: texts, workbooks, archives, and folders of such.
 *
 * @param names paths, or `-`
 * @throws Failure usage when a file is named twice; unreadable_file, empty_file, binary_file, bad_encoding,
 *   write_failed; the reason of `stop`
 */
export async function openSources(names: readonly string[], context: SourceContext): Promise<OpenFiles> {
  refuseRepeated(names);
  const opening = new Opening(context);
  const close = (keep: boolean) => opening.close(keep);
  const paths: string[] = [];
  try {
    for (const name of names) paths.push(await opening.open(name));
  } catch (error) {
    await close(!names.includes('-'));
    throw error;
  }
  return { sources: opening.sources, skipped: opening.skipped, paths, close };
}

/** @throws Failure usage when two names mean one file */
function refuseRepeated(names: readonly string[]): void {
  const known = new Map<string, string>();
  for (const name of names) {
    const id = name === '-' ? name : fileId(name);
    const other = known.get(id);
    if (other !== undefined) {
      const same = other === name ? `${name} is named twice` : `${other} and ${name} are the same file`;
      throw new Failure('usage', same, { hint: 'give each file once' });
    }
    known.set(id, name);
  }
}
