/** HTML ready to be pushed: without comments, with parameters in links and sizes of images. */
import { Parser } from 'htmlparser2';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { lineAttribute } from '../markdown/lines.ts';
import { protectTokens } from '../tokens.ts';
import {
  applyEdits,
  type Edit,
  type HtmlAttribute,
  isConditional,
  styleComments,
  wholeLines,
} from './edits.ts';
import { type Image, type ImageFile, type ImagePlaces, type LocalImage, localImage } from './images.ts';

export interface OutgoingOptions extends ImagePlaces {
  /** Parameters for every link, such as `utm_source`. */
  readonly utm?: Readonly<Record<string, string>> | undefined;
}

export interface OutgoingHtml {
  readonly html: string;
  /** `html` with the line of the body, counted from 1, in the `lineAttribute` of each element. */
  readonly withLines: string;
  /** Images that readers cannot load. */
  readonly localImages: readonly LocalImage[];
  /** Images on this machine, including those that `images` maps to the web. */
  readonly imageFiles: readonly ImageFile[];
}

/**
 * Removes comments (except those that Outlook acts on), adds parameters to links, and sizes to local images. Tokens and
 * everything else stay unchanged.
 */
export async function outgoingHtml(html: string, options: OutgoingOptions): Promise<OutgoingHtml> {
  const { text, restore } = protectTokens(html);
  const found = scan(text);
  // Includes the blank before the attribute.
  const lines = found.lines.map(({ start, end }) => ({ start: start - 1, end, text: '' }));
  const links = found.links.flatMap(link => markedLink(link, options.utm ?? {}, restore));
  const images = await Promise.all(found.images.map(image => localImage(image, text, options, restore)));
  const edits = [...found.comments, ...links, ...images.flatMap(image => image?.edits ?? [])];
  return {
    html: restore(applyEdits(text, [...edits, ...lines])),
    withLines: restore(applyEdits(text, edits)),
    localImages: images.flatMap(image => image?.problem ?? []),
    imageFiles: images.flatMap(image => image?.file ?? []),
  };
}

/** HTML without comments, except those that Outlook acts on. */
export function withoutComments(html: string): string {
  const { text, restore } = protectTokens(html);
  return restore(applyEdits(text, scan(text).comments));
}

function scan(html: string) {
  const comments: Edit[] = [];
  const links: HtmlAttribute[] = [];
  const images: Image[] = [];
  const lines: HtmlAttribute[] = [];
  let attributes: Record<string, HtmlAttribute> = {};
  let start = 0;
  let style = 0;
  const parser = new Parser({
    onopentagname() {
      attributes = {};
      start = parser.startIndex;
    },
    onclosetag(name) {
      if (name === 'style')
        for (const each of styleComments(html, style, parser.startIndex)) comments.push(each);
    },
    onattribute(name, value) {
      const attribute = { value, start: parser.startIndex, end: parser.endIndex };
      if (name === lineAttribute) lines.push(attribute);
      attributes[name] = attribute;
    },
    onopentag(name) {
      const { href } = attributes;
      if ((name === 'a' || name === 'area') && href !== undefined) links.push(href);
      if (name === 'img') images.push({ attributes, start });
      style = parser.endIndex + 1;
    },
    oncomment(comment) {
      if (!isConditional(comment)) comments.push(wholeLines(html, parser.startIndex, parser.endIndex + 1));
    },
  });
  parser.end(html);
  return { comments, links, images, lines };
}

/** Adds parameters to the URL of a link, except for unsubscribe links. @param restore puts tokens back */
function markedLink(
  { value, start, end }: HtmlAttribute,
  utm: Readonly<Record<string, string>>,
  restore: (text: string) => string,
): Edit[] {
  const marked = withParameters(value.trim(), utm);
  if (marked === value.trim() || /unsub|opt.?out/i.test(restore(value).replace(/^https?:/i, ''))) return [];
  return [{ start, end, text: `href="${escapeHtml(marked)}"` }];
}

/** A web address with more parameters; its own parameters and fragment stay. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  if (!/^https?:\/\/[^/]/i.test(address)) return address;
  const [, page = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const present = new Set((query ?? '').split('&').map(each => each.split('=')[0]?.toLowerCase()));
  const added = Object.entries(parameters).filter(([name]) => !present.has(name.toLowerCase()));
  if (added.length === 0) return address;
  const own = query === undefined || query === '' ? [] : [query.replace(/&$/, '')];
  const queries = [...own, ...added.map(([name, value]) => `${name}=${encodeParameter(value)}`)];
  return `${page}?${queries.join('&')}${fragment}`;
}

/** Keeps tokens, which the service replaces. */
function encodeParameter(value: string): string {
  const { text, restore } = protectTokens(value);
  return restore(encodeURIComponent(text));
}
