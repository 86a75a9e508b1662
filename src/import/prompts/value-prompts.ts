/** Questions about columns whose values do not fit or are ambiguous, and about addresses that look misspelt. */

import { counted, grouped } from '../../terminal/numbers.ts';
import { columnName, lineName, typedColumn } from '../columns/columns.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { Answers } from '../options.ts';
import {
  type ColumnReason,
  keepingText,
  readingsOf,
  skipping,
  textFieldName,
  type ValueReading,
} from '../reject-flags.ts';
import type { RejectReason } from '../rows/file-counts.ts';
import { isDecided } from '../rows/risk/risk.ts';
import { yearless } from '../rows/row-fields.ts';
import { orderOfForm } from '../rows/values/date-format.ts';
import { parseDate } from '../rows/values/dates.ts';
import { parseNumber } from '../rows/values/numbers.ts';
import { importedFiles } from '../screen/files-text.ts';
import { byColumn, isOfAll, withoutFile } from '../screen/same-columns.ts';
import type { CheckedFile, CheckedImport, ImportPlan } from '../state.ts';
import type { Question } from './ask.ts';

/** A column of a file with values that do not fit. */
interface FileColumn {
  readonly plan: ImportPlan;
  readonly column: number;
  readonly reason: ColumnReason;
  /** What is asked: how values are read, what is done with them, or with dates without a year. */
  readonly kind: 'ambiguous' | 'unfit' | 'yearless';
  /** Whether no value fits: without a terminal, that stops the import. */
  readonly isUnfit: boolean;
}

/** The same column of all files that ask the same of it. */
interface AskedColumn extends FileColumn {
  readonly name: string;
  /** Where it stands in each. */
  readonly places: readonly Pick<FileColumn, 'plan' | 'reason'>[];
}

/**
 * Asks about the columns of which no value fits, which without a terminal stops the import; about ambiguous columns, whose
 * values are rejected otherwise; about dates without a year, which are left out otherwise; and about misspelt addresses.
 */
export function valueQuestions(checked: CheckedImport): Question[] {
  const { files } = checked;
  const found = [...files.flatMap(rejectedColumns), ...files.flatMap(yearlessColumns)];
  return [...askedColumns(found, files).map(questionOf), ...misspelt(checked)];
}

function askedColumns(found: readonly FileColumn[], files: CheckedImport['files']): AskedColumn[] {
  const plans = files.map(({ plan }) => plan);
  // Of a single file the name is known.
  const isOne = importedFiles(files).length === 1;
  const says = ({ kind, reason, plan }: FileColumn) =>
    [kind, ...readingsOf(reason, plan).map(reading => reading.says)].join(' ');
  return byColumn(found, says).map(group => {
    const [{ plan, reason, column, ...first }] = group;
    const isJoint = group.length > 1;
    const name = plan.dialect.names[column] ?? '';
    const values = new Map<string, number>();
    for (const [value, n] of group.flatMap(one => [...one.reason.values]))
      values.set(value, (values.get(value) ?? 0) + n);
    return {
      ...{ ...first, plan, column },
      name: isOne || isJoint ? name : columnName(plan.dialect, column),
      reason: { ...reason, values, count: group.reduce((sum, one) => sum + one.reason.count, 0) },
      places: isJoint && isOfAll(group, plans) ? [{ reason, plan: withoutFile(plan) }] : group,
      isUnfit: group.some(({ isUnfit }) => isUnfit),
    };
  });
}

/** An answer about a column, in each of its files. */
const changesIn = ({ places }: AskedColumn, answer: (dialect: Dialect, column: number) => Partial<Answers>) =>
  places.map(({ plan, reason }) => answer(plan.dialect, reason.column));

/** Those of which `--bad-values` says nothing. */
const undecided = (plan: ImportPlan, reasons: readonly RejectReason[]): ColumnReason[] =>
  reasons.flatMap(reason => {
    const { column } = reason;
    return column === undefined || plan.rules.badValues(column) !== undefined ? [] : [{ ...reason, column }];
  });

/** Fewer bad values may be typos. */
const fewest = 2;

/** Ambiguous columns, and those of which no value fits the target field: a wrong target, or an unknown format. */
function rejectedColumns({ plan, counts, fitting }: CheckedFile): FileColumn[] {
  const all = undecided(plan, counts.reasons.sorted());
  const columns = [...new Set(all.map(({ column }) => column))];
  return columns.flatMap((column): FileColumn[] => {
    const reasons = all.filter(one => one.column === column);
    const bad = reasons.filter(({ code }) => code === 'bad_value');
    const count = bad.reduce((sum, one) => sum + one.count, 0);
    // In a rejects file all may be bad.
    const isUnfit = fitting[column] === 0 && count >= fewest && plan.dialect.isRejects !== true;
    const ambiguous = reasons.find(reason => readingsOf(reason, plan).length > 0);
    if (ambiguous !== undefined) return [{ plan, column, reason: ambiguous, kind: 'ambiguous', isUnfit }];
    return bad[0] && isUnfit ? [{ plan, column, reason: { ...bad[0], count }, kind: 'unfit', isUnfit }] : [];
  });
}

/** Columns with dates that are left out because they have no year. */
function yearlessColumns({ plan, counts }: CheckedFile): FileColumn[] {
  return undecided(plan, counts.dropped.sorted()).flatMap((reason): FileColumn[] =>
    reason.cause === yearless
      ? [{ plan, column: reason.column, reason, kind: 'yearless', isUnfit: false }]
      : [],
  );
}

function questionOf(one: AskedColumn): Question {
  if (one.kind === 'ambiguous') return readingQuestion(one);
  return one.kind === 'unfit' ? unfitQuestion(one) : yearlessQuestion(one);
}

/** Maximum number of values shown. */
const shownValues = 3;

function readingQuestion(asked: AskedColumn): Question {
  const { reason, plan, name } = asked;
  const samples = [...reason.values].sort((a, b) => b[1] - a[1]).slice(0, shownValues);
  const [example = ''] = samples.map(([value]) => value);
  const readings = readingsOf(reason, plan);
  const what = readings[0]?.option === 'dateFormat' ? 'dates' : 'numbers';
  const values = samples.map(([value, count]) => `${value} (${grouped(count)})`).join(', ');
  return {
    text: `${name}: how are its ${what} written? ${values}`,
    end: '',
    answers: [
      ...readings.map(({ option, says }) => ({
        name: readAs(example, option, says),
        changes: changesIn(asked, (dialect, column) => ({
          [option]: [`${typedColumn(dialect, column)}=${says}`],
        })),
      })),
      ...withoutReading(asked),
    ],
    code: asked.isUnfit ? 'bad_column' : undefined,
  };
}

/** A value of the column as this interpretation reads it. */
function readAs(example: string, option: ValueReading['option'], says: string): string {
  if (option === 'decimalMark') {
    const number = parseNumber(example, says === ',' ? ',' : '.');
    return `${example} is ${'value' in number ? number.value : 'not a number'}: "${says}" is the decimal mark`;
  }
  const date = parseDate(example, { dateFormat: orderOfForm(says) });
  const day = 'value' in date ? new Date(String(date.value)) : undefined;
  const shown = day?.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }) ?? 'not a date';
  return `${example} is ${shown}: ${orderNames[says]}`;
}

const orderNames: Readonly<Record<string, string>> = {
  DMY: 'day, month, year',
  MDY: 'month, day, year',
  YMD: 'year, month, day',
};

function unfitQuestion(asked: AskedColumn): Question {
  const { cause, count, example, line } = asked.reason;
  const where = lineName(asked.plan.dialect, line);
  return {
    text: `${asked.name}: all ${grouped(count)} values are invalid: ${cause}, e.g. "${example}" in ${where}`,
    answers: withoutReading(asked),
    code: 'bad_column',
  };
}

function yearlessQuestion(asked: AskedColumn): Question {
  const { count, cause, example } = asked.reason;
  const drop = `leave out ${counted(count, 'such date')}: everybody is imported`;
  return {
    text: `${asked.name}: ${cause} does not fit a date field, e.g. "${example}"`,
    answers: [treating(asked, 'drop', drop), keepAsText(asked)],
  };
}

/** What can be done with a column whose values do not fit. */
function withoutReading(asked: AskedColumn) {
  const rows = counted(asked.reason.count, 'row');
  return [
    keepAsText(asked),
    { name: 'leave this column out: everybody is imported', changes: changesIn(asked, skipping) },
    treating(asked, 'reject', `reject ${rows}: these people are not imported`),
  ];
}

function keepAsText(asked: AskedColumn) {
  const field = textFieldName(asked.plan.dialect, asked.column);
  return { name: `keep them as text, in the field "${field}"`, changes: changesIn(asked, keepingText) };
}

function treating(asked: AskedColumn, what: 'drop' | 'reject', name: string) {
  const typed = (dialect: Dialect, column: number) => `${typedColumn(dialect, column)}=${what}`;
  return { name, changes: changesIn(asked, (dialect, column) => ({ badValues: [typed(dialect, column)] })) };
}

/** Addresses with probably misspelt domains: without a terminal they are sent and reported, unless there are no others. */
function misspelt({ validation, options }: CheckedImport): Question[] {
  const cause = 'misspelt_domain';
  const found = validation.risks.list().find(risk => risk.cause === cause);
  if (found === undefined || isDecided(options.risky, cause)) return [];
  const { count, example, suggestion } = found;
  const looks = count === 1 ? 'looks' : 'look';
  const meant = suggestion === undefined ? '' : ` (${suggestion}?)`;
  return [
    {
      text: `${counted(count, 'address', 'addresses')} ${looks} misspelt: mail would bounce, e.g. ${example}${meant}`,
      answers: [
        { name: 'reject them: fix them in the rejects file', changes: [{ risky: [`${cause}=reject`] }] },
        { name: 'send them anyway', changes: [{ risky: [`${cause}=keep`] }] },
      ],
      code: count < validation.accepted ? undefined : 'would_bounce',
    },
  ];
}
