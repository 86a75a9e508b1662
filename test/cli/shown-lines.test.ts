/** Command lines that texts show: each is one that there is. */
import { describe, expect, it } from 'vitest';
import { faultIn } from '../support/declared.ts';
import { blocksOf, pages } from '../support/pages.ts';

/** `newsletter …` up to what ends a command in a shell, or a sentence. */
const linesIn = (text: string) =>
  [...text.matchAll(/newsletter (?:-|[a-z])[^|>#;`'"()\n]*/g)].map(([line]) => line.trim());

/** The recipes for contributors are about commands that are not there yet. */
const users = pages.filter(({ name }) => name !== 'docs/contributing.md');

describe('a command line that is shown', () => {
  it.each(users)('the command lines in $name have commands and options that exist', page => {
    const blocks = ['sh', 'powershell', 'yaml'].flatMap(language => blocksOf(page, language));
    const quoted = [...page.text.matchAll(/`(newsletter [^`\n]*)`/g)].map(([, line = '']) => line);
    const shown = [...blocks, ...quoted].flatMap(linesIn);
    expect(shown.flatMap(line => faultIn(line) ?? [])).toEqual([]);
  });

  it('the command lines of the pages are found', () => {
    const [readme] = pages;
    expect(readme && blocksOf(readme, 'sh').flatMap(linesIn).length).toBeGreaterThan(12);
  });
});
