/** What readers, or their mail programs, would stumble over. */
import { Parser } from 'htmlparser2';
import { templateToken } from './markdown.ts';

export interface Finding {
  readonly message: string;
  /** Line of the file, from 1, where one can be told. */
  readonly line?: number | undefined;
}

/** Gmail shows this much of a message and hides the rest, the unsubscribe link with it. */
const clippedAt = 102_000;

export interface Letter {
  readonly subject: string | null;
  readonly html: string;
  readonly text: string | null;
  /** Where the body is written: the file's body, the line it begins on, and whether it is Markdown. */
  readonly source: { readonly body: string; readonly bodyLine: number; readonly isMarkdown: boolean };
}

/** @returns in the order of the file's lines, those without a line first */
export function lint({ subject, html, text, source }: Letter): Finding[] {
  const findings: Finding[] = [];
  if (!subject?.trim()) findings.push({ message: 'there is no subject' });
  if (!text?.trim()) findings.push({ message: 'there is no text part, for those who do not see HTML' });
  const size = Buffer.byteLength(html);
  if (size > clippedAt) {
    const kilobytes = (size / 1000).toFixed(0);
    findings.push({ message: `the body has ${kilobytes} kB: mail programs clip what is beyond 102 kB` });
  }
  const lines = bodyFaults(html, source.isMarkdown).map(({ message, address, offset }) => ({
    message,
    line: source.bodyLine + (source.isMarkdown ? lineWith(source.body, address) : linesBefore(html, offset)),
  }));
  return [...findings, ...lines.sort((a, b) => a.line - b.line)];
}

interface Fault {
  readonly message: string;
  readonly address: string;
  /** In the HTML. */
  readonly offset: number;
}

function bodyFaults(html: string, isMarkdown: boolean): Fault[] {
  const faults: Fault[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const fault = (message: string, address: string) =>
        faults.push({ message, address, offset: parser.startIndex });
      const { href, src, alt } = attributes;
      if (name === 'a' && href !== undefined && !isAbsolute(href, /^(https?:\/\/[^/]|mailto:.|tel:.)/i)) {
        fault(`the link to "${href}" leads nowhere in an email: it needs https://, http:// or mailto:`, href);
      }
      if (name !== 'img') return;
      if (!isAbsolute(src ?? '', /^https?:\/\/[^/]/i)) {
        fault(`the image "${src ?? ''}" will not be found: its address must begin with https://`, src ?? '');
      }
      // In HTML an empty one says that the image is decoration; in Markdown only that nobody wrote one.
      if (isMarkdown ? !alt?.trim() : alt === undefined)
        fault(`the image "${src ?? ''}" has no description (alt text)`, src ?? '');
    },
  });
  parser.end(html);
  return faults;
}

function isAbsolute(address: string, form: RegExp): boolean {
  return form.test(address.trim()) || templateToken.test(address);
}

function linesBefore(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

/** The line of Markdown with an address as it is written there, or as it reads in HTML. */
function lineWith(markdown: string, address: string): number {
  const places = [address, decoded(address)].map(text => markdown.indexOf(text));
  return linesBefore(markdown, Math.max(0, places.find(place => place >= 0) ?? 0));
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
