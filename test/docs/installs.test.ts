/** What is typed from an example, a recipe or a message installs a file: until it is published, the name may be another person's. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../support/pages.ts';

const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { name: string };

const filesBelow = (folder: string) =>
  readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));

const files = [
  ...['README.md', 'AGENTS.md', 'action.yml', 'Dockerfile'].map(name => join(project, name)),
  // What the program prints, too.
  ...['docs', 'skills', 'templates', 'src', '.github'].flatMap(filesBelow),
];

const runner = /\b(?:npm (?:install|i|add|exec|pack)|npx|yarn|pnpm|bunx?|deno)\b.*/g;
const byName = new RegExp(`(?<![\\w./-])(?:newsletter|${manifest.name})(?:@\\S*)?(?![\\w./-])`);

/** The installs by name in a text. */
function installs(text: string): string[] {
  return (text.match(runner) ?? []).filter(
    line => /install|\bi\b|add|exec|pack|npx|bunx/.test(line) && byName.test(line),
  );
}

it('an install by name is found', () => {
  const bad = [
    'npm install --global newsletter-cli',
    'npx newsletter-cli@1.0.0 import',
    'npm pack --silent "newsletter-cli@$V"',
  ];
  expect(bad.flatMap(installs)).toEqual(bad);
  expect(installs('npm install -g ./newsletter-cli-*.tgz\nnpm install -g "$(npm pack --silent)"')).toEqual(
    [],
  );
});

it('no example, recipe or printed line installs by name', () => {
  const found = files.flatMap(file => installs(readFileSync(file, 'utf8')).map(line => `${file}: ${line}`));
  expect(found).toEqual([]);
});
