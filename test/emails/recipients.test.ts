import { describe, expect, it } from 'vitest';
import { readExpectation } from '../../src/emails/recipients.ts';

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
    expect(readExpectation(text)).toMatchObject({ from, to });
  });

  it.each(['', '5%', '1.200', '1,200', '1200±', '-3', '1200±5%%', '1e3'])(
    'when that is "%s", then it is refused',
    text => {
      expect(() => readExpectation(text)).toThrow('is not a number of recipients');
    },
  );
});
