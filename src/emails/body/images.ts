/** Images on this machine, which readers cannot see. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lineAttribute } from '../markdown/lines.ts';
import { type Edit, escapeAttribute, type HtmlAttribute } from './edits.ts';

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

/** Where images are looked for. */
export interface ImagePlaces {
  /** The folder of the file: addresses of images on this machine are relative to it. */
  readonly folder: string;
  /** Where those images are on the web; an absolute address. */
  readonly images?: string | undefined;
}

/** An `img` element. */
export interface Image {
  readonly attributes: Readonly<Record<string, HtmlAttribute>>;
  readonly start: number;
}

/** Pixels between the edges of an email. */
const contentWidth = 600;

interface LocalImageResult {
  readonly edits: readonly Edit[];
  readonly problem: readonly LocalImage[];
  readonly file: readonly ImageFile[];
}

/**
 * Looks for an image on this machine, and gives it its size.
 *
 * @param restore puts tokens back
 * @returns undefined for an image on the web
 */
export async function localImage(
  { attributes, start }: Image,
  html: string,
  { folder, images }: ImagePlaces,
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
