/** Checks an email for what readers or their mail programs have problems with. */
import { Parser } from 'htmlparser2';
import { templateToken } from './markdown.ts';

/** A problem that does not keep an email from being sent. */
export interface LintWarning {
  readonly message: string;
  /** Line of the file, counted from 1, if known. */
  readonly line?: number | undefined;
}

/** Bytes of a message that Gmail shows; it hides the rest, including the unsubscribe link. */
const clippedAt = 102_000;

/** What is checked. */
export interface LintInput {
  readonly subject: string | null;
  readonly html: string;
  readonly text: string | null;
  /** The body as it stands in the file, and the line on which it begins. */
  readonly source: { readonly body: string; readonly bodyLine: number; readonly isMarkdown: boolean };
}

/** Checks an email. @returns the warnings, those without a line first, then in the order of the lines */
export function lint({ subject, html, text, source }: LintInput): LintWarning[] {
  const warnings: LintWarning[] = [];
  if (!subject?.trim()) warnings.push({ message: 'there is no subject' });
  if (!text?.trim()) warnings.push({ message: 'there is no text part, for those who do not see HTML' });
  const size = Buffer.byteLength(html);
  if (size > clippedAt) {
    const kilobytes = (size / 1000).toFixed(0);
    warnings.push({ message: `the body has ${kilobytes} kB: mail programs clip what is beyond 102 kB` });
  }
  const lines = bodyFaults(html, source.isMarkdown).map(({ message, address, offset }) => ({
    message,
    line: source.bodyLine + (source.isMarkdown ? lineWith(source.body, address) : linesBefore(html, offset)),
  }));
  return [...warnings, ...lines.sort((a, b) => a.line - b.line)];
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
      // In HTML an empty alt text marks decoration; in Markdown it was just left out.
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

/** The line of Markdown that contains an address, either as in the HTML or decoded. */
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
