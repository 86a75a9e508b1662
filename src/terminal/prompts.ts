import { Failure } from '../lib/failure.ts';
import { cut } from './formats/measure.ts';
import { drawingOf, sanitizeLine } from './shown-text.ts';
import type { MessageStream } from './stderr.ts';
import type { Choice, MarkGroup, Terminal, TerminalOptions } from './terminal.ts';

interface PromptContext {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

/**
 * Prompts on stderr.
 *
 * @throws Failure interrupted on Ctrl-C, Ctrl-D, SIGTERM, and if the terminal is closed
 */
async function ask<Value>(
  { stdin, stderr, interrupted }: TerminalOptions,
  prompt: (context: PromptContext) => Promise<Value>,
): Promise<Value> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  // Without this, Ctrl-D would close the prompt without an answer, and the program would exit with 0.
  const onKey = (_: unknown, key: { ctrl?: boolean; name?: string } | undefined) => {
    if (key?.ctrl && key.name === 'd') leave();
  };
  stdin.on('keypress', onKey).once('end', leave).once('close', leave);
  // Outside raw mode, Ctrl-C arrives as a signal, not as a key.
  interrupted?.addEventListener('abort', leave);
  try {
    return await prompt({ input: stdin, output: stderr, signal: gone.signal });
  } catch (error) {
    if (interrupted?.aborted) throw interrupted.reason;
    if (
      error instanceof Error &&
      ['ExitPromptError', 'AbortPromptError', 'AbortError'].includes(error.name)
    ) {
      throw new Failure('interrupted', 'Stopped.', { cause: error, isWarning: true });
    }
    throw error;
  } finally {
    stdin.off('keypress', onKey).off('end', leave).off('close', leave);
    interrupted?.removeEventListener('abort', leave);
  }
}

/** Choices on the screen at a time. */
const mostChoices = 15;

/** Cuts choices to the width of the terminal, since a wrapped one makes the list jump. */
function shortened<Value>(choices: readonly Choice<Value>[], columns: number): Choice<Value>[] {
  return choices.map(({ name, value }) => ({ name: cut(name, columns - 3), value }));
}

function scrolling(count: number) {
  const keysHelpTip = () => `↑↓ navigate • ⏎ select • ${count} choices: scroll for more`;
  return { style: { keysHelpTip } };
}

/** @param interactive whether there is a terminal to ask on */
export function prompts(
  options: TerminalOptions,
  messages: MessageStream,
  interactive: boolean,
): Pick<Terminal, 'confirm' | 'choose' | 'mark' | 'secret' | 'input' | 'search'> {
  const shown = (text: string) => sanitizeLine(text);
  const isPlain = drawingOf(options.environment) !== 'full';
  /** The sanitized question. @throws Failure confirmation_needed */
  const begin = (question: string, hint: string) => {
    if (!interactive) {
      throw new Failure('confirmation_needed', `confirmation required: ${question}`, { hint });
    }
    messages.statusLine?.stop();
    return shown(question);
  };
  const cleaned = <Value>(choices: readonly Choice<Value>[]) =>
    choices.map(({ name, value }) => ({ name: shown(name), value }));
  return {
    async confirm(question, flag) {
      if (options.yes) return true;
      const message = begin(question, `pass ${flag} to confirm`);
      if (isPlain) return await ask(options, context => plainConfirm(message, context));
      const { default: confirm } = await import('@inquirer/confirm');
      return await ask(options, context => confirm({ message, default: false }, context));
    },
    async choose(question, choices, instead, initial) {
      const message = begin(question, `use ${instead}`);
      const clean = cleaned(choices);
      if (isPlain) return await ask(options, context => plainChoice(message, clean, context));
      const { default: select } = await import('@inquirer/select');
      const { columns = 80, rows = 24 } = options.stderr;
      const fitting = shortened(clean, columns);
      const pageSize = Math.max(3, Math.min(mostChoices, rows - Math.ceil(message.length / columns) - 4));
      const list = { message, choices: fitting, pageSize, loop: false };
      const theme = choices.length > pageSize ? scrolling(choices.length) : {};
      return await ask(options, context => select({ ...list, theme, default: initial }, context));
    },
    async mark(question, groups, none, instead) {
      const message = begin(question, `use ${instead}`);
      const clean = groups.map(({ heading, items }) => ({
        heading: shown(heading),
        items: items.map(item => ({ ...item, name: shown(item.name) })),
      }));
      const values = clean.flatMap(({ items }) => items.map(({ value }) => value));
      const { columns = 80, rows = 24 } = options.stderr;
      const list = { message, groups: clean, none, columns, rows };
      const marked = await ask(options, async context => {
        if (isPlain) return await plainMarks(list, context);
        const { markPrompt } = await import('./mark-prompt.ts');
        return await markPrompt(list, context);
      });
      return values.filter((_, at) => marked.includes(at));
    },
    async input(question, check, instead, initial = '') {
      const message = begin(question, `use ${instead}`);
      if (isPlain) return await ask(options, context => plainInput(message, check, context));
      const { default: input } = await import('@inquirer/input');
      const validate = (text: string) => check(text.trim()) ?? true;
      const given = { message, validate, default: sanitizeLine(initial), prefill: 'editable' } as const;
      return (await ask(options, context => input(given, context))).trim();
    },
    async search(question, found, instead) {
      const message = begin(question, `use ${instead}`);
      const fitting = (typed: string | undefined) => cleaned(found(typed?.trim() ?? ''));
      if (isPlain) return await ask(options, context => plainSearch(message, fitting, context));
      const { default: search } = await import('@inquirer/search');
      const { columns = 80 } = options.stderr;
      const source = (typed: string | undefined) => shortened(fitting(typed), columns);
      return await ask(options, context =>
        search({ message: `${message} (type to search)`, source, pageSize: 12 }, context),
      );
    },
    async secret(question, instead) {
      const message = begin(question, `use ${instead}`);
      const { default: password } = await import('@inquirer/password');
      const theme = isPlain ? { prefix: '' } : {};
      return await ask(options, context => password({ message, theme }, context));
    },
  };
}

// Prompts for screen readers and simple terminals: lines of text, answered by typing a line.

/** Reads a line. @throws AbortError when `signal` aborts */
async function plainLine(question: string, { input, output, signal }: PromptContext): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output, terminal: false });
  try {
    return (await lines.question(`${question} `, { signal })).trim();
  } finally {
    lines.close();
  }
}

/** Yes or no (default no). */
async function plainConfirm(question: string, context: PromptContext): Promise<boolean> {
  return /^y(es)?$/i.test(await plainLine(`${question} (y/N)`, context));
}

/** One of several numbered choices. Asks again until the answer is valid. */
async function plainChoice<Value>(
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
async function plainMarks(
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
async function plainSearch<Value>(
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
async function plainInput(
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
