/** The differences between an email at the service and its file, in both directions. */
import type { ArgumentsOf, Email } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { formatEmailFile, type ParsedEmailFile, withFrontMatter } from './email-file.ts';
import type { FrontMatter } from './front-matter.ts';
import { renderMarkdown } from './markdown.ts';
import { digest, readMarkdownSource, withMarkdownSource } from './markdown-source.ts';
import { plainTextOf } from './plain-text.ts';

/** The body of a push: the fields of an email that can be written. */
export type EmailBody = NonNullable<ArgumentsOf<'updateEmail'>['body']>;

/** A field of the email (service.txt, "Email") that a push would change. */
export interface EmailChange {
  readonly field: keyof EmailBody;
  readonly before: string | boolean | null;
  readonly after: string | boolean;
}

/** Fields that front matter holds under the same names. */
const plainFields = [
  'subject',
  'preview',
  'background_color',
  'foreground_color',
  'font_id',
  'like_enabled',
] as const;

/** Whether a pull gives Markdown: this program made the body from it, or there is no body yet. */
export function isMarkdownEmail({ body_html }: Email): boolean {
  return !body_html || readMarkdownSource(body_html).markdown !== undefined;
}

/**
 * The file of an email. Pushing it without edits changes nothing.
 *
 * @param group the name of its group, its id when the name is ambiguous, '' for none
 * @param kind by the file's name; HTML in a Markdown file gets `format: html`
 */
export function emailFileText(email: Email, group: string, kind: 'markdown' | 'html'): string {
  const html = email.body_html ?? '';
  const { markdown = '', textDigest } = kind === 'markdown' ? readMarkdownSource(html) : {};
  const isMarkdown = kind === 'markdown' && isMarkdownEmail(email);
  const text = email.body_text ?? '';
  const isMade = isMarkdown ? digest(text) === (textDigest ?? digest('')) : email.body_text === null;
  const front: FrontMatter = {
    id: email.id,
    subject: email.subject ?? '',
    preview: email.preview ?? '',
    group,
    background_color: email.background_color,
    foreground_color: email.foreground_color,
    font_id: email.font_id,
    like_enabled: email.like_enabled,
    ...(kind === 'markdown' && !isMarkdown ? { format: 'html' } : {}),
    ...(isMade ? {} : { text }),
    updated_at: email.updated_at,
  };
  const body = isMarkdown ? markdown : html;
  return formatEmailFile({ ...front, digest: contentDigest(front, body) }, body);
}

/** Digest of the content of a file; the order and style of its YAML do not matter. */
export function contentDigest(front: FrontMatter, body: string): string {
  const { updated_at: _time, digest: _digest, ...content } = front;
  const sorted = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1));
  // With the prefix YAML never reads it as a number.
  return `sha256-${digest(JSON.stringify([sorted, body]))}`;
}

/** Whether a file was changed since the last pull or push; yes when it has no digest. */
export function hasLocalChanges({ front, body }: ParsedEmailFile): boolean {
  return front.digest !== contentDigest(front, body);
}

/**
 * What a push would change. A field whose key is missing in the file stays as it is.
 *
 * @param groupId of the group in the file; undefined when it names none
 * @throws Failure invalid_value when the file removes the group: service.txt shows no way to do that
 */
export function diffEmail(
  file: ParsedEmailFile & { readonly isMarkdown: boolean },
  email: Email,
  groupId: string | undefined,
): EmailChange[] {
  const { front } = file;
  if (front.group === '' && email.group_id !== null) {
    throw new Failure('invalid_value', 'group is empty, but the service shows no way to take a group away', {
      hint: 'leave the key out to keep the group as it is',
    });
  }
  const wanted: readonly (readonly [EmailChange['field'], string | boolean | undefined])[] = [
    ...plainFields.map(field => [field, front[field]] as const),
    ['group_id', groupId],
    ...Object.entries(bodyParts(file, email)).map(
      ([field, value]) => [field as EmailChange['field'], value] as const,
    ),
  ];
  return wanted.flatMap(([field, after]) => {
    const before = email[field];
    return after === undefined || after === (before ?? '') ? [] : [{ field, before, after }];
  });
}

/**
 * Both parts of the body after a push of the file; undefined leaves a part as it is.
 *
 * @param email as it is now; without it, the parts are made as for a new email
 */
export function bodyParts(
  { front, body, isMarkdown }: ParsedEmailFile & { readonly isMarkdown: boolean },
  email?: Email,
): { readonly body_html: string; readonly body_text: string | undefined } {
  if (!isMarkdown) return { body_html: body, body_text: front.text };
  const now = email?.body_html ?? '';
  const mark = readMarkdownSource(now);
  const textNow = email?.body_text ?? '';
  // The same source, perhaps rendered by another version of this program, is no reason to change an email.
  if (now !== '' && mark.markdown === body) {
    const isMade = mark.textDigest === digest(textNow);
    return { body_html: now, body_text: front.text ?? (isMade ? textNow : plainTextOf(mark.html)) };
  }
  const html = renderMarkdown(body);
  const text = plainTextOf(html);
  // A service that strips comments strips the embedded source, too.
  const isCurrent = html === now && mark.textDigest === undefined;
  return {
    body_html: html === '' || isCurrent ? html : withMarkdownSource(html, text, body),
    body_text: front.text ?? text,
  };
}

/** The text of a file after a push: its front matter as the email is now, its body unchanged. */
export function updatedFileText(file: ParsedEmailFile & { readonly source: string }, email: Email): string {
  const { front, body, source } = file;
  const kept = plainFields.filter(field => front[field] !== undefined);
  const now = Object.fromEntries(kept.map(field => [field, email[field] ?? '']));
  const changes = Object.fromEntries(
    Object.entries({ ...now, updated_at: email.updated_at }).filter(
      ([key, value]) => front[key as keyof FrontMatter] !== value,
    ),
  );
  const whole = { ...front, ...changes };
  return withFrontMatter(file, source, { ...changes, digest: contentDigest(whole, body) });
}
