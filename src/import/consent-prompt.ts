/** Prompts for the meaning of columns that may show opt-outs but are not understood. */
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Answers } from './answers.ts';
import { columnName, typedColumn } from './columns/columns.ts';
import type { ValueCount } from './consent/column-survey.ts';
import { judge } from './consent/judge.ts';
import { type ColumnTarget, targetName } from './rows/values/target.ts';
import type { ImportPlan } from './state.ts';

/** Maximum number of values shown. */
const shownValues = 3;

/**
 * Asks for the consent meaning of each column.
 *
 * @returns all answers, in the form of flags
 * @throws Failure consent_unclear without a terminal
 */
export async function answerConsent(
  plans: readonly ImportPlan[],
  answers: Answers,
  terminal: Terminal,
): Promise<Answers> {
  const named = plans.flatMap(({ dialect, mapping, consent }) =>
    (consent?.unclear ?? []).map(({ column, examples, leavesOut }) => ({
      name: columnName(dialect, column),
      typed: typedColumn(dialect, column),
      harmless: harmlessTarget(mapping.targets[column]),
      examples,
      leavesOut,
    })),
  );
  if (!terminal.asks) throw consentUnclear(named);
  const map = [...answers.map];
  const optOutValues = [...answers.optOutValues];
  for (const { name, typed, harmless, examples } of named) {
    const answer = await terminal.choose<'out' | 'in' | 'nothing' | OneValue>(
      `What does the column "${name}" mean? Values: ${shown(examples)}`,
      [
        { name: 'a value means opted out', value: 'out' },
        ...eachValue(examples),
        { name: 'a value means subscribed; "no" or an empty cell means opted out', value: 'in' },
        { name: 'it is not about consent', value: 'nothing' },
      ],
      '--opt-out-value',
    );
    if (answer === 'nothing') map.push(`${typed}=${harmless}`);
    else if (answer === 'out') optOutValues.push(`${typed}=*`);
    else if (answer !== 'in') optOutValues.push(`${typed}=${answer.slice(oneValue.length)}`);
    else
      for (const each of ['', ...refusals(examples)].map(value => `${typed}=${value}`))
        optOutValues.push(each);
  }
  const flags = [
    ...map.slice(answers.map.length).map(text => `--map ${shellWord(text)}`),
    ...optOutValues.slice(answers.optOutValues.length).map(text => `--opt-out-value ${shellWord(text)}`),
  ];
  terminal.note(`the same answers as flags: ${flags.join(' ')}`);
  return { ...answers, map, optOutValues };
}

const oneValue = 'value ';
type OneValue = `${typeof oneValue}${string}`;
/** Values of a column to choose from. */
const mostChosen = 5;

/** With few distinct values, each is offered as the opt-out value. */
function eachValue(examples: readonly ValueCount[]): { name: string; value: OneValue }[] {
  if (examples.length < 2 || examples.length > mostChosen) return [];
  return examples.map(({ value }) => ({
    name: `only "${clip(value)}" means opted out`,
    value: `${oneValue}${value}`,
  }));
}

/**
 * Asks whether the file name means that no person in the file may be emailed.
 *
 * @returns all answers
 * @throws Failure declined; consent_unclear without a terminal
 */
export async function answerFileName(
  name: string,
  { label, dialect }: ImportPlan,
  answers: Answers,
  terminal: Terminal,
): Promise<Answers> {
  const isOneOfSeveral = dialect.prefix !== '';
  if (!terminal.asks) {
    throw new Failure(
      'consent_unclear',
      `the name "${name}" may mean that nobody in the file may be emailed`,
      {
        hint: isOneOfSeveral
          ? `--suppress <file> if nobody in it may be emailed; if they may be, import ${label} alone, with --no-status-column`
          : '--no-status-column if they may be emailed, --status-column <column> if a column says who may be; else leave ' +
            'the file out',
      },
    );
  }
  const answer = await terminal.choose<'out' | 'in'>(
    `Who is in the file? The name "${name}" may mean that they opted out`,
    [
      { name: 'people who must not be emailed: send nothing', value: 'out' },
      { name: 'people who may be emailed', value: 'in' },
    ],
    '--no-status-column',
  );
  if (answer === 'out') throw new Failure('declined', 'nothing was sent');
  // --no-status-column would apply to the other files, too.
  if (isOneOfSeveral) return { ...answers, innocentNames: [...answers.innocentNames, label] };
  terminal.note('the same answer as a flag: --no-status-column');
  return { ...answers, statusColumn: false };
}

/** The target of a column without consent meaning. */
function harmlessTarget(target: ColumnTarget | undefined): string {
  return target?.to === 'field' || target?.to === 'tags' ? targetName(target) : 'skip';
}

interface NamedColumn {
  readonly name: string;
  /** The column's name in a flag. */
  readonly typed: string;
  readonly harmless: string;
  readonly examples: readonly ValueCount[];
  readonly leavesOut: readonly string[];
}

/** One line of flags answers for all columns of all files: it leaves out everybody whose value may mean it. */
function consentUnclear(columns: readonly NamedColumn[]): Failure {
  const { name = '' } = columns[0] ?? {};
  const others = columns.length === 1 ? '' : ` (and ${columns.length - 1} more)`;
  return new Failure('consent_unclear', `column "${name}"${others} may mark people who must not be emailed`, {
    details: columns.map(column => `${column.name}: ${shown(column.examples)}`),
    hint:
      `${columns.flatMap(proposedFlags).join(' ')} leaves out ${leftOutText(columns)}; change the values where that is ` +
      'wrong; --no-status-column if none of these columns says who may be emailed',
  });
}

function proposedFlags({ typed, harmless, leavesOut }: NamedColumn): string[] {
  if (leavesOut.length === 0) return [`--map ${shellWord(`${typed}=${harmless}`)}`];
  return leavesOut.map(value => `--opt-out-value ${shellWord(`${typed}=${value}`)}`);
}

function leftOutText(columns: readonly NamedColumn[]): string {
  const some = columns.filter(({ leavesOut }) => leavesOut.length > 0).length;
  return some === 0 ? 'nobody' : 'everybody with these values';
}

/** The most informative values with their counts: `"weg" (3), "da" (120)`. */
function shown(examples: readonly ValueCount[]): string {
  const texts = examples
    .slice(0, shownValues)
    .map(({ value, count }) => `"${clip(value)}" (${grouped(count)})`);
  return examples.length > shownValues ? `${texts.join(', ')}, …` : texts.join(', ');
}

const clip = (value: string) => (value.length > 40 ? `${value.slice(0, 39)}…` : value);

/** The values that mean opt-out. */
function refusals(examples: readonly ValueCount[]): string[] {
  const bad = ['no', 'refused', 'opted out', 'suppressed', 'unconfirmed'];
  return examples.map(({ value }) => value).filter(value => bad.includes(judge(value).meaning));
}
