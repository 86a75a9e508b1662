/** Prompts for the meaning of columns that may show opt-outs but are not understood. */

import { largest } from '../../lib/extremes.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { MarkGroup, Terminal } from '../../terminal/terminal.ts';
import { answerFlags } from '../codec.ts';
import { columnName, typedColumn } from '../columns/columns.ts';
import { sumOf } from '../consent/column-survey.ts';
import { nobody } from '../consent/consent.ts';
import { judge, longestPhrase } from '../consent/judge.ts';
import type { Doubt } from '../consent/proposal.ts';
import type { Answers, ImportOptions } from '../options.ts';
import { targetName } from '../rows/values/target.ts';
import { listed, shortened, summed, valuesText } from '../screen/listed.ts';
import { sameColumns, withoutFile } from '../screen/same-columns.ts';
import type { ImportPlan } from '../state.ts';
import { answer, type Question, withAnswers } from './ask.ts';

/** A column in doubt, of one file or of all that have it. */
interface DoubtfulColumn extends Omit<Doubt, 'column'> {
  readonly name: string;
  /** Its name in a flag. */
  readonly typed: string;
  /** What `--map` takes to say that it is not about consent. */
  readonly harmless: string;
  readonly places: readonly { readonly plan: ImportPlan; readonly column: number }[];
}

/**
 * Asks which values of the columns in doubt mean that a person must not be emailed: once for all columns of all files.
 *
 * @throws Failure consent_unclear without a terminal
 */
export async function answerConsent(
  plans: readonly ImportPlan[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<ImportOptions> {
  const doubts = doubtsOf(plans);
  if (!terminal.asks) throw consentUnclear(doubts);
  const marked = await terminal.mark<Marked>(
    'Which values mean "do not email"? Rows with these values are left out.',
    doubts.map(groupOf),
    'none of these is about it',
    '--opt-out-value',
  );
  const markedOf = (doubt: DoubtfulColumn) => marked.flatMap(one => (one.doubt === doubt ? [one.value] : []));
  const answers = doubts.map(doubt => answerOf(doubt, markedOf(doubt)));
  return withAnswers(options, answers, terminal);
}

/** The columns in doubt. One that is in doubt in every file that has it is named once. */
function doubtsOf(plans: readonly ImportPlan[]): DoubtfulColumn[] {
  const all = plans.flatMap(plan => plan.doubts.map(doubt => ({ ...doubt, plan })));
  return sameColumns(all, plans, harmlessTarget).map(group => {
    const [{ plan, column }] = group;
    const examples = group.flatMap(one => one.examples).map(({ value, count }) => [value, count] as const);
    const isOne = group.length === 1;
    return {
      name: isOne ? columnName(plan.dialect, column) : (plan.dialect.names[column] ?? ''),
      typed: typedColumn(isOne ? plan.dialect : withoutFile(plan.dialect), column),
      harmless: harmlessTarget(group[0]),
      examples: [...summed(examples)].map(([value, count]) => ({ value, count })),
      empty: group.reduce((sum, { empty }) => sum + empty, 0),
      leavesOut: [...new Set(group.flatMap(one => one.leavesOut))],
      undecided: [...new Set(group.flatMap(one => one.undecided))],
      isPassedOver: group.every(one => one.isPassedOver),
      places: group,
    };
  });
}

/** The target of a column without consent meaning. */
function harmlessTarget({ plan, column }: { readonly plan: ImportPlan; readonly column: number }): string {
  const target = plan.mapping.targets[column];
  const isNamed = target?.to === 'field' || target?.to === 'tags' || target?.to === 'email';
  return isNamed ? targetName(target) : 'skip';
}

/** Whether the people in the file may be emailed, if its name leaves that open. */
export function nameQuestion({ dialect, consent }: ImportPlan): Question {
  const address = typedColumn(dialect, dialect.addressColumn);
  // --no-status-column would apply to the other files, too.
  const everybody =
    dialect.prefix === '' ? { statusColumn: false as const } : { optOutValue: [`${address}=${nobody}`] };
  return {
    text: consent?.unclearFile ?? '',
    end: '. May they be emailed?',
    answers: [
      answer('everybody in it may be emailed', [everybody]),
      answer('leave out everybody in it', [{ optOutValue: [`${address}=*`] }]),
    ],
    code: 'consent_unclear',
  };
}

/** One line of flags answers for all columns of all files: no value that may be a refusal gets in by it. */
function consentUnclear(columns: readonly DoubtfulColumn[]): Failure {
  const { name = '' } = columns[0] ?? {};
  const others = columns.length === 1 ? '' : ` (and ${columns.length - 1} more)`;
  const isReview = columns.every(({ isPassedOver }) => isPassedOver);
  const message = isReview
    ? `--review: does column "${name}"${others} mark people who must not be emailed?`
    : `column "${name}"${others} may mark people who must not be emailed`;
  return new Failure('consent_unclear', message, {
    details: columns.map(column => `${column.name}: ${valuesText(column.examples)}`),
    hint: answerText(columns),
  });
}

function answerText(columns: readonly DoubtfulColumn[]): string {
  const flagsOf = (marked: (column: DoubtfulColumn) => readonly string[]) =>
    columns.flatMap(column => answerFlags(answerOf(column, marked(column)))).join(' ');
  const flags = flagsOf(askedValues);
  const undecided = [...new Set(columns.flatMap(column => column.undecided))];
  const isSome = columns.some(({ leavesOut }) => leavesOut.length > 0);
  const effect = isSome ? ' leaves out everybody with these values' : ' leaves out nobody';
  // A line that leaves out all people is no answer, one that lets in a possible refusal is a wrong one.
  const told =
    undecided.length === 0
      ? effect
      : `, where ${placeholder} is whichever of ${quoted(undecided)} means that mail is not wanted`;
  // Only of these columns: `--no-status-column` would overrule the marks of others.
  const harmless = flagsOf(() => []);
  const says = columns.length === 1 ? 'it does not say' : 'none of these columns says';
  const other = harmless === flags ? '' : `; ${harmless} if ${says} who may be emailed`;
  return `${flags}${told}${other}`;
}

/** `--opt-out-value` refuses it as it stands. */
const placeholder = '<value>';

const askedValues = ({ leavesOut, undecided }: DoubtfulColumn): readonly string[] =>
  undecided.length === 0
    ? leavesOut
    : [...leavesOut.filter(value => !undecided.includes(value)), placeholder];

/** A column without marked values keeps its target. */
function answerOf({ typed, harmless }: DoubtfulColumn, marked: readonly string[]): Partial<Answers> {
  if (marked.length === 0) return { map: [`${typed}=${harmless}`] };
  // Any value includes all but "no" and empty cells.
  const isNeeded = (value: string) => value === '*' || ['no', 'empty'].includes(judge(value).meaning);
  const values = marked.includes('*') ? marked.filter(isNeeded) : marked;
  // A long text is named by its beginning.
  const typedOf = (value: string) =>
    value.length > longestPhrase ? value.replace(/^([^\n\r*]{1,60}).*$/s, '$1*') : value;
  return { optOutValue: values.map(value => `${typed}=${typedOf(value)}`) };
}

const quoted = (values: readonly string[]) =>
  values.map(value => (value === '' ? 'an empty cell' : `"${clip(value)}"`)).join(', ');

const clip = (value: string) => shortened(value, 40);

/** Values of a column that are all shown; of a column that has more. */
const [mostValues, shownOfMore] = [6, 4];
const widestValue = 44;

/** A value of a column; `*`: any but "no", `''`: an empty cell. */
interface Marked {
  readonly doubt: DoubtfulColumn;
  readonly value: string;
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
    ...shown.map(({ value, count }) => [value, shortened(value, widestValue), count] as const),
    ...(empty > 0 ? ([['', '(empty)', empty]] as const) : []),
  ];
  const width = largest(rows.map(([, text]) => text.length));
  const names = places.map(({ plan }) => plan.shown);
  const files = names.length === 1 ? '' : ` (${listed(names, 30)})`;
  return {
    heading: `${name}${files}`,
    items: rows.map(([value, text, count]) => ({
      name: `${text.padEnd(width)}  ${grouped(count)}`,
      value: { doubt, value },
      isMarked: leavesOut.includes(value),
    })),
  };
}
