/** The form of questions about an import: the first choice stops it, each other one is also said as flags. */
import { Failure } from '../../lib/failure.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { answerFlags, joinAnswers } from '../codec.ts';
import type { Answers, ImportOptions } from '../options.ts';

/** A possible answer. */
export interface Answer {
  readonly name: string;
  /** Lists are added to those of the options. */
  readonly change: Partial<Answers>;
}

/** @throws Failure declined */
export async function ask(
  question: string,
  answers: readonly Answer[],
  terminal: Terminal,
  stop = 'stop here',
): Promise<Partial<Answers>> {
  const choices = answers.map(value => ({ name: value.name, value }));
  const flags = answers.flatMap(({ change }) => answerFlags(change)).join(' or ');
  const answer = await terminal.choose<Answer | undefined>(
    question,
    [{ name: stop, value: undefined }, ...choices],
    flags,
  );
  if (answer === undefined) throw declined();
  return answer.change;
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
