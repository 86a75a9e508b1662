// `node .config/release/notes.js <tag> <file>`: writes what docs/changelog.md says of a release, and fails when tag, package.json
// and changelog do not agree.
import { readFileSync, writeFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { notesOf } from './changelog.js';

const [, , tag = '', file = 'notes.md'] = process.argv;
const changelog = readFileSync(new URL('../../docs/changelog.md', import.meta.url), 'utf8');
writeFileSync(file, `${notesOf(tag, manifest.version, changelog)}\n`);
