/** The pages of the documentation: the README, what it leads to, and what is measured. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const project = fileURLToPath(new URL('../..', import.meta.url));

export interface Page {
  /** Below the folder of the project. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

const names = readdirSync(join(project, 'docs')).filter(name => name.endsWith('.md'));

export const pages: readonly Page[] = [
  'README.md',
  'AGENTS.md',
  'skills/newsletter/SKILL.md',
  ...names.map(name => `docs/${name}`),
  'test/bench/speed.md',
].map(name => {
  const path = join(project, name);
  return { name, path, text: readFileSync(path, 'utf8') };
});

/** @returns the page of that name, which there must be */
export function pageNamed(name: string): Page {
  const page = pages.find(each => each.name === name);
  if (page === undefined) throw new Error(`there is no page ${name}`);
  return page;
}

/** @returns what stands in the fenced blocks of a language, without their fences */
export function blocksOf({ text }: Page, language: string): string[] {
  return [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].flatMap(([, found, block = '']) =>
    found === language ? [block] : [],
  );
}
