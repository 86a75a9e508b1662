/** Checks the images of an email. */
import type { ImageFile } from '../body/images.ts';
import { templateToken } from '../tokens.ts';
import type { EmailDocument } from './document.ts';
import { type EmailFinding, finding } from './finding.ts';
import { cut, isExample } from './links.ts';

/** Letters of text in an email that is no longer just an image. */
const leastLetters = 20;

/** Readers who block images see nothing of an email that is one, and filters take it for spam. */
export function checkImageOnly({ elements, blocks }: EmailDocument): EmailFinding[] {
  const images = elements.filter(({ element: { name, attribs } }) => name === 'img' && !isPixel(attribs));
  const text = blocks.map(block => (block.isHidden ? '' : block.text)).join('');
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const [first] = images;
  if (first === undefined || letters >= leastLetters) return [];
  const what = images.length === 1 ? 'one image' : `${images.length} images`;
  const [share, rest] = letters === 0 ? ['', 'nothing'] : ['almost only ', `only ${letters} letters`];
  const message = `the email is ${share}${what}: readers who block images see ${rest}`;
  return [finding('image_only', message, first.line)];
}

/** Names that cameras and phones give pictures, and those of other files. */
const fileName =
  /^\s*(?:(?:IMG|DSCN?|DSCF|PXL|P)[_-]?\d{4,}\w*|\S+\.(?:jpe?g|png|gif|webp|heic))(?:\.\w+)?\s*$/i;

/** @param isMarkdown an empty alt text is missing in Markdown, but marks decoration in HTML */
export function checkImages({ elements }: EmailDocument, isMarkdown: boolean): EmailFinding[] {
  return elements.flatMap(({ element: { name, attribs }, line }) => {
    if (name !== 'img' || isPixel(attribs)) return [];
    const source = attribs.src?.trim() ?? '';
    const found = sourceFaults(source, isMarkdown);
    if (fileName.test(attribs.alt ?? ''))
      found.push(finding('image_alt', `the description (alt text) "${attribs.alt}" is the name of a file`));
    if (isMarkdown ? !attribs.alt?.trim() : attribs.alt === undefined) {
      found.push(finding('image_alt', `the image "${cut(source)}" has no description (alt text)`));
    }
    if (!hasWidth(attribs)) {
      found.push(
        finding('image_width', `the image "${cut(source)}" has no width attribute, which Outlook requires`),
      );
    }
    return found.map(each => ({ ...each, line }));
  });
}

function sourceFaults(source: string, isMarkdown: boolean): EmailFinding[] {
  if (templateToken.test(source)) return [];
  if (/^data:/i.test(source)) return [];
  if (source === '') return [finding('image_source', 'an image has no URL')];
  if (!/^https?:\/\/[^/]/i.test(source) || !URL.canParse(source)) {
    const key = isMarkdown ? '; or set the server in the front matter: images: https://…' : '';
    const fault = `the image "${cut(source)}" cannot be loaded: its URL must begin with https://${key}`;
    return [finding('image_source', fault)];
  }
  if (isExample(new URL(source).hostname))
    return [finding('link_example', `the image "${cut(source)}" is on an example domain: it never loads`)];
  return /^http:/i.test(source)
    ? [finding('image_http', `the image "${cut(source)}" uses http: some mail programs block it`)]
    : [];
}

/** Addresses of Mailchimp (`/track/open.php`, `/track/click`) and SendGrid (`/wf/open`, `/ls/click`). */
const tracking = /^https?:\/\/[^?]*\/(?:track|wf|ls)\/(?:open|click)\b/i;

/** What the service from which HTML was copied has put into it. */
export function checkOldTracking({ elements }: EmailDocument): EmailFinding[] {
  const found = elements.find(({ element: { name, attribs } }) => {
    const isPicture = name === 'img' && isPixel(attribs) && /^https?:/i.test(attribs.src ?? '');
    return isPicture || tracking.test(attribs.href ?? attribs.src ?? '');
  });
  const message = 'a pixel or link tracks readers for the service that this HTML came from: remove it';
  return found === undefined ? [] : [finding('old_tracking', message, found.line)];
}

/** Tracking pixels need no description. */
function isPixel({ width, height }: Readonly<Record<string, string>>): boolean {
  return Number(width) === 1 && Number(height) === 1;
}

function hasWidth({ width, style = '' }: Readonly<Record<string, string>>): boolean {
  if (width !== undefined && /^\d/.test(width)) return true;
  return /(?:^|;)\s*width\s*:\s*\d/i.test(style);
}

/** Bytes beyond which an image is slow on phones. */
const heavy = 1_000_000;

/** Images on this machine: that readers load them from the web, and those that are heavy. */
export function checkImageFiles(imageFiles: readonly ImageFile[], bodyLine: number): EmailFinding[] {
  const onWeb = [...new Set(imageFiles.flatMap(({ address, web }) => (web === address ? [] : [web])))];
  const count = onWeb.length === 1 ? '1 image' : `${onWeb.length} images`;
  return [
    ...(onWeb.length === 0 ? [] : [finding('image_web', `${count} must be on the web: ${onWeb.join(', ')}`)]),
    ...imageFiles.flatMap(({ address, bytes, line }) => {
      const message = `${cut(address)} has ${(bytes / 1e6).toFixed(1)} MB, which is slow on phones`;
      return bytes > heavy ? [finding('image_heavy', message, bodyLine + line - 1)] : [];
    }),
  ];
}
