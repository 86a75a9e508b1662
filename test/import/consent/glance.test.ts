import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayMeanOptOut } from '../../../src/import/consent/glance.ts';
import { judge } from '../../../src/import/consent/judge.ts';
import { pairs, translations } from './words.ts';

const speaks = (cell: string) => judge(cell).isBad || judge(cell).mentionsOptOut;
const values = [
  ...Object.values(pairs).flatMap(all => all.map(([, out]) => out)),
  ...Object.values(translations).flatMap(({ out }) => out),
  'not subscribed',
  'nicht angemeldet',
  'no newsletter',
  'Opt-out',
  'SPAM',
  'unsubscribed by admin',
  'désinscrite',
  'De\u0301sinscrit',
  'ＵＮＳＵＢＳＣＲＩＢＥＤ',
  '수신거부'.normalize('NFD'),
  'バウンス'.normalize('NFD'),
  'wants to unsubscribe',
  'hat sich abgemeldet',
  'Bitte abmelden!',
  'fuera: se dio de baja',
];

test('an opt-out is seen at a glance', () => {
  const all = [...values, ...Object.values(translations).flatMap(({ no }) => no)];
  const meansOptOut = (value: string) => speaks(value) || judge(value).meaning === 'no';
  expect(all.filter(value => meansOptOut(value) && !mayMeanOptOut(value))).toEqual([]);
});

test('an opt-out is seen in a longer text, in capitals, or among marks', () => {
  const around = fc.stringMatching(/^[A-Za-z0-9 .,;:äéßłøæ“”’€-]{0,30}$/);
  const form = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.normalize('NFD'),
    (text: string) => text.split('').join('\u200b'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...values), around, around, form, (value, before, after, written) => {
      const cell = `${before}${written(value)}${after}`;
      expect(speaks(cell) && !mayMeanOptOut(cell)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test.each([
  'Main Street 7',
  'Anna Brandt',
  'reads along since 1999, and likes it',
  '2024-01-02',
  'ZX-81 type 4',
  'Łódź, Żabia 4',
  'Straße der Ärzte',
  'Москва, Тверская улица',
  '東京都千代田区',
  '서울특별시 종로구',
  'it’s “fine” – 5 €',
  '🎉 party',
])('%s says nothing at a glance', value => {
  expect(mayMeanOptOut(value)).toBe(false);
});
