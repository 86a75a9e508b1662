/** Headers and values in many languages, by translators and from dictionaries: who is left out, asked about, let in. */
import { expect, test } from 'vitest';
import { ColumnSurvey } from '../../../src/import/consent/column-survey.ts';
import { findConsent } from '../../../src/import/consent/consent.ts';
import { namedValue, optOutValue } from '../../../src/import/consent/reasons.ts';
import { lookAlikes, type Pair, pairs, translations } from './words.ts';

/** Pairs of headers and values that people's files may have. */
const translated = Object.values(translations).flatMap(words => {
  const { status: names, out, good, outHeaders, inHeaders, yes, no, newsletter } = words;
  // "Status" alone may be that of an order.
  const status = names.map(name => (/\s/.test(name) ? name : `${newsletter} ${name}`));
  const pair = (header = '', bad = '', fine = ''): Pair => [header, bad, fine];
  return [
    ...status.flatMap(header => out.map(word => pair(header, word, good[0]))),
    ...good.map(word => pair(status[0], out[0], word)),
    // In a column that is not about mail they say nothing by themselves.
    ...out.map(word => pair(newsletter, word, good[0])),
    ...outHeaders.flatMap(header => [pair(header, yes[0], no[0]), pair(header, '2024-02-01', '')]),
    ...inHeaders.map(header => pair(header, no[0], yes[0])),
    ...yes.map(word => pair(outHeaders[0], word, no[0])),
    ...no.map(word => pair(inHeaders[0], word, yes[0])),
    pair(newsletter, no[0], yes[0]),
  ];
});

const answers = {
  chosen: undefined,
  optOutValues: new Map(),
  decided: new Set<number>(),
  matched: new Set<number>(),
};

/** Who of a, b, c … with these cells gets in; or that the import stops, and whom its answer lets in. */
function outcome(header: string, ...cells: readonly string[]): string {
  const rows = cells.map((cell, i) => [`${String.fromCharCode(97 + i)}@x.org`, cell]);
  const survey = new ColumnSurvey([1]);
  for (const row of rows) survey.add(row);
  const names = ['Email', header];
  const rules = findConsent({ fileNames: ['people.csv'], header: names, names }, survey, answers, undefined);
  const [doubt] = rules.unclear;
  const leftOut = doubt && new Set(doubt.leavesOut.map(optOutValue));
  const admitted = rows.filter(([address = '', cell = ''], i) =>
    leftOut === undefined
      ? rules.suppression(rows[i] ?? [], address, 0) === undefined
      : namedValue(leftOut, cell) === undefined,
  );
  const letters = admitted.map(([address = '']) => address.charAt(0)).join('');
  return doubt === undefined ? letters : `stops ${letters}`;
}

const typed = Object.values(pairs).flat();

/** What becomes of one who must not be emailed, beside two who may be; and of two beside one. */
const outcomes = [...translated, ...typed].map(pair => {
  const [header, out, good] = pair;
  return { pair, mixed: outcome(header, out, good, good), mostly: outcome(header, out, out, good) };
});
const those = (is: (one: (typeof outcomes)[number]) => boolean) =>
  outcomes.filter(is).map(({ pair, mixed, mostly }) => [...pair, mixed, mostly].join(' | '));
const isAsked = (result: string) => result.startsWith('stops');

test('people who opted out do not get in, at once or by the proposed answer', () => {
  expect(outcomes.length).toBeGreaterThan(1400);
  expect(those(({ mixed, mostly }) => /\ba/.test(mixed) || /\b[ab]/.test(mostly))).toEqual([]);
});

test('a list of people who opted out alone does not get in unasked', () => {
  // "É Cancelado: s" alone, of one letter, may be said of an order.
  const all = [...translated.filter(([, out]) => out.length > 1), ...typed];
  expect(all.filter(([header, out]) => outcome(header, out) === 'a')).toEqual([]);
});

test('people who may be emailed are not held back unasked', () => {
  expect(those(({ mixed }) => mixed !== 'bc' && !isAsked(mixed))).toEqual([]);
});

test.each(Object.entries(pairs))('in %s a list of good people comes in whole', (_language, all) => {
  expect(all.filter(([header, , good]) => outcome(header, good, good) !== 'ab')).toEqual([]);
});

test.each(lookAlikes)('%s, which says %j and the like, is about something else', (header, ...cells) => {
  expect(outcome(header, ...cells)).toBe('ab');
});

test('few of them are asked about', () => {
  const asked = outcomes.map(({ mixed }) => isAsked(mixed));
  expect(asked.slice(0, translated.length).filter(Boolean).length).toBeLessThanOrEqual(210);
  expect(asked.slice(translated.length).filter(Boolean).length).toBeLessThanOrEqual(11);
});
