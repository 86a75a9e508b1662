import { createHash } from 'node:crypto';

/** A short digest of a text: 16 hexadecimal digits of SHA-256, to detect changes. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
