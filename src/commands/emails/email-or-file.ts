import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findWholeEmail } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import type { EmailPreview } from '../../lib/email-body.ts';
import { Failure } from '../../lib/failure.ts';
import { noteIgnoredKeys } from './push-target.ts';

/** An email from the service or from a file. `content` is what a push of the file would make. */
export type LoadedEmail = { readonly content: EmailPreview } & (
  | { readonly email: Email; readonly file?: undefined }
  | { readonly email?: undefined; readonly file: EmailFile }
);

/** Whether an argument names a file: by its extension, or because the file exists. */
export function namesFile(argument: string): boolean {
  if (/\.(?:md|markdown|html?)$/i.test(argument)) return true;
  return statSync(argument, { throwIfNoEntry: false })?.isFile() === true;
}

/** Notes which keys of a file are ignored. @throws Failure not_found, unreadable_file, bad_encoding, invalid_value */
export async function loadEmail(context: Context, argument: string): Promise<LoadedEmail> {
  const loaded = await loadAgain(context, argument);
  if (loaded.file !== undefined) noteIgnoredKeys(context, loaded.file);
  return loaded;
}

/** As `loadEmail`, without the note on ignored keys. */
export async function loadAgain(context: Context, argument: string): Promise<LoadedEmail> {
  if (/[/\\]$|^\.{1,2}$/.test(argument) || statSync(argument, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure(
      'invalid_value',
      `${argument} is a folder: pass its files, such as ${join(argument, '*.md')}`,
    );
  }
  return namesFile(argument) ? await fromFile(argument) : await fromService(context, argument);
}

async function fromService(context: Context, name: string): Promise<LoadedEmail> {
  const email = await findWholeEmail(await context.api(), name);
  const { subject, preview, body_html, body_text } = email;
  const content = {
    ...email,
    subject: subject ?? '',
    preview: preview ?? '',
    html: body_html ?? '',
    text: body_text ?? '',
  };
  return { content, email };
}

async function fromFile(path: string): Promise<LoadedEmail> {
  const [{ readEmailFile }, { renderBody }] = await Promise.all([
    import('../../emails/files/email-file.ts'),
    import('../../emails/body/body.ts'),
  ]);
  const file = await readEmailFile(path);
  const { subject = '', preview = '' } = file.front;
  const { html, text } = await renderBody(file);
  return { content: { ...file.front, subject, preview, html, text: file.front.text ?? text }, file };
}
