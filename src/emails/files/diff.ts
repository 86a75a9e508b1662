/** The differences between an email at the service and its file, and what the file notes of the last pull or push. */
import { basename } from 'node:path';
import type { ArgumentsOf, Email } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { type EmailSource, renderBody, sourceDigest } from '../body/body.ts';
import { withoutComments } from '../body/outgoing-html.ts';
import { saysTheSame } from '../body/text-part.ts';
import { digest } from '../digest.ts';
import { sentState } from '../naming.ts';
import type { ParsedEmailFile } from './email-file.ts';
import type { FrontMatter } from './front-matter.ts';

/** The writable fields of an email. */
export type EmailBody = NonNullable<ArgumentsOf<'updateEmail'>['body']>;

/** A field of the email (service.txt, "Email") that a push would change. */
export interface EmailChange {
  readonly field: keyof EmailBody;
  readonly before: string | boolean | null;
  readonly after: string | boolean;
}

/** Fields with the same name in front matter. */
export const plainFields = [
  'subject',
  'preview',
  'background_color',
  'foreground_color',
  'font_id',
  'like_enabled',
] as const;

/** Whether the body of an email was made from a file; compares digests instead of rendering the file. */
export function isMadeFrom(file: EmailSource, { body_html }: Email): boolean {
  const [source, html] = file.front.rendered?.split(' ') ?? [];
  return source === sourceDigest(file) && html === digest(body_html ?? '');
}

/** Digests of the keys and of the body of a file; the order and style of its YAML do not matter. */
export function contentDigest(front: FrontMatter, body: string): string {
  const { updated_at: _time, rendered: _rendered, digest: _digest, ...content } = front;
  const sorted = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1));
  // The prefix keeps YAML from reading it as a number.
  return `sha256-${digest(JSON.stringify(sorted))} ${digest(body)}`;
}

/** Whether a file has changed since the last pull or push; true without a digest. */
export function hasLocalChanges({ front, body }: ParsedEmailFile): boolean {
  return front.digest !== contentDigest(front, body);
}

/** Whether a file has the keys, and the service the body, of the last pull or push: what else changed can be merged. */
export function isOnlyBodyEdited(file: ParsedEmailFile, email: Email): boolean {
  return hasKeysAsNoted(file) && isBodyAsNoted(file.front, email);
}

function hasKeysAsNoted({ front, body }: Pick<ParsedEmailFile, 'front' | 'body'>): boolean {
  return contentDigest(front, body).split(' ')[0] === front.digest?.split(' ')[0];
}

/** Whether body and text part at the service are those of the last pull or push. */
export function isBodyAsNoted(front: FrontMatter, { body_html, body_text }: Email): boolean {
  // An empty body has no note.
  const [, html = digest(''), text = digest('')] = front.rendered?.split(' ') ?? [];
  const isTextSame = text === 'own' ? front.text === body_text : text === digest(body_text ?? '');
  return html === digest(body_html ?? '') && isTextSame;
}

/**
 * What a push would change. A field whose key is missing in the file keeps its value.
 *
 * @param groupId of the group in the file; undefined without one
 * @throws Failure invalid_value if the file removes the group (service.txt shows no way to do that), or if its body
 *   changes and has local images
 */
export async function diffEmail(
  file: EmailSource & { readonly bodyLine: number },
  email: Email,
  groupId: string | undefined,
): Promise<EmailChange[]> {
  const { front } = file;
  // A push to an email that was sent is refused for that; a draft without a group may get one elsewhere.
  const isRemoved = front.group === '' && email.group_id !== null && !hasKeysAsNoted(file);
  if (isRemoved && sentState(email) === undefined) {
    throw new Failure('invalid_value', 'group is empty, but a group cannot be removed from an email', {
      hint: 'delete the key to keep the group',
    });
  }
  const wanted: readonly (readonly [EmailChange['field'], string | boolean | undefined])[] = [
    ...plainFields.map(field => [field, front[field]] as const),
    ['group_id', groupId],
    ...Object.entries(await bodyParts(file, email)).map(
      ([field, value]) => [field as EmailChange['field'], value] as const,
    ),
  ];
  const changes = wanted.flatMap(([field, after]) => {
    const before = email[field];
    return after === undefined || after === (before ?? '') ? [] : [{ field, before, after }];
  });
  if (changes.some(({ field }) => field === 'body_html')) await checkImages(file);
  return changes;
}

/** @throws Failure invalid_value if the body has images of this machine */
export async function checkImages(file: EmailSource & { readonly bodyLine: number }): Promise<void> {
  const { path, bodyLine } = file;
  const { localImages } = await renderBody(file);
  const [first] = localImages;
  if (first === undefined) return;
  const missing = (await missingImages(file)).map(
    ({ message, line }) => `line ${bodyLine - 1 + line}: ${message}`,
  );
  if (file.front.images !== undefined)
    throw new Failure('invalid_value', `${path} has images without a file`, {
      details: missing,
      hint: 'put them beside the file, or write their whole address: ![…](https://…)',
    });
  const { width, height } = first.shown ?? {};
  const size = width === undefined ? '' : `{width=${width} height=${height}}`;
  throw new Failure('invalid_value', `${path} has local images, but the service does not host images`, {
    details: [
      ...localImages.flatMap(({ address, line, shown }) =>
        shown ? [`line ${bodyLine - 1 + line}: ${address}`] : [],
      ),
      ...missing,
    ],
    hint: `put them on a web server, then use their URLs: ![…](https://…)${size}; or set the server in the front matter: images: https://…`,
  });
}

/** The images of this machine that are not there, each with the line of the body. */
export async function missingImages(file: EmailSource) {
  const { localImages } = await renderBody(file);
  return localImages.flatMap(({ address, line, shown }) =>
    shown ? [] : [{ message: `${address}: no such image file beside ${basename(file.path)}`, line }],
  );
}

/** Both parts of the body after a push of the file. Without a text part in the file, it is generated. */
export async function bodyParts(
  file: EmailSource,
  email: Email,
): Promise<{ readonly body_html: string; readonly body_text: string }> {
  const rendered = await renderBody(file);
  const now = email.body_html ?? '';
  // Keeps HTML that another version of this program has rendered from the same source.
  const isSame = isMadeFrom(file, email);
  const html = isSame ? withoutComments(now) : rendered.html;
  const textNow = email.body_text ?? '';
  // A text left from before the same HTML was set by hand is stale.
  const isFresh = isSame || (html === now && saysTheSame(textNow, rendered.text));
  const isKept = isFresh && isTextMade(file, email);
  return { body_html: html, body_text: file.front.text ?? (isKept ? textNow : rendered.text) };
}

/** Whether the text part is still that of the last pull or push. */
export function isTextMade({ front }: EmailSource, { body_text }: Email): boolean {
  return front.rendered === undefined || front.rendered.split(' ')[2] === digest(body_text ?? '');
}
