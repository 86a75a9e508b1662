import { describe, expect, it } from 'vitest';
import type { Group } from '../../src/contract/index.ts';
import { parseExpectedRecipients, recipientProblem } from '../../src/emails/send/recipient-limits.ts';

describe('how many are expected', () => {
  it.each([
    ['1200', 1200, 1200],
    ['1200±5%', 1140, 1260],
    ['1200+-5%', 1140, 1260],
    [' 1200 +/- 5 % ', 1140, 1260],
    ['1200±60', 1140, 1260],
    ['3000±0.7%', 2979, 3021],
    ['10±5%', 10, 10],
    ['10±150%', -5, 25],
  ])('when that is "%s", then from %d to %d will do', (text, from, to) => {
    expect(parseExpectedRecipients(text)).toMatchObject({ from, to });
  });

  it.each(['', '5%', '1.200', '1,200', '1200±', '-3', '1200±5%%', '1e3'])(
    'when that is "%s", then it is refused',
    text => {
      expect(() => parseExpectedRecipients(text)).toThrow('for --expect-recipients: expected a number');
    },
  );
});

describe('a group of the wrong size', () => {
  const limits = { most: 1000, expected: undefined };
  it.each([
    [1, undefined],
    [1000, undefined],
    [1001, 'its group "Readers" has 1,001 subscribers, more than --max-recipients 1000'],
    [0, 'its group "Readers" has no subscribers'],
    [undefined, 'unknown number of subscribers in its group "Readers"'],
    ['many', 'unknown number of subscribers in its group "Readers"'],
    [Number.POSITIVE_INFINITY, 'unknown number of subscribers in its group "Readers"'],
    [0.5, 'unknown number of subscribers in its group "Readers"'],
  ])('when it has %j subscribers, then the problem is %j', (subscribers_count, problem) => {
    const group = { name: 'Readers', subscribers_count } as unknown as Group;
    expect(recipientProblem(group, limits)).toBe(problem);
  });
});
