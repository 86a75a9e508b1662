/** Prompts for the meaning of columns that may show opt-outs but are not understood. */

import { largest } from '../../lib/extremes.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { MarkGroup, Terminal } from '../../terminal/terminal.ts';
import { typedColumn } from '../columns/columns.ts';
import type { ValueCount } from '../consent/column-survey.ts';
import { judge } from '../consent/judge.ts';
import { namedValue, optOutValue } from '../consent/reasons.ts';
import type { ImportOptions } from '../options.ts';
import { listed } from '../screen/listed.ts';
import type { ImportPlan } from '../state.ts';
import { ask, withAnswers } from './ask.ts';
import { type DoubtfulColumn, doubtsOf } from './doubts.ts';

/** Maximum number of values shown. */
const shownValues = 3;

/**
 * Asks which values of the columns in doubt mean that a person must not be emailed: once for all.
 *
 * @param plans of all files
 * @returns the options with the answers
 * @throws Failure consent_unclear without a terminal
 */
export async function answerConsent(
  plans: readonly ImportPlan[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<ImportOptions> {
  const doubts = doubtsOf(plans);
  if (!terminal.asks) throw consentUnclear(doubts);
  return withAnswers(options, [await askConsent(doubts, terminal)], terminal);
}

/**
 * Asks whether the file name means that no person in the file may be emailed.
 *
 * @returns the options with the answer
 * @throws Failure declined; consent_unclear without a terminal
 */
export async function answerFileName(
  { label, dialect, consent }: ImportPlan,
  options: ImportOptions,
  terminal: Terminal,
): Promise<ImportOptions> {
  const name = consent?.unclearName ?? '';
  const isOneOfSeveral = dialect.prefix !== '';
  if (!terminal.asks) {
    throw new Failure(
      'consent_unclear',
      `the name "${name}" may mean that nobody in the file may be emailed`,
      {
        hint:
          `--opt-out-value ${shellWord(`${typedColumn(dialect, dialect.addressColumn)}=*`)} leaves out everybody in it; ` +
          (isOneOfSeveral
            ? `if they may be emailed, import ${label} alone, with --no-status-column`
            : '--no-status-column if they may be emailed; --status-column <column> if a column says who may be'),
      },
    );
  }
  // --no-status-column would apply to the other files, too.
  const change = isOneOfSeveral ? { innocentNames: [label] } : { statusColumn: false as const };
  const question = `Who is in the file? The name "${name}" may mean that they opted out`;
  const answer = { name: 'people who may be emailed', change };
  const answered = await ask(question, [answer], terminal, 'people who must not be emailed: stop here');
  return withAnswers(options, [answered], terminal);
}

/** One line of flags answers for all columns of all files: nobody gets in whose value may be a refusal. */
function consentUnclear(columns: readonly DoubtfulColumn[]): Failure {
  const { name = '' } = columns[0] ?? {};
  const others = columns.length === 1 ? '' : ` (and ${columns.length - 1} more)`;
  const isReview = columns.every(({ isPassedOver }) => isPassedOver);
  const message = isReview
    ? `--review: does column "${name}"${others} mark people who must not be emailed?`
    : `column "${name}"${others} may mark people who must not be emailed`;
  return new Failure('consent_unclear', message, {
    details: columns.map(column => `${column.name}: ${shown(column.examples)}`),
    hint: `${answerText(columns)}; --no-status-column if none of these columns says who may be emailed`,
  });
}

function answerText(columns: readonly DoubtfulColumn[]): string {
  const [first] = columns;
  const isOne = columns.length === 1 && first !== undefined;
  const flags = columns.map(column => proposedFlags(column)).join(' ');
  const undecided = [...new Set(columns.flatMap(column => column.undecided))];
  const remark =
    undecided.length === 0
      ? ''
      : `. Whichever of ${quoted(undecided)} means that mail is wanted, take it out of that line`;
  return `${flags} ${isOne ? effectOf(first, first.leavesOut) : leftOutText(columns)}${remark}`;
}

function proposedFlags(column: DoubtfulColumn): string {
  const { typed, harmless, leavesOut } = column;
  return leavesOut.length === 0 ? `--map ${shellWord(`${typed}=${harmless}`)}` : flagsOf(column, leavesOut);
}

const flagsOf = ({ typed }: DoubtfulColumn, values: readonly string[]) =>
  values.map(value => `--opt-out-value ${shellWord(`${typed}=${value}`)}`).join(' ');

const quoted = (values: readonly string[]) =>
  values.map(value => (value === '' ? 'an empty cell' : `"${clip(value)}"`)).join(', ');

/** What an answer does: `leaves out 12 of 200 rows`. */
function effectOf({ examples, empty }: DoubtfulColumn, values: readonly string[]): string {
  const named = new Set(values.map(optOutValue));
  const blank = named.has('') ? empty : 0;
  const filled = examples.filter(({ value }) => value.trim() !== '');
  const out = sumOf(filled.filter(({ value }) => namedValue(named, value) !== undefined)) + blank;
  return `leaves out ${grouped(out)} of ${grouped(sumOf(filled) + empty)} rows`;
}

const sumOf = (values: readonly ValueCount[]) => values.reduce((sum, { count }) => sum + count, 0);

function leftOutText(columns: readonly DoubtfulColumn[]): string {
  const some = columns.filter(({ leavesOut }) => leavesOut.length > 0).length;
  return some === 0 ? 'leaves out nobody' : 'leaves out everybody with these values';
}

/** The most informative values with their counts: `"weg" (3), "da" (120)`. */
function shown(examples: readonly ValueCount[]): string {
  const texts = examples
    .slice(0, shownValues)
    .map(({ value, count }) => `"${clip(value)}" (${grouped(count)})`);
  return examples.length > shownValues ? `${texts.join(', ')}, …` : texts.join(', ');
}

const clip = (value: string) => (value.length > 40 ? `${value.slice(0, 39)}…` : value);

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
async function askConsent(
  doubts: readonly DoubtfulColumn[],
  terminal: Terminal,
): Promise<{ readonly map: readonly string[]; readonly optOutValue: readonly string[] }> {
  const marked = await terminal.mark<Marked>(
    'Which values mean "do not email"? Rows with these values are left out.',
    doubts.map(groupOf),
    'none of these is about it',
    '--opt-out-value',
  );
  const of = (doubt: DoubtfulColumn) => marked.filter(one => one.doubt === doubt).map(({ value }) => value);
  return {
    map: doubts.flatMap(doubt => (of(doubt).length === 0 ? [`${doubt.typed}=${doubt.harmless}`] : [])),
    optOutValue: doubts.flatMap(doubt => {
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
