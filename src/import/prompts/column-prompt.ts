/** Columns whose values do not fit, or can be read in several ways: the user decides. */
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Choice, Terminal } from '../../terminal/terminal.ts';
import type { Answers } from '../answers.ts';
import { columnName } from '../columns/columns.ts';
import type { CheckedImport } from '../plan/checked-file.ts';
import type { ImportPlan } from '../plan/plan.ts';
import {
  ambiguousColumns,
  type FileColumn,
  readingsOf,
  skipFlag,
  skipInstruction,
  unfitColumns,
  unfitFailure,
  unfitText,
  type ValueReading,
} from '../plan/reject-flags.ts';
import { parseDate } from '../rows/values/dates.ts';
import { parseNumber } from '../rows/values/numbers.ts';
import { declined, noteAnswers } from './confirm-import.ts';

/** Values of a column that are shown. */
const shownValues = 3;

/**
 * Asks about the columns of which no value fits, and on a terminal also about those that can be read in several ways:
 * elsewhere these values are rejected.
 *
 * @returns all answers; undefined when nothing is to be asked
 * @throws Failure declined; bad_column when nobody can answer
 */
export async function answerColumns(
  checked: CheckedImport,
  terminal: Terminal,
): Promise<Answers | undefined> {
  const unfit = checked.files.flatMap(file => withPlan(unfitColumns(file), file.plan));
  const [first, ...others] = unfit;
  if (!terminal.asks) {
    if (first === undefined) return undefined;
    throw unfitFailure([first, ...others]);
  }
  const ambiguous = checked.files.flatMap(file => withPlan(ambiguousColumns(file), file.plan));
  const isSame = (one: FileColumn, other: FileColumn) =>
    one.plan === other.plan && one.reason.column === other.reason.column;
  const asked = unfit.filter(one => !ambiguous.some(other => isSame(one, other)));
  if (asked.length + ambiguous.length === 0) return undefined;
  const answers: Answer[] = [];
  for (const one of ambiguous) answers.push(await promptReading(one, terminal));
  for (const one of asked) answers.push(await promptUnfit(one, terminal));
  noteAnswers([...new Set(answers.map(({ flag }) => flag))], terminal);
  return answers.reduce((all, { apply }) => apply(all), checked.answers);
}

const withPlan = (reasons: readonly FileColumn['reason'][], plan: ImportPlan): FileColumn[] =>
  reasons.map(reason => ({ reason, plan }));

interface Answer {
  /** The same on the command line. */
  readonly flag: string;
  readonly apply: (answers: Answers) => Answers;
}

async function promptReading({ reason, plan }: FileColumn, terminal: Terminal): Promise<Answer> {
  const samples = [...reason.values].sort((a, b) => b[1] - a[1]).slice(0, shownValues);
  const [example = ''] = samples.map(([value]) => value);
  const readings = readingsOf(reason, plan);
  const what = readings[0]?.option === 'dateFormat' ? 'dates' : 'numbers';
  const shown = samples.map(([value, count]) => `${value} (${grouped(count)})`).join(', ');
  const choices = readings.map(({ option, says, value, flag }) => ({
    name: readAs(example, option, says),
    value: {
      flag,
      apply: (answers: Answers) => ({ ...answers, [option]: [...answers[option], value] }),
    },
  }));
  const question = `${columnName(plan.dialect, reason.column)}: how are its ${what} written? ${shown}`;
  return await choose(question, choices, { reason, plan }, terminal);
}

/** A value as a column would have it that is written in this way. */
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

async function promptUnfit(column: FileColumn, terminal: Terminal): Promise<Answer> {
  const question = `${unfitText(column.reason, column.plan.dialect)}. What should be done?`;
  return await choose(question, [], column, terminal);
}

/** Asks, with the answers that all these questions have besides their own. */
async function choose(
  question: string,
  own: readonly Choice<Answer>[],
  { reason: { column, count }, plan: { dialect } }: FileColumn,
  terminal: Terminal,
): Promise<Answer> {
  const skip: Answer = {
    flag: skipFlag(dialect, column),
    apply: answers => ({ ...answers, map: [...answers.map, skipInstruction(dialect, column)] }),
  };
  const reject: Answer = {
    flag: '--bad-values reject',
    apply: answers => ({ ...answers, rejectsBadValues: true }),
  };
  const answer = await terminal.choose<Answer | 'cancel'>(
    question,
    [
      { name: 'send nothing', value: 'cancel' },
      ...own,
      { name: 'leave this column out', value: skip },
      { name: `reject these ${counted(count, 'row')}`, value: reject },
    ],
    [...own.map(({ value }) => value.flag), skip.flag, reject.flag].join(' or '),
  );
  if (answer === 'cancel') throw declined();
  return answer;
}
