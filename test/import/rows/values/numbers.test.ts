/** Numbers as docs/importing.md promises them: the decimal mark of the column holds, and what is in doubt is no number. */
import { expect, it } from 'vitest';
import {
  ambiguousNumber,
  parseNumber,
  shownDecimalMark,
} from '../../../../src/import/rows/values/numbers.ts';
import { casesOf } from '../../../support/cases.ts';

/** What a text is with a point, with a comma, and where nothing is known; and the mark that it shows. */
type Row = readonly [
  text: string,
  point: number | string,
  comma: number | string,
  unknown: number | string,
  shown: ReturnType<typeof shownDecimalMark>,
];
const reasons = [ambiguousNumber, 'a number with too many digits', 'not a number'];

const rows = casesOf<[text: string, ...others: (string | number)[]]>(
  new URL('numbers.tsv', import.meta.url),
).map(
  ([text, point = '', comma = '', unknown = '', shown]): Row => [
    text,
    ...([point, comma, unknown].map(value => (Number.isNaN(Number(value)) ? value : Number(value))) as [
      number | string,
      number | string,
      number | string,
    ]),
    shown as ReturnType<typeof shownDecimalMark>,
  ],
);

it('numbers are read by the mark of their column, and what is in doubt is none', () => {
  const read = (text: string, mark?: '.' | ',') => {
    const parsed = parseNumber(text, mark);
    if ('value' in parsed) return parsed.value;
    const [written] = /write .*$/.exec(parsed.problem) ?? [];
    return written ?? reasons.find(reason => parsed.problem.includes(reason)) ?? parsed.problem;
  };
  expect(rows.map(([text]) => [text, read(text, '.'), read(text, ','), read(text)])).toEqual(
    rows.map(row => row.slice(0, 4)),
  );
});

it('a number shows the mark of its column, or that it may have either', () => {
  expect(rows.map(([text]) => [text, shownDecimalMark(text)])).toEqual(
    rows.map(([text, , , , shown]) => [text, shown]),
  );
});
