/** The files of a folder. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../lib/failure.ts';

/** Folders in folders that are looked into. */
const deepest = 5;
/** Files of a folder that are looked at. */
const mostFiles = 10_000;

/**
 * Finds the files of a folder and of those below it, but for hidden ones.
 *
 * @param path of the folder that is looked into, below the one that was named
 * @returns paths with slashes, in the order of their names
 * @throws Failure usage when there are very many
 */
export function filesBelow(folder: string, path = '', depth = 0): string[] {
  const found: string[] = [];
  const byName = (a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1);
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort(byName)) {
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory() && depth < deepest)
      found.push(...filesBelow(join(folder, entry.name), below, depth + 1));
    else if (!entry.isDirectory()) found.push(below);
    if (found.length > mostFiles)
      throw new Failure('usage', `${folder} contains more than ${mostFiles} files`);
  }
  return found;
}
