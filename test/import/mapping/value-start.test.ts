import { expect, test } from 'vitest';
import { isBad, valueSense } from '../../../src/import/mapping/value-sense.ts';
import { maySpeak } from '../../../src/import/mapping/value-start.ts';
import { pairs } from './consent-pairs.ts';

test('when a value says that somebody opted out, then it is seen at a glance', () => {
  const values = Object.values(pairs).flatMap(all => all.map(([, out]) => out));
  const more = [
    'not subscribed',
    'nicht angemeldet',
    'Opt-out',
    'SPAM',
    'unsubscribed by admin',
    'désinscrite',
    'Gesperrt',
  ];
  const missed = [...values, ...more].filter(value => isBad(valueSense(value)) && !maySpeak(value));
  expect(missed).toEqual([]);
});

test.each(['Main Street 7', 'Anna', 'Nora', 'reads along', '2024-01-02', 'ZX-81', 'Łódź', 'x'.repeat(70)])(
  'when a value is %s, then it says nothing at a glance',
  value => {
    expect(maySpeak(value)).toBe(false);
  },
);
