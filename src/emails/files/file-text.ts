/** The text of an email's file: as a pull writes it, and as it is after a push. */
import { existsSync } from 'node:fs';
import type { Email } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { type EmailSource, sourceDigest } from '../body/body.ts';
import { plainTextOf } from '../body/plain-text.ts';
import { saysTheSame } from '../body/text-part.ts';
import { digest } from '../digest.ts';
import {
  contentDigest,
  hasLocalChanges,
  isBodyAsNoted,
  isMadeFrom,
  isOnlyBodyEdited,
  isTextMade,
  plainFields,
} from './diff.ts';
import {
  emailFileKind,
  formatEmailFile,
  type ParsedEmailFile,
  readEmailFile,
  withFrontMatter,
} from './email-file.ts';
import type { FrontMatter } from './front-matter.ts';

type Source = ParsedEmailFile & EmailSource & { readonly source: string };

/**
 * The file of an email. Pushing it unedited changes nothing, except that comments in the HTML are removed.
 *
 * @param group name of its group, its id if the name is ambiguous, '' for none
 * @param kind by the file name; HTML in a Markdown file gets `format: html`
 */
export function emailFileText(email: Email, group: string, kind: 'markdown' | 'html'): string {
  const html = email.body_html ?? '';
  const isMarkdown = kind === 'markdown' && html === '';
  const text = email.body_text ?? '';
  const format = kind === 'markdown' && !isMarkdown ? { format: 'html' as const } : {};
  const front = { ...valuesOf(email, group), ...format, ...(isOwnText(email) ? { text } : {}) };
  return formatEmailFile({ ...front, ...stateOf({ front, body: html, isMarkdown }, email) }, html);
}

/**
 * The file that an email was made from, updated with the other changes at the service.
 *
 * @param file for which `isMadeFrom` is true
 * @param group as for `emailFileText`
 */
export function keptFileText(file: Source, email: Email, group: string): string {
  const text = email.body_text ?? '';
  const isOwn = file.front.text !== undefined || (!isTextMade(file, email) && isOwnText(email));
  const values = { ...valuesOf(email, group), ...(isOwn ? { text } : {}) };
  const front = { ...file.front, ...values };
  return withFrontMatter(file.source, { ...values, ...stateOf({ ...file, front }, email) });
}

/** Whether the file must contain the text part, since it was not generated from the HTML. */
function isOwnText({ body_html, body_text }: Email): boolean {
  return Boolean(body_text) && !saysTheSame(body_text ?? '', plainTextOf(body_html ?? ''));
}

function valuesOf(email: Email, group: string): FrontMatter {
  const { id, subject, preview, background_color, foreground_color, font_id, like_enabled } = email;
  const shown = { id, subject: subject ?? '', preview: preview ?? '', group };
  return { ...shown, background_color, foreground_color, font_id, like_enabled };
}

/** The keys by which later runs detect changes: time of the email, and digests of its file and bodies. */
function stateOf(file: Omit<EmailSource, 'path'>, email: Email): FrontMatter {
  const { front, body } = file;
  const text = front.text === undefined ? digest(email.body_text ?? '') : 'own';
  const rendered = `${sourceDigest(file)} ${digest(email.body_html ?? '')} ${text}`;
  return {
    updated_at: email.updated_at,
    ...(body.trim() !== '' && { rendered }),
    digest: contentDigest(front, body),
  };
}

/** The file of an email with the keys that it has at the service. What it notes of its body stays, for the next push. */
function rekeyedFileText(file: Source, email: Email, group: string): string {
  const values = valuesOf(email, group);
  const [keys] = contentDigest({ ...file.front, ...values }, '').split(' ');
  const noted = `${keys} ${file.front.digest?.split(' ')[1] ?? ''}`;
  return withFrontMatter(file.source, { ...values, updated_at: email.updated_at, digest: noted });
}

/** The text of a file after a push: front matter of the updated email, body unchanged. */
export function updatedFileText(file: Source, email: Email): string {
  const kept = plainFields.filter(field => file.front[field] !== undefined);
  const changed = kept.filter(field => file.front[field] !== (email[field] ?? ''));
  const values: FrontMatter = Object.fromEntries(changed.map(field => [field, email[field] ?? '']));
  const front = { ...file.front, ...values };
  return withFrontMatter(file.source, { ...values, ...stateOf({ ...file, front }, email) });
}

/**
 * What a pull writes, and why it must not overwrite the file that is there. A file that the email was made from keeps
 * its body: the Markdown, or the HTML with its comments. So does one in which only the body was edited, if the service
 * has the body of the last pull or push.
 *
 * @param group name of the email's group, its id if the name is ambiguous, '' for none
 * @param force gives up what was edited, but not Markdown whose HTML is unchanged at the service
 * @returns `why` is undefined if nothing would be lost; `keeps`: what the file has been edited in, and keeps
 * @throws Failure unreadable_file, bad_encoding
 */
export async function pulledFile(
  path: string,
  email: Email,
  group: string,
  force = false,
): Promise<{ readonly text: string; readonly why?: string; readonly keeps?: 'all' | 'text' | undefined }> {
  const fresh = emailFileText(email, group, emailFileKind(path));
  if (!existsSync(path)) return { text: fresh };
  const file = await readEmailFile(path).catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'invalid_value') throw error;
    return undefined;
  });
  if (!file?.front.id) return { text: fresh, why: 'it is not a pulled email' };
  if (file.front.id.toLowerCase() !== email.id) return { text: fresh, why: 'it contains another email' };
  const isMade = isMadeFrom(file, email);
  const isMerged = isOnlyBodyEdited(file, email);
  const isKept = force ? file.isMarkdown && isBodyAsNoted(file.front, email) : isMerged;
  const kept = isKept ? rekeyedFileText(file, email, group) : fresh;
  const text = isMade ? keptFileText(file, email, group) : kept;
  const isEdited = hasLocalChanges(file);
  const keeps = text === file.source ? 'all' : 'text';
  if (keeps === 'all' || (isKept && isMerged)) return { text, keeps: isEdited ? keeps : undefined };
  if (isEdited) return { text, why: 'it has changed since it was pulled or pushed' };
  const isOnlyCopy = !isMade && file.isMarkdown && file.body.trim() !== '' && Boolean(email.body_html);
  const why =
    'the HTML has changed at the service, or the file is older than your last push; it cannot be converted back to Markdown';
  return isOnlyCopy ? { text, why } : { text };
}
