/** Prompts about columns whose values do not fit or are ambiguous. */

import { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { columnName, typedColumn } from '../columns/columns.ts';
import type { Answers, ImportOptions } from '../options.ts';
import {
  type FileColumn,
  keepingText,
  readingsOf,
  skipping,
  textFieldName,
  unclearColumns,
  unfitFailure,
  unfitText,
  type ValueReading,
} from '../reject-flags.ts';
import { isDecided } from '../rows/risk/risk.ts';
import { parseDate } from '../rows/values/dates.ts';
import { parseNumber } from '../rows/values/numbers.ts';
import { importedFiles } from '../screen/files-text.ts';
import { sameColumns, withoutFile } from '../screen/same-columns.ts';
import type { CheckedImport, ImportPlan } from '../state.ts';
import { type Answer, ask, withAnswers } from './ask.ts';

/** Maximum number of values shown. */
const shownValues = 3;

/**
 * Asks about the columns of which no value fits; on a terminal also about ambiguous columns, whose values are
 * rejected otherwise.
 *
 * @returns the options with the answers; undefined if there is nothing to ask
 * @throws Failure declined; bad_column without a terminal
 */
export async function answerColumns(
  checked: CheckedImport,
  terminal: Terminal,
): Promise<ImportOptions | undefined> {
  const { files } = checked;
  const unclear = files.map(unclearColumns);
  const unfit = unclear.flatMap(one => one.unfit);
  const [first, ...others] = unfit;
  if (!terminal.asks) {
    if (first === undefined) return undefined;
    throw unfitFailure([first, ...others]);
  }
  const ambiguous = unclear.flatMap(one => one.ambiguous);
  const isSame = (one: FileColumn, other: FileColumn) =>
    one.plan === other.plan && one.reason.column === other.reason.column;
  const asked = unfit.filter(one => !ambiguous.some(other => isSame(one, other)));
  const leftOut = sameColumns(
    unclear.flatMap(one => one.leftOut.map(left => ({ ...left, column: left.reason.column }))),
    files.map(({ plan }) => plan),
    () => '',
  ).map(([{ plan, reason }, ...others]) => ({
    plan: others.length === 0 ? plan : withoutFile(plan),
    reason: { ...reason, count: others.reduce((sum, one) => sum + one.reason.count, reason.count) },
  }));
  if (asked.length + ambiguous.length + leftOut.length === 0) return undefined;
  const answers: Partial<Answers>[] = [];
  // Of a single file the name is known.
  const shown = importedFiles(files).length === 1 ? withoutFileName : (one: FileColumn) => one;
  for (const one of ambiguous) answers.push(await promptReading(shown(one), terminal));
  for (const one of asked) answers.push(await promptUnfit(shown(one), terminal));
  for (const one of leftOut) answers.push(await promptLeftOut(shown(one), terminal));
  return withAnswers(checked.options, answers, terminal);
}

const withoutFileName = ({ reason, plan }: FileColumn): FileColumn => ({
  reason,
  plan: { ...plan, dialect: { ...plan.dialect, shownPrefix: '' } },
});

async function promptReading({ reason, plan }: FileColumn, terminal: Terminal): Promise<Partial<Answers>> {
  const samples = [...reason.values].sort((a, b) => b[1] - a[1]).slice(0, shownValues);
  const [example = ''] = samples.map(([value]) => value);
  const readings = readingsOf(reason, plan);
  const what = readings[0]?.option === 'dateFormat' ? 'dates' : 'numbers';
  const shown = samples.map(([value, count]) => `${value} (${grouped(count)})`).join(', ');
  const answers = readings.map(({ option, says, change }) => ({
    name: readAs(example, option, says),
    change,
  }));
  const question = `${columnName(plan.dialect, reason.column)}: how are its ${what} written? ${shown}`;
  return await ask(question, [...answers, ...withoutReading({ reason, plan })], terminal);
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

async function promptUnfit(column: FileColumn, terminal: Terminal): Promise<Partial<Answers>> {
  const question = `${unfitText(column.reason, column.plan.dialect)}. What should be done?`;
  return await ask(question, withoutReading(column), terminal);
}

/** Asks about dates without a year, which are left out of a date field. */
async function promptLeftOut({ reason, plan }: FileColumn, terminal: Terminal): Promise<Partial<Answers>> {
  const { column, count, cause, example } = reason;
  const name = columnName(plan.dialect, column);
  const question = `${name}: ${cause} does not fit a date field, e.g. "${example}". What should be done?`;
  const people = counted(count, 'person', 'people');
  const without = treating(plan, column, 'drop', `import ${people} without ${name}`);
  return await ask(question, [without, keepAsText(plan, column)], terminal);
}

/** What can be done with a column whose values do not fit. */
function withoutReading({ reason: { column, count }, plan }: FileColumn): Answer[] {
  return [
    keepAsText(plan, column),
    { name: 'leave this column out', change: skipping(plan.dialect, column) },
    treating(plan, column, 'reject', `reject these ${counted(count, 'row')}`),
  ];
}

function keepAsText({ dialect }: ImportPlan, column: number): Answer {
  return {
    name: `keep them as text, in the field "${textFieldName(dialect, column)}"`,
    change: keepingText(dialect, column),
  };
}

function treating({ dialect }: ImportPlan, column: number, what: 'drop' | 'reject', name: string): Answer {
  return { name, change: { badValues: [`${typedColumn(dialect, column)}=${what}`] } };
}

/**
 * Asks how to handle addresses with probably misspelt domains. Without a terminal they are sent and reported, unless
 * there are no others.
 *
 * @returns the options with the answers; undefined if there is nothing to ask
 * @throws Failure declined; would_bounce without a terminal
 */
export async function answerMisspelt(
  { validation, options }: CheckedImport,
  terminal: Terminal,
): Promise<ImportOptions | undefined> {
  const cause = 'misspelt_domain';
  const found = validation.risks.list().find(risk => risk.cause === cause);
  if (found === undefined || isDecided(options.risky, cause)) return undefined;
  const { count, example, suggestion } = found;
  if (!terminal.asks) {
    if (count < validation.accepted) return undefined;
    throw new Failure(
      'would_bounce',
      `mail to all ${grouped(count)} addresses would bounce, e.g. ${example}`,
      {
        hint: `--risky ${cause}=reject writes them to the rejects file, --risky ${cause}=keep sends them`,
      },
    );
  }
  const looks = count === 1 ? 'looks' : 'look';
  const meant = suggestion === undefined ? '' : ` (${suggestion}?)`;
  const answer = await ask(
    `${counted(count, 'address', 'addresses')} ${looks} misspelt, e.g. ${example}${meant}. What should be done?`,
    [
      { name: 'reject them: fix them in the rejects file', change: { risky: [`${cause}=reject`] } },
      { name: 'send them anyway, as without a terminal', change: { risky: [`${cause}=keep`] } },
    ],
    terminal,
  );
  return withAnswers(options, [answer], terminal);
}
