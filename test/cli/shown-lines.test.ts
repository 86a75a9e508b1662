/** Command lines that texts show: each is one that there is. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { topics } from '../../src/cli/topics/index.ts';
import { faultIn } from '../support/declared.ts';

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');

/** `newsletter …` up to what ends a command in a shell, or a sentence. */
const linesIn = (text: string) =>
  [...text.matchAll(/newsletter (?:-|[a-z])[^|>#;`'"()\n]*/g)].map(([line]) => line.trim());

describe('a command line that is shown', () => {
  it('when it is in the README, then there is that command, with those options', () => {
    const blocks = [...readme.matchAll(/^```(?:sh|yaml)\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
    const quoted = [...readme.matchAll(/`(newsletter [^`\n]*)`/g)].map(([, line = '']) => line);
    const shown = [...blocks, ...quoted].flatMap(linesIn);
    expect(shown.length).toBeGreaterThan(40);
    expect(shown.flatMap(line => faultIn(line) ?? [])).toEqual([]);
  });

  it.each(topics)(
    'when it is on the page $name, then there is that command, with those options',
    async topic => {
      const { page } = await topic.load();
      const shown = page()
        .split('\n')
        .filter(line => /^ +(?:- |run: |\$ )?newsletter /.test(line))
        .flatMap(linesIn);
      expect(shown.flatMap(line => faultIn(line) ?? [])).toEqual([]);
    },
  );
});
