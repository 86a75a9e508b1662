/** Images on this machine, which readers cannot load. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { lineAttribute } from '../markdown/lines.ts';
import type { HtmlAttribute } from './edits.ts';

export interface ImageFile {
  /** As written in the HTML. */
  readonly address: string;
  readonly bytes: number;
  /** Where readers load it from, by `images` of the front matter. */
  readonly web: string;
  /** The line of the body. */
  readonly line: number;
}

/** An image that only this machine can load. */
export interface LocalImage {
  /** As written in the HTML. */
  readonly address: string;
  /** Display size in pixels; undefined if the file is missing or not an image. */
  readonly shown: ImageSize | undefined;
  /** The line of the Markdown or HTML. */
  readonly line: number;
}

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export interface ImagePlaces {
  /** The folder of the file, to which addresses of local images are relative. */
  readonly folder: string;
  /** The absolute URL of that folder on the web. */
  readonly images?: string | undefined;
}

/** An `img` element. */
export interface Image {
  readonly attributes: Readonly<Record<string, HtmlAttribute>>;
  readonly start: number;
}

/** Width of an email in pixels. */
const contentWidth = 600;

/** Finds an image on this machine, and adds its size. @param restore puts tokens back @returns undefined for one on the web */
export async function localImage(
  { attributes, start }: Image,
  html: string,
  { folder, images }: ImagePlaces,
  restore: (text: string) => string,
) {
  const { src } = attributes;
  const address = restore(src?.value.trim() ?? '');
  if (src === undefined || address === '' || address !== src.value.trim() || !isLocal(address))
    return undefined;
  const path = resolve(folder, decoded(address.replace(/^file:\/*(?=\/|[a-z]:)/i, '')));
  const size = await measured(path);
  const own = Number(attributes[lineAttribute]?.value);
  const line = own > 0 ? own : html.slice(0, start).split('\n').length;
  const problem =
    images === undefined || size === undefined ? [{ address, shown: size && shownSize(size), line }] : [];
  const bytes = size === undefined ? undefined : (await stat(path).catch(() => undefined))?.size;
  const web = images === undefined ? address : new URL(address, images.replace(/\/?$/, '/')).href;
  const file = bytes === undefined ? [] : [{ address, bytes, web, line }];
  const sizes = sizeAttributes(size, attributes);
  if (web === address && sizes === '') return { edits: [], problem, file };
  return { edits: [{ ...src, text: `src="${escapeHtml(web)}"${sizes}` }], problem, file };
}

/** Whether an address has no scheme and no host. A scheme of one letter is a Windows drive. */
function isLocal(address: string): boolean {
  return /^file:/i.test(address) || !/^(?:[a-z][a-z\d+.-]+:|\/\/)/i.test(address);
}

async function measured(path: string): Promise<ImageSize | undefined> {
  const { imageSizeFromFile } = await import('image-size/fromFile');
  // A file that is missing or not an image has no size.
  return await imageSizeFromFile(path).catch(() => undefined);
}

/** The display size of an image: its own, but not wider than an email. */
function shownSize({ width, height }: ImageSize, shown = Math.min(contentWidth, width)): ImageSize {
  return { width: shown, height: Math.max(1, Math.round((shown * height) / width)) };
}

/** The attributes that the author has not set. */
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
