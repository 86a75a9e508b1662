import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Milliseconds of quiet after which a file counts as saved: editors write it in several steps. */
const quiet = 80;

/**
 * Calls back each time a file was saved. The folder is watched, because editors replace files.
 *
 * @param onSaved one call at a time
 * @returns stops it
 */
export function watchFile(path: string, onSaved: () => Promise<void>): () => void {
  const name = basename(path);
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const watcher = watch(dirname(path), (_event, changed) => {
    if (changed !== null && changed !== name) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(onSaved);
    }, quiet);
  });
  // A folder that is removed: there is nothing left to watch.
  watcher.on('error', () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
