/**
 * Questions about an import. On a terminal each is asked, and its first choice stops the import; elsewhere those that need
 * an answer stop it. What answers is also said as flags.
 */
import { Failure, type FailureCode } from '../../lib/failure.ts';
import type { Choice, Terminal } from '../../terminal/terminal.ts';
import { answerFlags, flagWords, joinAnswers } from '../codec.ts';
import type { Answers, ImportOptions } from '../options.ts';

/** A possible answer. */
interface Answer<T> {
  readonly name: string;
  readonly value: T;
  /** Without a terminal: the flags. */
  readonly said: string;
}

export interface Question<T = readonly Partial<Answers>[]> {
  readonly text: string;
  /** The end of the question on a terminal. */
  readonly end?: string;
  readonly answers: readonly Answer<T>[];
  /** The answer that Enter takes (default: to stop). */
  readonly initial?: T;
  /** Of the failure without a terminal; undefined: there it needs no answer. */
  readonly code?: FailureCode | undefined;
}

/** An answer that changes the options: lists are added to those of the options. */
export function answer(
  name: string,
  value: readonly Partial<Answers>[],
): Answer<readonly Partial<Answers>[]> {
  return { name, value, said: `${value.flatMap(answerFlags).join(' ')} (${name})` };
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
  if (!terminal.asks) refuseUnasked(questions);
  if (!terminal.asks || questions.length === 0) return undefined;
  const changes: Partial<Answers>[] = [];
  for (const question of questions)
    for (const change of await answerTo(question, terminal)) changes.push(change);
  return withAnswers(options, changes, terminal);
}

/** Asks for the value of an option before the files are read. @throws Failure declined; without a terminal, its code */
export async function askValue<T extends string | readonly string[]>(
  option: string,
  choices: readonly Choice<T>[],
  question: Omit<Question<T>, 'answers'>,
  terminal: Terminal,
): Promise<T> {
  const flagOf = (value: T) => flagWords(option, value).join(' ');
  const what = ({ name, value }: Choice<T>) => (name === value.toString() ? '' : ` (${name})`);
  const answers = choices.map(one => ({ ...one, said: `${flagOf(one.value)}${what(one)}` }));
  if (!terminal.asks) refuseUnasked([{ ...question, answers }]);
  const value = await answerTo({ ...question, answers }, terminal);
  noteAnswers([flagOf(value)], terminal);
  return value;
}

function refuseUnasked(questions: readonly Question<unknown>[]): void {
  const [first, ...others] = questions.filter(({ code }) => code !== undefined);
  if (first?.code === undefined) return;
  throw new Failure(first.code, first.text, {
    details: others.map(({ text }) => text),
    hint: [first, ...others].flatMap(({ answers }) => answers.map(({ said }) => said)).join(', '),
  });
}

/** Asks on a terminal. @throws Failure declined */
async function answerTo<T>(
  { text, end = '. What should be done?', answers, initial }: Question<T>,
  terminal: Terminal,
): Promise<T> {
  const chosen = await terminal.choose<Answer<T> | undefined>(
    `${text}${end}`,
    [{ name: 'stop here', value: undefined }, ...answers.map(value => ({ name: value.name, value }))],
    answers.map(({ said }) => said).join(' or '),
    answers.find(({ value }) => value === initial),
  );
  if (chosen === undefined) throw declined();
  return chosen.value;
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
