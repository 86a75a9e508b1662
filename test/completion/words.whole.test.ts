/** Names completed in real shells: the program must get each as one word, unchanged. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { needs } from '../support/needs.ts';
import { home, type Interactive, interactive, typed } from './shells.ts';

const shells = Object.keys(interactive) as Interactive[];

/** Names that a shell could misread. The first letters are enough to complete them. */
const names: readonly (readonly [start: string, name: string])[] = [
  ['Book', 'Book club'],
  ['Ann', 'Ann\'s "best" friends'],
  ['Spr', 'Spring: sale = 50% off, really!'],
  ['Fr', 'Frühling 🌷 für Ängstliche'],
  ['Pay', 'Pay $HOME and `touch hacked` $(touch hacked)'],
  ['Semi', 'Semi; touch hacked & touch hacked | touch hacked > hacked'],
  ['Star', 'Star * ? [a-z] {a,b} ~ # \\ back'],
];
const groups = names.map(([, name], index) => [`id-${index}`, name] as const);

describe.each(shells)('names completed in %s', shell => {
  const itTyped = needs('bash', shell, 'script').it;

  itTyped(
    'when the first letters and Tab are typed, then the program gets each name as one word, unchanged',
    async () => {
      const here = home({ groups });
      const results = await typed(
        shell,
        names.map(([start]) => `newsletter groups get ${start}\t`),
        here,
      );
      expect(results.map(({ words }) => words)).toEqual(names.map(([, name]) => ['groups', 'get', name]));
      expect(existsSync(join(here.folder, 'hacked'))).toBe(false);
    },
  );

  itTyped('when a name cannot be typed, or names two groups, then the id stands for it', async () => {
    const here = home({
      groups: [
        ['1-escape', 'Red \u001b[31mletters'],
        ['2-lines', 'one\ntouch hacked\n'],
        ['3-option', '--profile=home'],
        ['4-twin', 'Twins'],
        ['5-twin', 'Twins'],
        ['6-bidi', 'abc\u202edcba'],
        ['7-tab', 'one\ttwo'],
      ],
    });
    const results = await typed(
      shell,
      ['1', '2', '3', '4', '5', '6', '7'].map(start => `newsletter groups get ${start}\t`),
      here,
    );
    const ids = ['1-escape', '2-lines', '3-option', '4-twin', '5-twin', '6-bidi', '7-tab'];
    expect(results.map(({ words }) => words?.at(-1))).toEqual(ids);
    expect(results.map(({ shown }) => shown).join('')).not.toContain('\u001b[31mletters');
    expect(existsSync(join(here.folder, 'hacked'))).toBe(false);
  });
});
