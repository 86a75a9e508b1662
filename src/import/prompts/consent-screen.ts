/** One screen for all columns that may say who must not be emailed: their values are marked. */
import { largest } from '../../lib/extremes.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { MarkGroup, Terminal } from '../../terminal/terminal.ts';
import { judge } from '../consent/judge.ts';
import { listed } from '../screen/listed.ts';
import type { DoubtfulColumn } from './doubts.ts';

/** Values of a column that are all shown; of a column that has more. */
const [mostValues, shownOfMore] = [6, 4];

/** A value of a column; `*`: any but "no", `''`: an empty cell. */
interface Marked {
  readonly doubt: DoubtfulColumn;
  readonly value: string;
}

/**
 * Asks which values mean that a person must not be emailed.
 *
 * @returns the values of `--map` and `--opt-out-value`
 */
export async function askConsent(
  doubts: readonly DoubtfulColumn[],
  terminal: Terminal,
): Promise<{ readonly map: readonly string[]; readonly optOutValues: readonly string[] }> {
  const marked = await terminal.mark<Marked>(
    'Which values mean "do not email"? Rows with a marked value are left out.',
    doubts.map(groupOf),
    'none of these is about it',
    '--opt-out-value',
  );
  const of = (doubt: DoubtfulColumn) => marked.filter(one => one.doubt === doubt).map(({ value }) => value);
  return {
    map: doubts.flatMap(doubt => (of(doubt).length === 0 ? [`${doubt.typed}=${doubt.harmless}`] : [])),
    optOutValues: doubts.flatMap(doubt => {
      const values = of(doubt);
      const isNeeded = (value: string) => value === '*' || ['no', 'empty'].includes(judge(value).meaning);
      const needed = values.includes('*') ? values.filter(isNeeded) : values;
      return needed.map(value => `${doubt.typed}=${value}`);
    }),
  };
}

function groupOf(doubt: DoubtfulColumn): MarkGroup<Marked> {
  const { name, examples, empty, leavesOut, places } = doubt;
  const filled = examples.filter(({ value }) => judge(value).meaning !== 'empty');
  const areDates = filled.length > 0 && filled.every(({ value }) => judge(value).meaning === 'date');
  const isAny = filled.length > mostValues || leavesOut.includes('*');
  const first = areDates && isAny ? [] : filled.slice(0, isAny ? shownOfMore : mostValues);
  const shown = [...first, ...filled.filter(one => leavesOut.includes(one.value) && !first.includes(one))];
  const any = filled.filter(({ value }) => judge(value).meaning !== 'no');
  const rows: readonly (readonly [value: string, name: string, count: number])[] = [
    ...(isAny ? ([['*', areDates ? 'any date' : 'any value but "no"', sumOf(any)]] as const) : []),
    ...shown.map(({ value, count }) => [value, value.replace(/\s+/g, ' '), count] as const),
    ...(empty > 0 ? ([['', '(empty)', empty]] as const) : []),
  ];
  const width = Math.min(44, largest(rows.map(([, text]) => text.length)));
  const files =
    places.length === 1
      ? ''
      : ` (${listed(
          places.map(({ plan }) => plan.shown),
          30,
        )})`;
  const example = exampleOf(doubt);
  return {
    heading: `${name}${files}${example === '' ? '' : `, e.g. ${example}`}`,
    items: rows.map(([value, text, count]) => ({
      name: `${text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width)}  ${grouped(count)}`,
      value: { doubt, value },
      isMarked: leavesOut.includes(value),
    })),
  };
}

const sumOf = (values: DoubtfulColumn['examples']) => values.reduce((sum, { count }) => sum + count, 0);

/** A row with the value in question, else with any: `"weg": ann@x.org, Ann Lee`. */
function exampleOf({ places, leavesOut, examples }: DoubtfulColumn): string {
  const wanted = leavesOut.find(value => value !== '*' && value !== '') ?? examples[0]?.value;
  const rows = places.flatMap(({ plan, column }) =>
    plan.sample
      .filter(({ damaged }) => !damaged)
      .map(({ cells }) => ({ cells, column, value: (cells[column] ?? '').trim() })),
  );
  const row = rows.find(({ value }) => value === wanted) ?? rows.find(({ value }) => value !== '');
  if (row === undefined) return '';
  const others = row.cells.filter((cell, column) => column !== row.column && cell.trim() !== '');
  return `"${short(row.value)}": ${others.map(short).join(', ')}`;
}

function short(cell: string): string {
  const text = cell.trim().replace(/\s+/g, ' ');
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}
