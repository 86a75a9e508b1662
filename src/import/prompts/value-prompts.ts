/** Questions about columns whose values do not fit or are ambiguous, and about addresses that look misspelt. */

import { counted, grouped } from '../../terminal/numbers.ts';
import { columnName, lineName, typedColumn } from '../columns/columns.ts';
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
import { parseDate } from '../rows/values/dates.ts';
import { parseNumber } from '../rows/values/numbers.ts';
import { importedFiles } from '../screen/files-text.ts';
import { sameColumns, withoutFile } from '../screen/same-columns.ts';
import type { CheckedFile, CheckedImport, ImportPlan } from '../state.ts';
import type { Question } from './ask.ts';

/** A column of a file, and what is wrong with it. */
interface FileColumn {
  readonly plan: ImportPlan;
  readonly reason: ColumnReason;
}

/**
 * Asks about the columns of which no value fits, which without a terminal stops the import; about ambiguous columns, whose
 * values are rejected otherwise; about dates without a year, which are left out otherwise; and about misspelt addresses.
 */
export function valueQuestions(checked: CheckedImport): Question[] {
  const { files } = checked;
  // Of a single file the name is known.
  const isOne = importedFiles(files).length === 1;
  const shown = ({ reason, plan }: FileColumn): FileColumn =>
    isOne ? { reason, plan: { ...plan, dialect: { ...plan.dialect, shownPrefix: '' } } } : { reason, plan };
  const rejected = files.flatMap(file => {
    const unfit = unfitColumns(file);
    const ambiguous = rejectedColumns(file).filter(({ reason }) => readingsOf(reason, file.plan).length > 0);
    const isAmbiguous = ({ reason }: FileColumn) =>
      ambiguous.some(one => one.reason.column === reason.column);
    return [
      ...ambiguous.map(one => {
        const isUnfit = unfit.some(({ reason }) => reason.column === one.reason.column);
        return { ...readingQuestion(shown(one)), code: isUnfit ? ('bad_column' as const) : undefined };
      }),
      ...unfit.filter(one => !isAmbiguous(one)).map(one => unfitQuestion(shown(one))),
    ];
  });
  return [
    ...rejected,
    ...yearlessColumns(files).map(one => yearlessQuestion(shown(one))),
    ...misspelt(checked),
  ];
}

/** Those of which `--bad-values` says nothing. */
const undecided = (plan: ImportPlan, reasons: readonly RejectReason[]): FileColumn[] =>
  reasons.flatMap(reason => {
    const { column } = reason;
    return column === undefined || plan.rules.badValues(column) !== undefined
      ? []
      : [{ plan, reason: { ...reason, column } }];
  });

const rejectedColumns = ({ plan, counts }: CheckedFile) => undecided(plan, counts.reasons.sorted());

/** Fewer bad values may be typos. */
const fewest = 2;

/** Columns of which no value fits the target field: a wrong target, or an unknown format. */
function unfitColumns(file: CheckedFile): FileColumn[] {
  // In a rejects file all may be bad.
  if (file.plan.dialect.isRejects === true) return [];
  const columns = new Map<number, FileColumn>();
  for (const one of rejectedColumns(file)) {
    const { code, column, count } = one.reason;
    if (code !== 'bad_value' || file.fitting[column] !== 0) continue;
    const known = columns.get(column);
    const sum = count + (known?.reason.count ?? 0);
    columns.set(column, { ...one, reason: { ...(known ?? one).reason, count: sum } });
  }
  return [...columns.values()].filter(({ reason }) => reason.count >= fewest);
}

/** Columns with dates that are left out because they have no year: one of all files that have it is one. */
function yearlessColumns(files: CheckedImport['files']): FileColumn[] {
  const found = files.flatMap(({ plan, counts }) =>
    undecided(plan, counts.dropped.sorted())
      .filter(({ reason }) => reason.cause === yearless)
      .map(one => ({ ...one, column: one.reason.column })),
  );
  const plans = files.map(({ plan }) => plan);
  return sameColumns(found, plans, () => '').map(([{ plan, reason }, ...others]) => ({
    plan: others.length === 0 ? plan : withoutFile(plan),
    reason: { ...reason, count: others.reduce((sum, one) => sum + one.reason.count, reason.count) },
  }));
}

/** Maximum number of values shown. */
const shownValues = 3;

function readingQuestion({ reason, plan }: FileColumn): Question {
  const samples = [...reason.values].sort((a, b) => b[1] - a[1]).slice(0, shownValues);
  const [example = ''] = samples.map(([value]) => value);
  const readings = readingsOf(reason, plan);
  const what = readings[0]?.option === 'dateFormat' ? 'dates' : 'numbers';
  const values = samples.map(([value, count]) => `${value} (${grouped(count)})`).join(', ');
  return {
    text: `${columnName(plan.dialect, reason.column)}: how are its ${what} written? ${values}`,
    end: '',
    answers: [
      ...readings.map(({ option, says, change }) => ({ name: readAs(example, option, says), change })),
      ...withoutReading({ reason, plan }),
    ],
  };
}

/** A value of the column as this interpretation reads it. */
function readAs(example: string, option: ValueReading['option'], says: string): string {
  if (option === 'decimalMark') {
    const number = parseNumber(example, says === ',' ? ',' : '.');
    return `${example} is ${'value' in number ? number.value : 'not a number'}: "${says}" is the decimal mark`;
  }
  const date = parseDate(example, { dateFormat: says });
  const day = 'value' in date ? new Date(String(date.value)) : undefined;
  const shown = day?.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }) ?? 'not a date';
  return `${example} is ${shown}: ${orderNames[says]}`;
}

const orderNames: Readonly<Record<string, string>> = {
  DMY: 'day, month, year',
  MDY: 'month, day, year',
  YMD: 'year, month, day',
};

function unfitQuestion({ reason, plan }: FileColumn): Question {
  const { cause, column, count, example, line } = reason;
  const name = columnName(plan.dialect, column);
  const where = lineName(plan.dialect, line);
  return {
    text: `${name}: all ${grouped(count)} values are invalid: ${cause}, e.g. "${example}" in ${where}`,
    answers: withoutReading({ reason, plan }),
    code: 'bad_column',
  };
}

function yearlessQuestion({ reason, plan }: FileColumn): Question {
  const { column, count, cause, example } = reason;
  const name = columnName(plan.dialect, column);
  const people = counted(count, 'person', 'people');
  return {
    text: `${name}: ${cause} does not fit a date field, e.g. "${example}"`,
    answers: [treating(plan, column, 'drop', `import ${people} without ${name}`), keepAsText(plan, column)],
  };
}

/** What can be done with a column whose values do not fit. */
function withoutReading({ reason: { column, count }, plan }: FileColumn) {
  return [
    keepAsText(plan, column),
    { name: 'leave this column out', change: skipping(plan.dialect, column) },
    treating(plan, column, 'reject', `reject these ${counted(count, 'row')}`),
  ];
}

function keepAsText({ dialect }: ImportPlan, column: number) {
  return {
    name: `keep them as text, in the field "${textFieldName(dialect, column)}"`,
    change: keepingText(dialect, column),
  };
}

function treating({ dialect }: ImportPlan, column: number, what: 'drop' | 'reject', name: string) {
  return { name, change: { badValues: [`${typedColumn(dialect, column)}=${what}`] } };
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
        { name: 'reject them: fix them in the rejects file', change: { risky: [`${cause}=reject`] } },
        { name: 'send them anyway', change: { risky: [`${cause}=keep`] } },
      ],
      code: count < validation.accepted ? undefined : 'would_bounce',
    },
  ];
}
