/** HTML as it may leave: without comments, with marked links, with images that readers can see. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Parser } from 'htmlparser2';
import { lineAttribute } from '../markdown/lines.ts';
import { protectTokens } from '../tokens.ts';

/** What happens to the HTML of an email before it is pushed. */
export interface OutgoingOptions {
  /** The folder of the file: addresses of images on this machine are relative to it. */
  readonly folder: string;
  /** Where those images are on the web; an absolute address. */
  readonly images?: string | undefined;
  /** Parameters for every link, such as `utm_source`. */
  readonly utm?: Readonly<Record<string, string>> | undefined;
}

/** HTML as it may leave, and what was found in it. */
export interface OutgoingHtml {
  readonly html: string;
  /** The same with `lineAttribute` where the renderer put it. */
  readonly withLines: string;
  /** Comments that were removed. */
  readonly comments: number;
  /** Images that readers could not see. */
  readonly localImages: readonly LocalImage[];
  /** Images on this machine, those included that `images` says are on the web. */
  readonly imageFiles: readonly ImageFile[];
}

/** The file of an image. */
export interface ImageFile {
  /** As it stands in the HTML. */
  readonly address: string;
  readonly bytes: number;
  /** The line of the body that it stands on. */
  readonly line: number;
}

/** An image whose address leads nowhere but to this machine. */
export interface LocalImage {
  /** As it stands in the HTML. */
  readonly address: string;
  readonly path: string;
  /** The pixels to show it in; undefined when there is no such file, or when it is no image. */
  readonly shown: ImageSize | undefined;
  /** The line of the Markdown or HTML that it stands on. */
  readonly line: number;
}

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Pixels between the edges of an email. */
const contentWidth = 600;

/**
 * Removes comments (save those that Outlook acts on), adds parameters to links, and measures images on this machine.
 * Tokens and everything else stay as they are, to the letter.
 */
export async function outgoingHtml(html: string, options: OutgoingOptions): Promise<OutgoingHtml> {
  const { text, restore } = protectTokens(html);
  const found = scan(text);
  // With the blank before it, as it was put in.
  const lines = found.lines.map(({ start, end }) => ({ start: start - 1, end, text: '' }));
  const links = found.links.flatMap(link => markedLink(link, options.utm ?? {}, restore));
  const images = await Promise.all(found.images.map(image => localImage(image, text, options, restore)));
  const edits = [...found.comments, ...links, ...images.flatMap(image => image?.edits ?? [])];
  return {
    html: restore(applyEdits(text, [...edits, ...lines])),
    withLines: restore(applyEdits(text, edits)),
    comments: found.comments.length,
    localImages: images.flatMap(image => image?.problem ?? []),
    imageFiles: images.flatMap(image => image?.file ?? []),
  };
}

/** HTML without its comments, save those that Outlook acts on. */
export function withoutComments(html: string): string {
  const { text, restore } = protectTokens(html);
  return restore(applyEdits(text, scan(text).comments));
}

interface Attribute {
  readonly value: string;
  /** Of the whole attribute, with its name. */
  readonly start: number;
  readonly end: number;
}

interface Image {
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly start: number;
}

/** Where things are that may change. */
function scan(html: string) {
  const comments: Edit[] = [];
  const links: Attribute[] = [];
  const images: Image[] = [];
  const lines: Attribute[] = [];
  let attributes: Record<string, Attribute> = {};
  let start = 0;
  let style = 0;
  const parser = new Parser({
    onopentagname() {
      attributes = {};
      start = parser.startIndex;
    },
    onclosetag(name) {
      if (name === 'style') comments.push(...styleComments(html, style, parser.startIndex));
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

/** `<!--[if mso]>…<![endif]-->`, `<!--[if !mso]><!-->`, `<!--<![endif]-->`: Outlook acts on these. */
function isConditional(comment: string): boolean {
  return /^\s*\[if\b[^\]]*\]>/i.test(comment) || /^\s*<!\[endif\]\s*$/i.test(comment);
}

/** Comments between two places of a style sheet; what looks like one in a string stays. */
function styleComments(html: string, start: number, end: number): Edit[] {
  const found = html.slice(start, end).matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\//gs);
  return [...found]
    .filter(([text]) => text.startsWith('/*'))
    .map(({ index, 0: { length } }) => wholeLines(html, start + index, start + index + length));
}

/** Takes the line along with a comment that has it for itself. */
function wholeLines(html: string, start: number, end: number): Edit {
  const lineStart = html.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = html.indexOf('\n', end);
  const rest = html.slice(end, lineEnd < 0 ? undefined : lineEnd);
  if (html.slice(lineStart, start).trim() !== '' || rest.trim() !== '') return { start, end, text: '' };
  return { start: lineStart, end: lineEnd < 0 ? html.length : lineEnd + 1, text: '' };
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  return parts.join('') + text.slice(from);
}

function markedLink(
  { value, start, end }: Attribute,
  utm: Readonly<Record<string, string>>,
  restore: (text: string) => string,
): Edit[] {
  const marked = withParameters(value.trim(), utm);
  if (marked === value.trim() || /unsub|opt.?out/i.test(restore(value).replace(/^https?:/i, ''))) return [];
  return [{ start, end, text: `href="${escapeAttribute(marked)}"` }];
}

/** A web address with more parameters: those that it has stay, and so does its fragment. */
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

/** Tokens in a value stay: the service replaces them. */
function encodeParameter(value: string): string {
  const { text, restore } = protectTokens(value);
  return restore(encodeURIComponent(text));
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

interface LocalImageResult {
  readonly edits: readonly Edit[];
  readonly problem: readonly LocalImage[];
  readonly file: readonly ImageFile[];
}

/** Undefined for an image on the web. */
async function localImage(
  { attributes, start }: Image,
  html: string,
  { folder, images }: OutgoingOptions,
  restore: (text: string) => string,
): Promise<LocalImageResult | undefined> {
  const { src } = attributes;
  const address = restore(src?.value.trim() ?? '');
  if (src === undefined || address === '' || address !== src.value.trim() || !isLocal(address))
    return undefined;
  const path = resolve(folder, decoded(address.replace(/^file:\/*(?=\/|[a-z]:)/i, '')));
  const size = await measured(path);
  const own = Number(attributes[lineAttribute]?.value);
  const line = own > 0 ? own : html.slice(0, start).split('\n').length;
  const problem =
    images === undefined || size === undefined
      ? [{ address, path, shown: size && shownSize(size), line }]
      : [];
  const bytes = size === undefined ? undefined : (await stat(path).catch(() => undefined))?.size;
  const file = bytes === undefined ? [] : [{ address, bytes, line }];
  const web = images === undefined ? address : new URL(address, images.replace(/\/?$/, '/')).href;
  const sizes = sizeAttributes(size, attributes);
  if (web === address && sizes === '') return { edits: [], problem, file };
  return { edits: [{ ...src, text: `src="${escapeAttribute(web)}"${sizes}` }], problem, file };
}

/** Neither an address with a scheme nor one on another host. A scheme of one letter is a drive of Windows. */
function isLocal(address: string): boolean {
  return /^file:/i.test(address) || !/^(?:[a-z][a-z\d+.-]+:|\/\/)/i.test(address);
}

async function measured(path: string): Promise<ImageSize | undefined> {
  const { imageSizeFromFile } = await import('image-size/fromFile');
  // A file that is missing, or that is no image, has no size.
  return await imageSizeFromFile(path).catch(() => undefined);
}

/** The size in which an image is shown: its own, but not wider than an email. */
function shownSize({ width, height }: ImageSize, shown = Math.min(contentWidth, width)): ImageSize {
  return { width: shown, height: Math.max(1, Math.round((shown * height) / width)) };
}

/** What the author has not given. */
function sizeAttributes(size: ImageSize | undefined, { width, height }: Image['attributes']): string {
  if (size === undefined || size.width < 1 || height !== undefined) return '';
  if (width === undefined) {
    const shown = shownSize(size);
    return ` width="${shown.width}" height="${shown.height}"`;
  }
  if (!/^\d+(?:px)?$/.test(width.value)) return '';
  return ` height="${shownSize(size, Number.parseInt(width.value, 10)).height}"`;
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
