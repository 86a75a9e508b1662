import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findWholeEmail } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import type { EmailPreview } from '../../lib/email-body.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { noteIgnoredKeys } from './push-target.ts';

/** The argument that identifies an email. */
export const emailArgument = {
  name: '<email>',
  description: 'id, first eight characters of it, subject, or its file',
  completes: 'file',
} as const;

/** An email from the service or from a file. `content` is what a push of the file would make. */
export type LoadedEmail = { readonly content: EmailPreview } & (
  | { readonly email: Email; readonly file?: undefined }
  | { readonly email?: undefined; readonly file: EmailFile }
);

/** Whether an argument names a file, by its extension. */
export const namesFile = (argument: string) => /\.(?:md|markdown|html?)$/i.test(argument);

/**
 * The file that names an email by the id in its front matter; undefined for an id or a subject.
 *
 * @throws Failure invalid_value for a file without an id; unreadable_file, bad_encoding
 */
export async function fileOfEmail(argument: string): Promise<EmailFile | undefined> {
  if (!namesFile(argument)) return undefined;
  const { readEmailFile } = await import('../../emails/files/email-file.ts');
  const file = await readEmailFile(argument);
  if (file.front.id) return file;
  throw new Failure('invalid_value', `${argument} has no id: it belongs to no email yet`, {
    hint: `newsletter emails push ${shellWord(argument)} --to <draft>`,
  });
}

/** What names an email at the service: the id in a file, else the argument. @throws Failure as `fileOfEmail` */
export const emailNamed = async (argument: string): Promise<string> =>
  (await fileOfEmail(argument))?.front.id ?? argument;

/** Notes which keys of a file are ignored. @throws Failure not_found, unreadable_file, bad_encoding, invalid_value */
export async function loadEmail(context: Context, argument: string): Promise<LoadedEmail> {
  if (/[/\\]$|^\.{1,2}$/.test(argument) || statSync(argument, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure(
      'invalid_value',
      `${argument} is a folder: pass its files, such as ${join(argument, '*.md')}`,
    );
  }
  if (!namesFile(argument)) return await fromService(context, argument);
  const loaded = await fromFile(argument);
  noteIgnoredKeys(context, loaded.file);
  return loaded;
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

async function fromFile(path: string) {
  const [{ readEmailFile }, { renderBody }] = await Promise.all([
    import('../../emails/files/email-file.ts'),
    import('../../emails/body/body.ts'),
  ]);
  const file = await readEmailFile(path);
  const { subject = '', preview = '' } = file.front;
  const { html, text } = await renderBody(file);
  return { content: { ...file.front, subject, preview, html, text: file.front.text ?? text }, file };
}
