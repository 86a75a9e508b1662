import { existsSync } from 'node:fs';
import { Failure } from '../lib/failure.ts';
import { hasLocalChanges } from './diff.ts';
import { readEmailFile } from './email-file.ts';

/**
 * Why a pull must not overwrite a file.
 *
 * @param text what would be written
 * @param id of the email
 * @returns undefined when nothing would be lost
 * @throws Failure unreadable_file
 */
export async function whyKept(path: string, text: string, id: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const file = await readEmailFile(path).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'unreadable_file') throw error;
    return undefined;
  });
  if (file === undefined) return 'it holds something else than a pulled email';
  if (file.source === text) return undefined;
  if (file.front.id?.toLowerCase() !== id) return 'it holds another email';
  return hasLocalChanges(file) ? 'it has been changed since it was pulled or pushed' : undefined;
}
