import { Failure } from '../lib/failure.ts';
import { type PromptContext, plainChoice, plainConfirm, plainInput } from './plain-prompts.ts';
import { sanitizeLine } from './sanitize.ts';
import type { MessageStream } from './status-line.ts';
import type { Choice, Terminal, TerminalOptions } from './terminal.ts';

/**
 * Prompts on stderr.
 *
 * @throws Failure interrupted on Ctrl-C, on Ctrl-D and when the terminal goes away
 */
async function ask<Value>(
  { stdin, stderr }: TerminalOptions,
  prompt: (context: PromptContext) => Promise<Value>,
): Promise<Value> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  // Otherwise Ctrl-D would close the prompt without an answer, and the program would end with exit code 0.
  const onKey = (_: unknown, key: { ctrl?: boolean; name?: string } | undefined) => {
    if (key?.ctrl && key.name === 'd') leave();
  };
  stdin.on('keypress', onKey).once('end', leave).once('close', leave);
  try {
    return await prompt({ input: stdin, output: stderr, signal: gone.signal });
  } catch (error) {
    if (
      error instanceof Error &&
      ['ExitPromptError', 'AbortPromptError', 'AbortError'].includes(error.name)
    ) {
      throw new Failure('interrupted', 'interrupted, nothing was answered', { cause: error });
    }
    throw error;
  } finally {
    stdin.off('keypress', onKey).off('end', leave).off('close', leave);
  }
}

function confirmationNeeded(question: string, hint: string): Failure {
  return new Failure('confirmation_needed', `nobody is there to answer: ${question}`, { hint });
}

/** The prompts of a terminal. `interactive`: somebody is there to answer. */
export function prompts(
  options: TerminalOptions,
  messages: MessageStream,
  interactive: boolean,
): Pick<Terminal, 'confirm' | 'choose' | 'secret' | 'input' | 'search'> {
  const isPlain = options.environment.TERM === 'dumb';
  const cleaned = <Value>(choices: readonly Choice<Value>[]) =>
    choices.map(({ name, value }) => ({ name: sanitizeLine(name), value }));
  return {
    async confirm(question, flag) {
      if (options.yes) return true;
      if (!interactive) throw confirmationNeeded(question, `${flag} answers yes`);
      messages.statusLine?.stop();
      const message = sanitizeLine(question);
      if (isPlain) return await ask(options, context => plainConfirm(message, context));
      const { default: confirm } = await import('@inquirer/confirm');
      return await ask(options, context => confirm({ message, default: false }, context));
    },
    async choose(question, choices, instead) {
      if (!interactive) throw confirmationNeeded(question, `use ${instead}`);
      messages.statusLine?.stop();
      const message = sanitizeLine(question);
      const clean = cleaned(choices);
      if (isPlain) return await ask(options, context => plainChoice(message, clean, context));
      const { default: select } = await import('@inquirer/select');
      return await ask(options, context =>
        select({ message, choices: clean, pageSize: 15, loop: false }, context),
      );
    },
    async input(question, check, instead) {
      if (!interactive) throw confirmationNeeded(question, `use ${instead}`);
      messages.statusLine?.stop();
      const message = sanitizeLine(question);
      if (isPlain) return await ask(options, context => plainInput(message, check, context));
      const { default: input } = await import('@inquirer/input');
      const validate = (text: string) => check(text.trim()) ?? true;
      return (await ask(options, context => input({ message, validate }, context))).trim();
    },
    async search(question, found, instead) {
      if (!interactive || isPlain) throw confirmationNeeded(question, `use ${instead}`);
      messages.statusLine?.stop();
      const { default: search } = await import('@inquirer/search');
      const source = (typed: string | undefined) => cleaned(found(typed?.trim() ?? ''));
      return await ask(options, context =>
        search({ message: sanitizeLine(question), source, pageSize: 12 }, context),
      );
    },
    async secret(question, instead) {
      if (!interactive) throw confirmationNeeded(question, `use ${instead}`);
      messages.statusLine?.stop();
      const { default: password } = await import('@inquirer/password');
      return await ask(options, context => password({ message: sanitizeLine(question) }, context));
    },
  };
}
