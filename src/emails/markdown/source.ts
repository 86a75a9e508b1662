/**
 * Earlier versions put the Markdown of a body, deflated, into a comment at its end, where readers could find it. Such
 * comments are still read, and removed with the next push.
 */
import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';

/** A body at the service. */
export interface SourcedBody {
  /** Without the comment. */
  readonly html: string;
  /** The Markdown it was made from; undefined without a comment, or if the HTML has changed since. */
  readonly markdown: string | undefined;
  /** Digest of the text part generated from the same Markdown. */
  readonly textDigest: string | undefined;
}

const sourceComment = /\n<!-- newsletter:markdown ([0-9a-f]{16}) ([0-9a-f]{16}) ([\w-]*) -->\s*$/;

/** Splits a body; without a valid comment all of it is HTML. */
export function readMarkdownSource(body: string): SourcedBody {
  const [found, htmlDigest, textDigest, source] = sourceComment.exec(body) ?? [];
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

/** A short digest of a text: 16 hexadecimal digits of SHA-256, to detect changes. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
