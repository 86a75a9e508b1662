/**
 * The mark that a body made from Markdown carries at its end: a comment with the source, and digests that tell whether
 * HTML or text were changed since (in the web editor, say). Without it Markdown could not come back as it was: HTML
 * says less. Deflated, it takes about half of what the source takes; no mail program shows it, but who looks for it
 * can read it, as they can the HTML.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A body as it is kept at the service, taken apart. */
export interface MarkedBody {
  /** Without the mark. */
  readonly html: string;
  /** The Markdown that made it; undefined when nothing did, or the HTML has been changed since. */
  readonly markdown: string | undefined;
  /** Digest of the text that was made with it. */
  readonly textDigest: string | undefined;
}

const mark = /\n<!-- newsletter:markdown ([0-9a-f]{16}) ([0-9a-f]{16}) ([\w-]*) -->\s*$/;

/** @param text the text part that is made from the same Markdown */
export function withMark(html: string, text: string, markdown: string): string {
  const source = deflateRawSync(markdown, { level: 9 }).toString('base64url');
  return `${html}\n<!-- newsletter:markdown ${digest(html)} ${digest(text)} ${source} -->`;
}

/** Takes a body apart; what bears no mark, or a damaged one, is HTML. */
export function readMark(body: string): MarkedBody {
  const [found, htmlDigest, textDigest, source] = mark.exec(body) ?? [];
  if (found === undefined || source === undefined) {
    return { html: body, markdown: undefined, textDigest: undefined };
  }
  const html = body.slice(0, body.length - found.length);
  return { html, textDigest, markdown: digest(html) === htmlDigest ? inflate(source) : undefined };
}

function inflate(source: string): string | undefined {
  try {
    const most = 4 * 1024 * 1024;
    return inflateRawSync(Buffer.from(source, 'base64url'), { maxOutputLength: most }).toString('utf8');
  } catch {
    return undefined;
  }
}

/** A short digest of a text (SHA-256, 16 hexadecimal digits): tells whether it is the same, is no secret. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
