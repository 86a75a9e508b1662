/** Between an email as the service has it and the file it is kept in, both ways. */
import type { ArgumentsOf, Email } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { type EmailFile, type FrontMatter, formatEmailFile, withFront } from './email-file.ts';
import { renderMarkdown } from './markdown.ts';
import { digest, readMark, withMark } from './markdown-source.ts';
import { textFrom } from './plain-text.ts';

export type EmailBody = NonNullable<ArgumentsOf<'updateEmail'>['body']>;

/** One field of service.txt, "Email", that a push would change. */
export interface Change {
  readonly field: keyof EmailBody;
  readonly before: string | boolean | null;
  readonly after: string | boolean;
}

/** Fields that a file holds under their own names. */
const plainFields = [
  'subject',
  'preview',
  'background_color',
  'foreground_color',
  'font_id',
  'like_enabled',
] as const;

/** Whether the body can come back as Markdown: this program made it from some, or there is none yet. */
export function isMarkdownEmail({ body_html }: Email): boolean {
  return !body_html || readMark(body_html).markdown !== undefined;
}

/**
 * The file that holds an email whole: pushed as it is, it changes nothing.
 *
 * @param group name of its group, or its id where the name says too little; '' for none
 * @param kind what the file's name promises; HTML in a Markdown file is marked by `format: html`
 */
export function fileOf(email: Email, group: string, kind: 'markdown' | 'html'): string {
  const html = email.body_html ?? '';
  const { markdown = '', textDigest } = kind === 'markdown' ? readMark(html) : {};
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

/** Of what a file says about the email, however it is written. */
export function contentDigest(front: FrontMatter, body: string): string {
  const { updated_at: _time, digest: _digest, ...content } = front;
  const sorted = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1));
  // The word in front keeps YAML from ever taking it for a number.
  return `sha256-${digest(JSON.stringify([sorted, body]))}`;
}

/** Whether a file is not what was pulled or pushed last; one that does not say is taken for changed. */
export function hasLocalChanges({ front, body }: EmailFile): boolean {
  return front.digest !== contentDigest(front, body);
}

/**
 * What a push would change. A key that a file does not have leaves its field alone.
 *
 * @param groupId of the group that the file names; undefined when it names none
 * @throws Failure invalid_value when the file takes the group away: the service shows no way to do that
 */
export function changesOf(
  file: EmailFile & { readonly isMarkdown: boolean },
  email: Email,
  groupId: string | undefined,
): Change[] {
  const { front } = file;
  if (front.group === '' && email.group_id !== null) {
    throw new Failure('invalid_value', 'group is empty, but the service shows no way to take a group away', {
      hint: 'leave the key out to keep the group as it is',
    });
  }
  const wanted: readonly (readonly [Change['field'], string | boolean | undefined])[] = [
    ...plainFields.map(field => [field, front[field]] as const),
    ['group_id', groupId],
    ...Object.entries(partsOf(file, email)).map(
      ([field, value]) => [field as Change['field'], value] as const,
    ),
  ];
  return wanted.flatMap(([field, after]) => {
    const before = email[field];
    return after === undefined || after === (before ?? '') ? [] : [{ field, before, after }];
  });
}

/** Both parts of the body as the file wants them; undefined leaves a part as it is. */
export function partsOf(
  { front, body, isMarkdown }: EmailFile & { readonly isMarkdown: boolean },
  email?: Email,
): { readonly body_html: string; readonly body_text: string | undefined } {
  if (!isMarkdown) return { body_html: body, body_text: front.text };
  const now = email?.body_html ?? '';
  const mark = readMark(now);
  const textNow = email?.body_text ?? '';
  // Made from the same source, perhaps by another version of this program: no reason to change an email.
  if (now !== '' && mark.markdown === body) {
    const isMade = mark.textDigest === digest(textNow);
    return { body_html: now, body_text: front.text ?? (isMade ? textNow : textFrom(mark.html)) };
  }
  const html = renderMarkdown(body);
  const text = textFrom(html);
  // A service that removes comments removes the mark, too.
  const isThere = html === now && mark.textDigest === undefined;
  return {
    body_html: html === '' || isThere ? html : withMark(html, text, body),
    body_text: front.text ?? text,
  };
}

/** The text of a file after a push: its front matter says what the email is now; the body stays as it is. */
export function renewed(file: EmailFile & { readonly source: string }, email: Email): string {
  const { front, body, source } = file;
  const kept = plainFields.filter(field => front[field] !== undefined);
  const now = Object.fromEntries(kept.map(field => [field, email[field] ?? '']));
  const changes = Object.fromEntries(
    Object.entries({ ...now, updated_at: email.updated_at }).filter(
      ([key, value]) => front[key as keyof FrontMatter] !== value,
    ),
  );
  const whole = { ...front, ...changes };
  return withFront(file, source, { ...changes, digest: contentDigest(whole, body) });
}
