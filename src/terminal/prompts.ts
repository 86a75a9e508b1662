import { Failure } from '../lib/failure.ts';
import { cut } from './formats/measure.ts';
import {
  type PromptContext,
  plainChoice,
  plainConfirm,
  plainInput,
  plainMarks,
  plainSearch,
} from './plain-prompts.ts';
import { drawingOf, sanitizeLine } from './shown-text.ts';
import type { MessageStream } from './stderr.ts';
import type { Choice, Terminal, TerminalOptions } from './terminal.ts';

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
