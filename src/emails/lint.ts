/** Checks an email for what readers or their mail programs have problems with. */
import { Parser } from 'htmlparser2';
import { lineAttribute } from './markdown-lines.ts';
import { textDifference } from './text-part.ts';
import { templateToken } from './tokens.ts';

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
  /** The HTML with the lines of the body in `lineAttribute`, counted from 1. */
  readonly withLines: string;
  readonly text: string | null;
  /** The text that is made from the body. */
  readonly made: string;
  /** Where the body stands in its file. */
  readonly source: { readonly bodyLine: number; readonly isMarkdown: boolean };
}

/** Checks an email. @returns the warnings, those without a line first, then in the order of the lines */
export function lint({ subject, html, withLines, text, made, source }: LintInput): LintWarning[] {
  const warnings = [...subjectWarnings(subject ?? ''), ...textWarnings(text ?? '', made)];
  const size = Buffer.byteLength(html);
  if (size > clippedAt) {
    const kilobytes = (size / 1000).toFixed(0);
    warnings.push({ message: `the body has ${kilobytes} kB: mail programs clip what is beyond 102 kB` });
  }
  const lines = bodyFaults(withLines, source.isMarkdown).map(({ message, line }) => ({
    message,
    line: source.bodyLine - 1 + line,
  }));
  return [...warnings, ...lines.sort((a, b) => a.line - b.line)];
}

/** Characters of a subject that most inboxes show. */
const longestSubject = 78;

function subjectWarnings(subject: string): LintWarning[] {
  if (subject.trim() === '') return [{ message: 'there is no subject' }];
  const length = [...subject].length;
  return [
    ...(/[\r\n]/.test(subject.trimEnd()) ? [{ message: 'the subject has more than one line' }] : []),
    ...(length > longestSubject
      ? [{ message: `the subject has ${length} characters: inboxes cut what is beyond ${longestSubject}` }]
      : []),
  ];
}

function textWarnings(text: string, made: string): LintWarning[] {
  if (text.trim() === '') return [{ message: 'there is no text part, for those who do not see HTML' }];
  const { onlyInBody, onlyInText } = textDifference(text, made);
  if (onlyInBody.length + onlyInText.length === 0) return [];
  const parts = [
    ...(onlyInBody.length > 0 ? [`only the body says ${shown(onlyInBody)}`] : []),
    ...(onlyInText.length > 0 ? [`only the text says ${shown(onlyInText)}`] : []),
  ];
  return [
    {
      message: `the text part is not that of the body: ${parts.join(', ')}; without "text:" in the file it is made from the body`,
    },
  ];
}

function shown(words: readonly string[]): string {
  const few = words.slice(0, 3).map(word => `"${word}"`);
  return `${few.join(', ')}${words.length > few.length ? ', …' : ''}`;
}

interface Fault {
  readonly message: string;
  readonly line: number;
}

function bodyFaults(html: string, isMarkdown: boolean): Fault[] {
  const faults: Fault[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const fault = (message: string) =>
        faults.push({ message, line: Number(attributes[lineAttribute] ?? 1) });
      const { href, src, alt } = attributes;
      if (name === 'a' && href !== undefined && !isAbsolute(href, /^(https?:\/\/[^/]|mailto:.|tel:.)/i)) {
        fault(`the link to "${href}" leads nowhere in an email: it needs https://, http:// or mailto:`);
      }
      if (name !== 'img') return;
      if (!isAbsolute(src ?? '', /^https?:\/\/[^/]/i)) {
        fault(`the image "${src ?? ''}" will not be found: its address must begin with https://`);
      }
      // In HTML an empty alt text marks decoration; in Markdown it was just left out.
      if (isMarkdown ? !alt?.trim() : alt === undefined)
        fault(`the image "${src ?? ''}" has no description (alt text)`);
    },
  });
  parser.end(html);
  return faults;
}

function isAbsolute(address: string, form: RegExp): boolean {
  return form.test(address.trim()) || templateToken.test(address);
}
