/** Prompts for screen readers and simple terminals: lines of text, answered by typing a line. */

import type { MarkGroup } from './terminal.ts';

export interface PromptContext {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

/** Reads a line. @throws AbortError when `signal` aborts */
export async function plainLine(question: string, { input, output, signal }: PromptContext): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output, terminal: false });
  try {
    return (await lines.question(`${question} `, { signal })).trim();
  } finally {
    lines.close();
  }
}

/** Yes or no (default no). */
export async function plainConfirm(question: string, context: PromptContext): Promise<boolean> {
  return /^y(es)?$/i.test(await plainLine(`${question} (y/N)`, context));
}

/** One of several numbered choices. Asks again until the answer is valid. */
export async function plainChoice<Value>(
  question: string,
  choices: readonly { readonly name: string; readonly value: Value }[],
  context: PromptContext,
): Promise<Value> {
  const lines = choices.map(({ name }, at) => `  ${at + 1}  ${name}`);
  context.output.write(`${question}\n${lines.join('\n')}\n`);
  for (;;) {
    const text = await plainLine(`Number (1 to ${choices.length}):`, context);
    const chosen = /^\d+$/.test(text) ? choices[Number(text) - 1] : undefined;
    if (chosen !== undefined) return chosen.value;
  }
}

/** Any number of numbered values, below headings. @returns their numbers, from 0; asks again until they are valid */
export async function plainMarks(
  { message, groups, none }: PlainMarking,
  context: PromptContext,
): Promise<readonly number[]> {
  const items = groups.flatMap(group => group.items);
  let at = 0;
  const lines = groups.flatMap(group => [
    `  ${group.heading}`,
    ...group.items.map(({ name, isMarked }) => `    ${++at}  ${name}${isMarked ? '  (proposed)' : ''}`),
  ]);
  context.output.write(`${message}\n${lines.join('\n')}\n`);
  const proposed = items.flatMap((item, number) => (item.isMarked ? [number] : []));
  const enter = proposed.length === 0 ? '' : `; Enter: ${proposed.map(number => number + 1).join(' ')}`;
  for (;;) {
    const text = await plainLine(`Numbers, such as 1 3 (0: ${none}${enter}):`, context);
    if (text === '' && proposed.length > 0) return proposed;
    const numbers = text.split(/[\s,;]+/).filter(word => word !== '');
    const chosen = numbers.map(word => (/^\d+$/.test(word) ? Number(word) : Number.NaN));
    if (chosen.length === 1 && chosen[0] === 0) return [];
    if (chosen.length > 0 && chosen.every(number => number >= 1 && number <= items.length))
      return chosen.map(number => number - 1);
  }
}

interface PlainMarking {
  readonly message: string;
  readonly groups: readonly MarkGroup<unknown>[];
  readonly none: string;
}

/** Choices of a search shown at a time. */
const mostLines = 20;

/** One of many choices: the first matches have numbers; any other text searches again. */
export async function plainSearch<Value>(
  question: string,
  found: (typed: string) => readonly { readonly name: string; readonly value: Value }[],
  context: PromptContext,
): Promise<Value> {
  let fits = found('');
  for (;;) {
    const shown = fits.slice(0, mostLines);
    const lines = shown.map(({ name }, at) => `  ${at + 1}  ${name}`);
    const more = fits.length - shown.length;
    const rest = more > 0 ? [`  and ${more} more: type a part of the name`] : [];
    context.output.write(`${[question, ...lines, ...rest].join('\n')}\n`);
    const text = await plainLine(`Number (1 to ${shown.length}), or part of a name:`, context);
    const chosen = /^\d+$/.test(text) ? shown[Number(text) - 1] : undefined;
    if (chosen !== undefined) return chosen.value;
    const matching = found(text);
    if (matching.length === 0) context.output.write(`nothing matches "${text}"\n`);
    else fits = matching;
  }
}

/** A line of text. Asks again, with the problem, until `check` finds none. */
export async function plainInput(
  question: string,
  check: (text: string) => string | undefined,
  context: PromptContext,
): Promise<string> {
  for (;;) {
    const text = await plainLine(`${question}:`, context);
    const problem = check(text);
    if (problem === undefined) return text;
    context.output.write(`${problem}\n`);
  }
}
