/** Questions about columns whose values do not fit or are ambiguous, and about addresses that look misspelt. */

import { counted, grouped } from '../../terminal/numbers.ts';
import { columnName, lineName, typedColumn } from '../columns/columns.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { Answers } from '../options.ts';
import { isDecided } from '../rows/risk/risk.ts';
import { orderOfForm, parseDate } from '../rows/values/dates.ts';
import { parseNumber } from '../rows/values/numbers.ts';
import { importedFiles } from '../screen/files-text.ts';
import { summed } from '../screen/listed.ts';
import {
  type ColumnReason,
  keepingText,
  readingsOf,
  skipping,
  textFieldName,
  type ValueReading,
} from '../screen/reject-flags.ts';
import { byColumn, isOfAll, withoutFile } from '../screen/same-columns.ts';
import type { CheckedFile, CheckedImport, ImportPlan } from '../state.ts';
import { answer, type Question } from './ask.ts';

/** A column of a file with values that do not fit. */
interface FileColumn {
  readonly plan: ImportPlan;
  readonly column: number;
  /** The ambiguous one; else that of all bad values. */
  readonly reason: ColumnReason;
  /** Whether no value fits: without a terminal, that stops the import. */
  readonly isUnfit: boolean;
}

/** The same column of all files that ask the same of it. */
interface AskedColumn extends FileColumn {
  readonly name: string;
  readonly places: readonly { readonly dialect: Dialect; readonly column: number }[];
}

/**
 * Asks about the columns of which no value fits, which without a terminal stops the import; about ambiguous columns, whose
 * values are rejected otherwise; and about misspelt addresses.
 */
export function valueQuestions(checked: CheckedImport): Question[] {
  const { files } = checked;
  const questions = askedColumns(files.flatMap(rejectedColumns), files).map(asked =>
    readingsOf(asked.reason, asked.plan.formats).length > 0 ? readingQuestion(asked) : unfitQuestion(asked),
  );
  return [...questions, ...misspelt(checked)];
}

function askedColumns(found: readonly FileColumn[], files: CheckedImport['files']): AskedColumn[] {
  const plans = files.map(({ plan }) => plan);
  // Of a single file the name is known.
  const isOne = importedFiles(files).length === 1;
  const says = ({ reason, plan }: FileColumn) => readingsOf(reason, plan.formats).map(({ says }) => says);
  return byColumn(found, one => says(one).join(' ')).map(group => {
    const [{ plan, reason, column }] = group;
    const isJoint = group.length > 1;
    const values = summed(group.flatMap(one => [...one.reason.values]));
    return {
      ...{ plan, column },
      name: isOne || isJoint ? (plan.dialect.names[column] ?? '') : columnName(plan.dialect, column),
      reason: { ...reason, values, count: group.reduce((sum, one) => sum + one.reason.count, 0) },
      places:
        isJoint && isOfAll(group, plans)
          ? [{ dialect: withoutFile(plan.dialect), column }]
          : group.map(one => ({ dialect: one.plan.dialect, column: one.column })),
      isUnfit: group.some(({ isUnfit }) => isUnfit),
    };
  });
}

/** An answer about a column, in each of its files. */
const changesIn = ({ places }: AskedColumn, answer: (dialect: Dialect, column: number) => Partial<Answers>) =>
  places.map(({ dialect, column }) => answer(dialect, column));

/** Fewer bad values may be typos. */
const fewest = 2;

/**
 * Ambiguous columns, and those of which no value fits the target field: a wrong target, or an unknown format. Not those
 * that `--bad-values` decides.
 */
function rejectedColumns({ plan, counts, fitting }: CheckedFile): FileColumn[] {
  const all = counts.reasons.sorted().flatMap((reason): ColumnReason[] => {
    const { column } = reason;
    return column === undefined || plan.badValues(column) !== undefined ? [] : [{ ...reason, column }];
  });
  const columns = [...new Set(all.map(({ column }) => column))];
  return columns.flatMap((column): FileColumn[] => {
    const reasons = all.filter(one => one.column === column);
    const bad = reasons.filter(({ code }) => code === 'bad_value');
    const count = bad.reduce((sum, one) => sum + one.count, 0);
    // In a rejects file all may be bad.
    const isUnfit = fitting[column] === 0 && count >= fewest && plan.dialect.isRejects !== true;
    const ambiguous = reasons.find(reason => readingsOf(reason, plan.formats).length > 0);
    const reason = ambiguous ?? (bad[0] && isUnfit ? { ...bad[0], count } : undefined);
    return reason === undefined ? [] : [{ plan, column, reason, isUnfit }];
  });
}

const shownValues = 3;

function readingQuestion(asked: AskedColumn): Question {
  const { reason, plan, name } = asked;
  const samples = [...reason.values].sort((a, b) => b[1] - a[1]).slice(0, shownValues);
  const [example = ''] = samples.map(([value]) => value);
  const readings = readingsOf(reason, plan.formats);
  const what = readings[0]?.option === 'dateFormat' ? 'dates' : 'numbers';
  const values = samples.map(([value, count]) => `${value} (${grouped(count)})`).join(', ');
  return {
    text: `${name}: how are its ${what} written? ${values}`,
    end: '',
    answers: [
      ...readings.map(({ option, says, change }) =>
        answer(readAs(example, option, says), changesIn(asked, change)),
      ),
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

/** What can be done with a column whose values do not fit. */
function withoutReading(asked: AskedColumn) {
  const field = textFieldName(asked.plan.dialect, asked.column);
  const rows = counted(asked.reason.count, 'row');
  const reject = (dialect: Dialect, column: number) => ({
    badValues: [`${typedColumn(dialect, column)}=reject`],
  });
  return [
    answer(`keep them as text, in the field "${field}"`, changesIn(asked, keepingText)),
    answer('leave this column out: everybody is imported', changesIn(asked, skipping)),
    answer(`reject ${rows}: these people are not imported`, changesIn(asked, reject)),
  ];
}

/** Addresses with probably misspelt domains: without a terminal they are sent and reported, unless there are no others. */
function misspelt({ validation, options }: CheckedImport): Question[] {
  const cause = 'misspelt_domain';
  const found = validation.risks.list().find(risk => risk.cause === cause);
  if (found === undefined || isDecided(options.risky, cause)) return [];
  const { count, example, suggestion } = found;
  // A dry run shows the row.
  if (options.dryRun && count < validation.accepted) return [];
  const looks = count === 1 ? 'looks' : 'look';
  const meant = suggestion === undefined ? '' : ` (${suggestion}?)`;
  return [
    {
      text: `${counted(count, 'address', 'addresses')} ${looks} misspelt: mail would bounce, e.g. ${example}${meant}`,
      answers: [
        answer('reject them: fix them in the rejects file', [{ risky: [`${cause}=reject`] }]),
        answer('send them anyway', [{ risky: [`${cause}=keep`] }]),
      ],
      code: count < validation.accepted ? undefined : 'would_bounce',
    },
  ];
}
