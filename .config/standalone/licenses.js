import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licences of everything in the standalone executable: those of the package, then Node's own with those of what Node
 * is made of, then those of the native keychain library.
 *
 * @param {string} root of the project, which is built
 * @param {string} node Node's file of licences
 * @returns {string}
 */
export function readLicenses(root, node) {
  const natives = join(root, 'node_modules', '@napi-rs');
  const keyring = readdirSync(natives)
    .flatMap(folder => readdirSync(join(natives, folder)).map(file => join(natives, folder, file)))
    .filter(file => /[\\/]licen[cs]e[^\\/]*$/i.test(file));
  return [
    ['newsletter-cli', join(root, 'LICENSE')],
    ['the libraries of newsletter-cli', join(root, 'dist', 'LICENSES.txt')],
    ['Node.js', node],
    ...keyring.map(file => ['@napi-rs/keyring', file]),
  ]
    .map(([name, file = '']) => `===== ${name} =====\n\n${readFileSync(file, 'utf8').trim()}\n`)
    .join('\n');
}
