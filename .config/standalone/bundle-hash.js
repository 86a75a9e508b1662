import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The checksum of a bundle, which build/bundle.sha256 holds for the executable beside it: tells whether that is made of
 * today's bundle.
 *
 * @param {string} dist
 * @returns {string} SHA-256 in hexadecimal
 */
export function bundleHash(dist) {
  const hash = createHash('sha256');
  for (const file of readdirSync(dist)
    .filter(name => /\.(cjs|txt)$/.test(name))
    .sort()) {
    hash.update(file).update(readFileSync(join(dist, file)));
  }
  return hash.digest('hex');
}
