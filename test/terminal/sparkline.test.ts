import { describe, expect, it } from 'vitest';
import { sparkline } from '../../src/emails/statistics/drawn.ts';

describe('a trend line', () => {
  it.each([
    [[0, 1, 2, 3, 4, 5, 6, 7], 20, '▁▂▃▄▅▆▇█'],
    [[0, 1, 2, 3, 4, 5, 6, 7], 3, '▁▅█'],
    [[5, 5], 20, '▄▄'],
    [[], 20, ''],
    [[1], 0, ''],
  ])('the sparkline of %j on %d columns is "%s"', (values, width, drawn) => {
    expect(sparkline(values, width)).toBe(drawn);
  });
});
