import { existsSync } from 'node:fs';
import type { Email } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { emailFileText, hasLocalChanges, isMadeFrom, keptFileText } from './diff.ts';
import { emailFileKind, readEmailFile } from './email-file.ts';

/**
 * The text of an email's file. A file that the email was made from keeps its body: the Markdown, or the HTML with its
 * comments.
 *
 * @param path of the file, which may exist
 * @param group name of the email's group, its id if the name is ambiguous, '' for none
 */
export async function pulledFileText(path: string, email: Email, group: string): Promise<string> {
  const { plainTextOf } = await import('../body/plain-text.ts');
  const made = plainTextOf(email.body_html ?? '');
  const there = existsSync(path) ? await readEmailFile(path).catch(() => undefined) : undefined;
  if (there && isMadeFrom(there, email)) return keptFileText(there, email, group, made);
  return emailFileText(email, group, emailFileKind(path), made);
}

/**
 * Why a pull must not overwrite a file.
 *
 * @param text what would be written
 * @returns undefined if nothing would be lost
 * @throws Failure unreadable_file
 */
export async function whyKept(path: string, text: string, email: Email): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const file = await readEmailFile(path).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'unreadable_file') throw error;
    return undefined;
  });
  if (!file?.front.id) return 'it is not a pulled email';
  if (file.source === text) return undefined;
  if (file.front.id.toLowerCase() !== email.id) return 'it contains another email';
  if (hasLocalChanges(file)) return 'it has changed since it was pulled or pushed';
  const isOnlyCopy = file.isMarkdown && file.body.trim() !== '' && Boolean(email.body_html);
  if (!isOnlyCopy || isMadeFrom(file, email)) return undefined;
  return 'the HTML has changed at the service, or the file is older than your last push; it cannot be converted back to Markdown';
}
