/** Checks an email before it is sent. Sends no requests. */
import type { ImageFile } from '../body/images.ts';
import { textDifference } from '../body/text-part.ts';
import { templateToken } from '../tokens.ts';
import { type EmailDocument, linksOf, readDocument } from './document.ts';
import { checkEnvelope, type Envelope } from './envelope.ts';
import { type EmailFinding, finding, inOrder } from './finding.ts';
import { checkImageFiles, checkImageOnly, checkImages, checkOldTracking } from './images.ts';
import { leftoversIn } from './leftovers.ts';
import { cut, linkFault } from './links.ts';
import { checkSlips } from './slips.ts';

/** Keys of the front matter that findings are about. */
export type LintedKey = 'subject' | 'preview' | 'text';

export interface LintedEmail extends Envelope {
  readonly html: string;
  /** `html` with the line of the source in the `lineAttribute` of each element. */
  readonly htmlWithLines: string;
  readonly text: string;
  /** The text part generated from the HTML. */
  readonly madeText: string;
  /** The line of the file on which the body begins; 1 without a file. */
  readonly bodyLine: number;
  readonly isMarkdown: boolean;
  /** Of the source alone. */
  readonly unclosed?: readonly EmailFinding[] | undefined;
  readonly imageFiles?: readonly ImageFile[] | undefined;
  /** Images that `images` maps to the web, but which are not on this machine. */
  readonly missingImages?: readonly { readonly message: string; readonly line: number }[] | undefined;
  readonly lineOf: (key: LintedKey) => number | undefined;
  /** The physical address of the account; undefined if it was not read. */
  readonly physicalAddress?: string | null | undefined;
}

/** Bytes of HTML that Gmail shows; it hides the rest, including the unsubscribe link. */
export const clippedAt = 102_000;

/** @returns findings in the order of the lines */
export function lintEmail(email: LintedEmail): readonly EmailFinding[] {
  const { html, htmlWithLines, bodyLine, isMarkdown, lineOf, imageFiles = [], missingImages = [] } = email;
  const document = readDocument(htmlWithLines, bodyLine);
  return inOrder([
    ...checkEnvelope(email, lineOf),
    ...checkParts(email),
    ...(email.unclosed ?? []),
    ...checkSize(html),
    ...checkAddress(email),
    ...checkLinks(document),
    ...checkImages(document, isMarkdown),
    ...checkImageFiles(imageFiles, bodyLine),
    ...missingImages.map(({ message, line }) => finding('image_source', message, bodyLine + line - 1)),
    ...checkImageOnly(document),
    ...checkActive(document),
    ...checkOldTracking(document),
    ...checkSlips(document.blocks),
    ...checkTexts(document),
  ]);
}

function checkParts({ html, text, madeText, lineOf }: LintedEmail): EmailFinding[] {
  if (html.trim() === '' && text.trim() === '') return [finding('body_missing', 'no body')];
  if (text.trim() === '') {
    return [finding('text_missing', 'no text part for readers without HTML')];
  }
  if (html.trim() === '') return [];
  const { onlyInBody, onlyInText } = textDifference(text, madeText);
  if (onlyInBody.length + onlyInText.length === 0) return [];
  const parts = [
    ...(onlyInBody.length > 0 ? [`only the body has ${quoted(onlyInBody)}`] : []),
    ...(onlyInText.length > 0 ? [`only the text has ${quoted(onlyInText)}`] : []),
  ];
  const line = lineOf('text');
  const key = line === undefined ? 'push its file' : 'delete the key "text" of the file';
  const remedy = `${key}, and push makes it from the body`;
  const message = `the text part differs from the body: ${parts.join(', ')}; ${remedy}`;
  return [finding('text_stale', message, line)];
}

function quoted(words: readonly string[]): string {
  const few = words.slice(0, 3).map(word => `"${word}"`);
  return `${few.join(', ')}${words.length > few.length ? ', …' : ''}`;
}

function checkSize(html: string): EmailFinding[] {
  const size = Buffer.byteLength(html);
  if (size <= clippedAt) return [];
  const kilobytes = Math.round(size / 1000);
  return [finding('body_clipped', `the body has ${kilobytes} kB: Gmail clips it at 102 kB`)];
}

function checkAddress({ physicalAddress }: LintedEmail): EmailFinding[] {
  if (physicalAddress === undefined || String(physicalAddress ?? '').trim() !== '') return [];
  const why = 'the law of many countries requires one in every newsletter';
  return [finding('address_missing', `the account has no physical address; ${why}`)];
}

function checkLinks(document: EmailDocument): EmailFinding[] {
  const anchors = new Set(
    document.elements.flatMap(({ element: { attribs } }) => [attribs.id ?? '', attribs.name ?? '']),
  );
  return linksOf(document).flatMap(({ text, address, line, isArea }) => {
    const fault = linkFault(address, anchors);
    return [
      ...(fault === undefined ? [] : [{ ...fault, line }]),
      ...(text === '' && !isArea
        ? [finding('link_text', `the link to "${cut(address)}" has no text`, line)]
        : []),
    ];
  });
}

/** What mail programs remove (caniemail.com), but not the JSON-LD that Gmail reads ("Email markup"). */
function checkActive({ elements }: EmailDocument): EmailFinding[] {
  const found = elements.flatMap(({ element: { name, attribs }, line }) => {
    const isActive = /^(?:script|iframe|form|object|embed)$/.test(name);
    const tags = isActive && attribs.type !== 'application/ld+json' ? [`<${name}>`] : [];
    const handlers = Object.keys(attribs).filter(each => /^on[a-z]+$/.test(each));
    return [...tags, ...handlers].map(what => ({ what, line }));
  });
  const [first] = found;
  if (first === undefined) return [];
  const all = [...new Set(found.map(({ what }) => what))].join(', ');
  return [
    finding('active_content', `mail programs remove ${all}, and filters may reject the email`, first.line),
  ];
}

/** Leftovers and tokens, in texts, descriptions and addresses; each token is reported once. */
function checkTexts({ elements, texts }: EmailDocument): EmailFinding[] {
  const found: EmailFinding[] = [];
  const tokens = new Set<string>();
  const inAttributes = elements.flatMap(({ element: { attribs }, line }) =>
    ['href', 'src', 'alt', 'title'].map(name => ({
      text: attribs[name] ?? '',
      line,
      isAddress: /^(href|src)$/.test(name),
    })),
  );
  for (const { text, line, isAddress } of [
    ...texts.map(run => ({ ...run, isAddress: false })),
    ...inAttributes,
  ]) {
    for (const each of isAddress ? [] : leftoversIn(text))
      found.push(finding('leftover', `"${each}" was left in the text`, line));
    for (const [token] of text.matchAll(new RegExp(templateToken, 'g'))) {
      if (tokens.has(token)) continue;
      tokens.add(token);
      const message = `readers see ${token} as it stands, unless the service fills it in`;
      found.push(finding('token', message, line));
    }
  }
  return found;
}
