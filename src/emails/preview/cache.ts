import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isId } from '../../http/url.ts';
import { writeAtomically } from '../../lib/files/atomic-file.ts';
import { elsewhere as hint, unwritableHere } from '../../lib/files/file-errors.ts';
import { makeFolder, removeOldFiles } from '../../lib/files/folder.ts';
import { digest } from '../digest.ts';

/** Days that a page is kept. */
const daysKept = 7;

/**
 * Writes a page to a folder that only this user may read: emails are secret until they are sent. Each email has one
 * page; pages older than a week are deleted.
 *
 * @param email id, or path of its file
 * @returns the path of the page
 * @throws Failure write_failed
 */
export function cachePreview(configDir: string, email: string, page: string): string {
  const previews = join(configDir, 'previews');
  const path = join(previews, `${isId(email) ? email : digest(resolve(email))}.html`);
  try {
    makeFolder(previews);
    chmodSync(previews, 0o700);
    removeOldFiles(previews, daysKept);
  } catch (error) {
    throw unwritableHere(path, error);
  }
  writeAtomically(path, page, { mode: 0o600, hint });
  return path;
}
