import { expect, test } from 'vitest';
import { isMet, parseCondition } from '../../../src/subscribers/check/finding.ts';

test.each([
  ['misspelt>0', 2, true],
  ['MISSPELT > 2', 2, false],
  ['misspelt>1.9%', 2, true],
  ['misspelt>2%', 2, false],
  ['no_domain>0%', 0, false],
  ['single_tag>2', 3, true],
])('of 100 people, %s is, for %i, %o', (text, count, expected) => {
  expect(isMet(parseCondition(text), count, 100)).toBe(expected);
});

test('a list without people exceeds no share', () => {
  expect(isMet(parseCondition('misspelt>0%'), 0, 0)).toBe(false);
});

test.each([
  ['mispelt>0', 'unknown finding "mispelt": did you mean misspelt?'],
  ['bounces>0', 'unknown finding "bounces" (misspelt, invalid, '],
  ['single_tag>1%', 'single_tag is a count: expected a number without %'],
  ['misspelt', 'expected <finding> > <number>'],
  ['', 'expected <finding> > <number>'],
  ['misspelt>', 'expected <finding> > <number>'],
  ['misspelt>=1', 'expected <finding> > <number>'],
  ['misspelt>0 and invalid>1%', 'expected <finding> > <number>'],
])('the condition %s is refused: %s', (text, problem) => {
  expect(() => parseCondition(text)).toThrow(problem);
});
