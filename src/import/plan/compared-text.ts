/** What an import would change in the account, for people. */
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Paint } from '../../terminal/terminal.ts';
import type { ComparedCounts } from '../account/local-runs.ts';

/** Fields that are named. */
const shownFields = 5;

type ComparedLine = readonly [n: number, what: string, detail: string];

/** What will happen to whom, below the number of all. */
export function comparedLines({
  changed,
  unchanged,
  left,
  fields,
  ...counts
}: ComparedCounts): ComparedLine[] {
  const lines: readonly ComparedLine[] = [
    [counts.new, '  new', ''],
    [changed, '  changed', fieldsText(fields)],
    [unchanged, '  unchanged', 'up to date already: not sent'],
    [left, '  left', 'in the account, but opted out in your file: see --report'],
  ];
  return lines.filter(([n], i) => n > 0 || i === 0);
}

/** The same as a text of its own. @param paint colors */
export function comparedText(counts: ComparedCounts, paint: Paint): string {
  const lines = comparedLines(counts);
  const width = Math.max(...lines.map(([n]) => grouped(n).length));
  return [
    `compared with the account (${counted(counts.subscribers, 'subscriber')}):`,
    ...lines.map(([n, what, detail]) =>
      `  ${grouped(n).padStart(width)}${what.padEnd(14)}  ${paint.dim(detail)}`.trimEnd(),
    ),
  ].join('\n');
}

/** "fields.city 100, tags 40". */
function fieldsText(fields: Readonly<Record<string, number>>): string {
  const all = Object.entries(fields);
  const shown = all.slice(0, shownFields).map(([field, n]) => `${field} ${grouped(n)}`);
  return all.length > shownFields
    ? `${shown.join(', ')}, ${all.length - shownFields} more`
    : shown.join(', ');
}
