// What is installed must be what package-lock.json names, by its checksum: npm installs packages for which the lock
// file has none, as it may for other platforms, without a word.
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ readonly integrity?: string, readonly link?: boolean, readonly inBundle?: boolean }} LockEntry
 * @typedef {Readonly<Record<string, LockEntry>>} LockEntries by path
 */

/**
 * The packages that are installed and have not been compared with a checksum of the lock file.
 *
 * @param {LockEntries} locked of package-lock.json
 * @param {LockEntries} installed of node_modules/.package-lock.json, which npm writes
 * @returns {string[]} their paths
 */
export function unverified(locked, installed) {
  return Object.entries(installed)
    .filter(([, { link, inBundle }]) => link !== true && inBundle !== true)
    .filter(([path, { integrity }]) => {
      const known = locked[path]?.integrity;
      return known === undefined || known !== integrity;
    })
    .map(([path]) => path);
}

/**
 * @param {URL} root of the project
 * @throws Error that names what is unverified
 */
export function verifyInstalled(root) {
  /** @type {(path: string) => LockEntries} */
  const entries = path => JSON.parse(readFileSync(new URL(path, root), 'utf8')).packages;
  const found = unverified(entries('package-lock.json'), entries('node_modules/.package-lock.json'));
  if (found.length === 0) return;
  throw new Error(
    `installed without the checksum of package-lock.json: ${found.join(', ')}\n` +
      'Run npm ci. Where the lock file has none for this system: npm install, then look at what it adds.',
  );
}
