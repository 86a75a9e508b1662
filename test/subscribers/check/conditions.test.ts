import { expect, test } from 'vitest';
import { isMet, parseConditions } from '../../../src/subscribers/check/conditions.ts';
import type { CheckName } from '../../../src/subscribers/check/finding.ts';

const isTrue = (text: string, found: typeof counts, people: number) =>
  parseConditions([text]).every(condition => isMet(condition, found, people));

const counts = new Map<CheckName, number>([
  ['misspelt', 2],
  ['disposable', 50],
  ['single_tag', 3],
]);

test.each([
  ['misspelt>0', true],
  ['misspelt>2', false],
  ['MISSPELT>=2', true],
  ['misspelt>1%', true],
  ['misspelt>2%', false],
  ['misspelt=2%', true],
  ['misspelt == 2 && duplicate != 51', true],
  ['disposable>49% and misspelt>0', true],
  ['disposable>49% and misspelt>5', false],
  ['no_domain=0', true],
  ['no_domain>0%', false],
  ['single_tag>2', true],
])('of 100 people, %s is %o', (text, expected) => {
  expect(isTrue(text, counts, 100)).toBe(expected);
});

test('of nobody, no share is exceeded', () => {
  expect(isTrue('misspelt>0%', new Map(), 0)).toBe(false);
});

test.each([
  ['mispelt>0', 'unknown finding "mispelt": did you mean misspelt?'],
  ['bounces>0', 'unknown finding "bounces" (misspelt, invalid, '],
  ['single_tag>1%', 'single_tag is a count: expected a number without %'],
  ['misspelt', 'expected <finding> > <number>, not "misspelt"'],
  ['', 'expected <finding> > <number>, not ""'],
  ['misspelt>', 'not "misspelt>"'],
  ['misspelt>0 or invalid>1%', 'not "misspelt>0 or invalid>1%"'],
  ['misspelt>0 and ', 'not ""'],
])('the condition %s is refused: %s', (text, problem) => {
  expect(() => isTrue(text, counts, 100)).toThrow(problem);
});
