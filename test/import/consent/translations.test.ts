import { expect, test } from 'vitest';
import { ColumnSurvey } from '../../../src/import/consent/column-survey.ts';
import { findConsent } from '../../../src/import/consent/consent.ts';
import { namedValue, optOutValue } from '../../../src/import/consent/reasons.ts';
import { translations } from './words.ts';

interface Pair {
  readonly header: string;
  /** The cell of somebody who must not be emailed. */
  readonly out: string;
  /** The cell of somebody who may be. */
  readonly good: string;
}

/** Pairs of headers and values that people's files may have. */
function pairsOf(language: string): Pair[] {
  const words = translations[language];
  if (words === undefined) throw new Error(`no language ${language}`);
  const { status: names, out, good, outHeaders, inHeaders, yes, no, newsletter } = words;
  // "Status" alone may be that of an order.
  const status = names.map(name => (/\s/.test(name) ? name : `${newsletter} ${name}`));
  const pair = (header = '', bad = '', fine = '') => ({ header, out: bad, good: fine });
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
}

/** What becomes of one who must not be emailed, beside two who may be. */
function outcome({
  header,
  out,
  good,
}: Pair): 'fine' | 'stops' | 'stops, and its answer lets in' | 'slips' | 'holds good people back' {
  const rows = [out, good, good].map((cell, i) => [`p${i}@x.org`, cell]);
  const survey = new ColumnSurvey([1]);
  for (const row of rows) survey.add(row, 1);
  const names = ['Email', header];
  const answers = {
    chosen: undefined,
    optOutValues: new Map(),
    decided: new Set<number>(),
    matched: new Set<number>(),
  };
  const rules = findConsent({ fileNames: ['people.csv'], header: names, names }, survey, answers, undefined);
  const [doubt] = rules.unclear;
  if (doubt !== undefined) {
    const isLeftOut = namedValue(new Set(doubt.leavesOut.map(optOutValue)), out) !== undefined;
    return isLeftOut ? 'stops' : 'stops, and its answer lets in';
  }
  const held = rows.map(row => rules.suppression(row, row[0] ?? '', 0) !== undefined);
  if (held[0] !== true) return 'slips';
  return held.slice(1).includes(true) ? 'holds good people back' : 'fine';
}

const outcomes = Object.keys(translations).flatMap(language =>
  pairsOf(language).map(pair => ({ pair, what: outcome(pair), language })),
);
const named = (wanted: string) =>
  outcomes
    .filter(({ what }) => what.startsWith(wanted))
    .map(({ pair, language }) => `${language} ${pair.header}: ${pair.out} | ${pair.good}`);

test('when translators have chosen the words, then nobody who opted out gets in', () => {
  expect(named('slips')).toEqual([]);
});

test('when translators have chosen the words, then the proposed answer lets nobody in who opted out', () => {
  expect(named('stops, and its answer lets in')).toEqual([]);
});

test('when translators have chosen the words, then nobody is held back who may be emailed', () => {
  expect(named('holds good people back')).toEqual([]);
});

test('when translators have chosen the words, then few of them are asked about', () => {
  const stops = named('stops');
  expect(outcomes.length).toBeGreaterThan(1200);
  expect(stops.length, stops.join('\n')).toBeLessThanOrEqual(229);
});
