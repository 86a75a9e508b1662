/** Both parts of an email's body, made from its file. */
import { dirname } from 'node:path';
import { digest } from '../digest.ts';
import type { EmailFile } from '../files/email-file.ts';
import { protectTokens } from '../tokens.ts';
import { type OutgoingHtml, outgoingHtml } from './outgoing-html.ts';

export type EmailSource = Pick<EmailFile, 'front' | 'body' | 'isMarkdown' | 'path'>;

export interface RenderedBody extends OutgoingHtml {
  /** The text part generated from the HTML. */
  readonly text: string;
}

const bodies = new WeakMap<EmailSource, Promise<RenderedBody>>();

/**
 * Renders the body of a file, Markdown or HTML: without comments, with parameters in links and sizes of images.
 *
 * @param source rendered only once
 */
export function renderBody(source: EmailSource): Promise<RenderedBody> {
  const known = bodies.get(source) ?? render(source);
  bodies.set(source, known);
  return known;
}

async function render(source: EmailSource): Promise<RenderedBody> {
  const [html, { plainTextOf }] = await Promise.all([sourceHtml(source), import('./plain-text.ts')]);
  const { utm, images } = source.front;
  const outgoing = await outgoingHtml(html, { folder: dirname(source.path), images, utm });
  return { ...outgoing, text: plainTextOf(outgoing.html) };
}

async function sourceHtml({ front, body, isMarkdown }: EmailSource): Promise<string> {
  if (isMarkdown) {
    const { renderMarkdown } = await import('../markdown/markdown.ts');
    return renderMarkdown(body, { lang: front.lang, dir: front.dir });
  }
  const { withLines } = await import('../markdown/lines.ts');
  const { text, restore } = protectTokens(body);
  return restore(withLines(text, 1));
}

/**
 * Digest of everything that a body is made from. Together with the digests of HTML and text at the service it shows, in
 * any copy of the file, whether the email is unchanged, even if another version of this program rendered it.
 */
export function sourceDigest({ front, body, isMarkdown }: Omit<EmailSource, 'path'>): string {
  const { lang, dir, images, utm } = front;
  return digest(JSON.stringify([isMarkdown, body, lang, dir, images, utm]));
}
