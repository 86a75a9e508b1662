import { cut } from '../../terminal/formats/measure.ts';
import { percent, pointsBetween } from '../../terminal/numbers.ts';
import type { Canvas } from '../../terminal/terminal.ts';
import { countCell, dayOf, legend, padded, paragraph, space, subjectOf, titleWidth } from './cells.ts';
import { comparisonText, type RateDifference } from './comparison.ts';
import { rateTitles } from './rates.ts';
import type { EmailStatistics } from './statistics.ts';

const columnWidth = 10;

/** Two emails side by side: the answer, then a line for each rate. */
export function comparisonTable(
  first: EmailStatistics,
  second: EmailStatistics,
  all: readonly RateDifference[],
  canvas: Canvas,
): string {
  const { paint, width } = canvas;
  const cells = (values: readonly string[]) => values.map(value => value.padStart(columnWidth)).join(space);
  const row = (title: string, values: readonly string[]) =>
    cut(`${padded(title, titleWidth)}${cells(values)}`.trimEnd(), width);
  const name = (label: string, one: EmailStatistics) =>
    cut(`${padded(label, titleWidth)}${dayOf(one)}  ${subjectOf(one)}`, width);
  return [
    ...paragraph(comparisonText(first, second, all), canvas),
    '',
    name('first', first),
    name('second', second),
    '',
    paint.bold(row('', ['first', 'second', 'points'])),
    row(
      'sent',
      [first, second].map(({ sent_count }) => countCell(sent_count).trim()),
    ),
    ...all.map(one => {
      const values = [percent(one.first), percent(one.second), pointsBetween(one.second, one.first)];
      const remark = one.isSignificant === false && one.difference !== 0 ? `${space}may be chance` : '';
      return cut(`${row(rateTitles[one.rate], values)}${remark}`, width);
    }),
    '',
    ...legend([first, second], canvas),
  ].join('\n');
}
