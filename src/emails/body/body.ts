/** Both parts of an email's body, made from its file. */
import { dirname } from 'node:path';
import type { EmailFile } from '../files/email-file.ts';
import { digest } from '../markdown/source.ts';
import { protectTokens } from '../tokens.ts';
import type { ImageFile, LocalImage } from './images.ts';
import { outgoingHtml } from './outgoing-html.ts';

/** What a body is made from. */
export type EmailSource = Pick<EmailFile, 'front' | 'body' | 'isMarkdown' | 'path'>;

/** A body as it may leave. */
export interface RenderedBody {
  readonly html: string;
  /** The same with the line of the body, counted from 1, in the `lineAttribute` of each element. */
  readonly withLines: string;
  /** The text part made from it. */
  readonly text: string;
  /** Comments of the file that are not in it. */
  readonly comments: number;
  /** Images that readers could not see. */
  readonly localImages: readonly LocalImage[];
  /** Images on this machine. */
  readonly imageFiles: readonly ImageFile[];
}

const bodies = new WeakMap<EmailSource, Promise<RenderedBody>>();

/**
 * Renders the body of a file: Markdown or HTML, without comments, with its links marked and its images measured.
 *
 * @param source rendered once, however often it is asked for
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
 * Digest of all that a body is made from. With those of HTML and text at the service it tells, in any copy of the file,
 * whether the email is still what was made from it, even by another version of this program.
 */
export function sourceDigest({ front, body, isMarkdown }: Omit<EmailSource, 'path'>): string {
  const { lang, dir, images, utm } = front;
  return digest(JSON.stringify([isMarkdown, body, lang, dir, images, utm]));
}
