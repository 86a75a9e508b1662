import { Failure } from '../lib/failure.ts';
import { ifAgreed } from '../lib/text/shell-word.ts';
import { cut } from './formats/measure.ts';
import { isSpoken, sanitizeLine } from './shown-text.ts';
import type { MessageStream } from './stderr.ts';
import type { Choice, Terminal, TerminalOptions } from './terminal.ts';

interface PromptContext {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

/** Prompts on stderr. @throws Failure interrupted on Ctrl-C, Ctrl-D, SIGTERM, and if the terminal is closed */
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
  const isPlain = isSpoken(options.environment);
  /** The sanitized question. @throws Failure confirmation_needed */
  const begin = (question: string, hint: string) => {
    if (!interactive) {
      throw new Failure('confirmation_needed', `confirmation required: ${question}`, { hint });
    }
    messages.statusLine?.stop();
    return sanitizeLine(question);
  };
  const cleaned = <Value>(choices: readonly Choice<Value>[]) =>
    choices.map(({ name, value }) => ({ name: sanitizeLine(name), value }));
  const asking: ReturnType<typeof prompts> = {
    async confirm(question, ...flags) {
      if (options.yes) return true;
      const message = begin(question, ifAgreed(options.typed, ...flags));
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
      const items = groups.flatMap(group => group.items);
      const { columns = 80 } = options.stderr;
      let number = 0;
      const lines = groups.flatMap(({ heading, items: below }) => [
        heading,
        ...below.map(
          ({ name, isMarked }) =>
            `  ${String(++number).padStart(2)}  ${name}${isMarked ? '  (proposed)' : ''}`,
        ),
      ]);
      messages.write(
        [begin(question, `use ${instead}`), ...lines.map(line => cut(sanitizeLine(line), columns))].join(
          '\n',
        ),
      );
      const proposed = items.flatMap(({ isMarked }, at) => (isMarked ? [at + 1] : [])).join(' ');
      const enter = proposed === '' ? '' : `; Enter: ${proposed}`;
      const text = await asking.input(
        `Numbers, such as 1 3 (0: ${none}${enter})`,
        typed =>
          numbersIn(typed || proposed, items.length) ? undefined : `type numbers from 1 to ${items.length}`,
        instead,
      );
      const marked = numbersIn(text || proposed, items.length) ?? [];
      return items.filter((_, at) => marked.includes(at + 1)).map(({ value }) => value);
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
      let typed: string | undefined;
      let listed: string | undefined;
      let isBehind = false;
      const source = async (text: string | undefined) => {
        typed = text;
        await Promise.resolve();
        listed = text;
        return shortened(fitting(text), columns);
      };
      // Enter that comes with the text, as in a paste, selects in the list before it: the first that fits is meant.
      const validate = () => {
        isBehind = listed !== typed;
        return true;
      };
      const config = { message: `${message} (type to search)`, source, validate, pageSize: 12 };
      for (;;) {
        const selected = await ask(options, context => search(config, context));
        const [first] = isBehind ? fitting(typed) : [{ value: selected }];
        if (first !== undefined) return first.value;
      }
    },
    async secret(question, instead) {
      const message = begin(question, `use ${instead}`);
      const { default: password } = await import('@inquirer/password');
      const theme = isPlain ? { prefix: '' } : {};
      return await ask(options, context => password({ message, theme }, context));
    },
  };
  return asking;
}

/** Numbers typed, none for 0. @returns undefined if there are none, or others than 1 to `count` */
function numbersIn(typed: string, count: number): readonly number[] | undefined {
  if (typed === '0') return [];
  const numbers = typed.split(/[\s,;]+/).filter(word => word !== '');
  const isFit = (word: string) => /^\d+$/.test(word) && Number(word) >= 1 && Number(word) <= count;
  return numbers.length > 0 && numbers.every(isFit) ? numbers.map(Number) : undefined;
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
  choices: readonly Choice<Value>[],
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

/** Choices of a search shown at a time. */
const mostLines = 20;

/** One of many choices: the first matches have numbers; any other text searches again. */
async function plainSearch<Value>(
  question: string,
  found: (typed: string) => readonly Choice<Value>[],
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
