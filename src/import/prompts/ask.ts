/**
 * Questions about an import. On a terminal each is asked, and its first choice stops the import; elsewhere those that need
 * an answer stop it. What answers is also said as flags.
 */
import { Failure, type FailureCode } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { Choice, Terminal } from '../../terminal/terminal.ts';
import { answerFlags, joinAnswers } from '../codec.ts';
import type { Answers, ImportOptions } from '../options.ts';

/** A possible answer. */
interface Answer {
  readonly name: string;
  /** Lists are added to those of the options. */
  readonly changes: readonly Partial<Answers>[];
  /** What to do without a terminal, if no flag can say the answer. */
  readonly instead?: string;
}

export interface Question {
  readonly text: string;
  /** The end of the question on a terminal. */
  readonly end?: string;
  readonly answers: readonly Answer[];
  /** Of the failure without a terminal; undefined: there it needs no answer. */
  readonly code?: FailureCode | undefined;
}

/**
 * @returns the options with the answers; undefined if there is nothing to ask
 * @throws Failure declined; without a terminal, the code of the first question that has one
 */
export async function ask(
  questions: readonly Question[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<ImportOptions | undefined> {
  if (!terminal.asks) {
    const [first, ...others] = questions.filter(({ code }) => code !== undefined);
    if (first?.code === undefined) return undefined;
    throw new Failure(first.code, first.text, {
      details: others.map(({ text }) => text),
      hint: [first, ...others].flatMap(({ answers }) => answers.map(answerText)).join(', '),
    });
  }
  if (questions.length === 0) return undefined;
  const changes: Partial<Answers>[] = [];
  for (const { text, end = '. What should be done?', answers } of questions) {
    const answer = await terminal.choose<Answer | undefined>(
      `${text}${end}`,
      [{ name: 'stop here', value: undefined }, ...answers.map(value => ({ name: value.name, value }))],
      answers.map(answerText).join(' or '),
    );
    if (answer === undefined) throw declined();
    for (const change of answer.changes) changes.push(change);
  }
  return withAnswers(options, changes, terminal);
}

/** Asks for the value of a flag before the files are read. @throws Failure that of `unasked` without a terminal */
export async function askValue(
  flag: string,
  text: string,
  choices: readonly Choice<string>[],
  unasked: () => Failure,
  terminal: Terminal,
): Promise<string> {
  if (!terminal.asks) throw unasked();
  const value = await terminal.choose(text, choices, flag);
  if (value === '') throw declined();
  noteAnswers([`${flag} ${shellWord(value)}`], terminal);
  return value;
}

/** `--map Birthday=skip (leave this column out)` */
function answerText({ name, changes, instead }: Answer): string {
  return instead ?? `${changes.flatMap(answerFlags).join(' ')} (${name})`;
}

/** The options with what was answered, which is said as flags. */
export function withAnswers(
  options: ImportOptions,
  changes: readonly Partial<Answers>[],
  terminal: Terminal,
): ImportOptions {
  noteAnswers([...new Set(changes.flatMap(answerFlags))], terminal);
  let answered = options;
  for (const change of changes) answered = { ...answered, ...joinAnswers(answered, change) };
  return answered;
}

/** Shows the flags that give the same result; some answers have none. */
export function noteAnswers(flags: readonly string[], terminal: Terminal): void {
  if (flags.length === 0) return;
  terminal.note(`the same answer as ${flags.length === 1 ? 'a flag' : 'flags'}: ${flags.join(' ')}`);
}

export function declined(): Failure {
  return new Failure('declined', 'Nothing was sent.');
}
