import { describe, expect, it } from 'vitest';
import { bar, sparkline } from '../../src/emails/statistics/drawn.ts';

describe('a bar', () => {
  it.each([
    [0, '    '],
    [0.00001, '▏   '],
    [0.5, '██  '],
    [0.53125, '██▏ '],
    [1, '████'],
    [7, '████'],
    [-1, '    '],
  ])('a share of %d is drawn as "%s"', (share, drawn) => {
    expect(bar(share, 4)).toBe(drawn);
  });

  it('a sparkline without room is empty', () => {
    expect(bar(1, 0)).toBe('');
  });
});

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
