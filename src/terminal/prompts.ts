import { Failure } from '../lib/failure.ts';
import { sanitizeLine } from './sanitize.ts';
import type { MessageStream } from './status-line.ts';
import type { Terminal, TerminalOptions } from './terminal.ts';

interface PromptContext {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

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
    if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name)) {
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
): Pick<Terminal, 'confirm' | 'choose' | 'secret'> {
  return {
    async confirm(question, flag) {
      if (options.yes) return true;
      if (!interactive) throw confirmationNeeded(question, `${flag} answers yes`);
      messages.statusLine?.stop();
      const { default: confirm } = await import('@inquirer/confirm');
      const message = sanitizeLine(question);
      return await ask(options, context => confirm({ message, default: false }, context));
    },
    async choose(question, choices, instead) {
      if (!interactive) throw confirmationNeeded(question, `use ${instead}`);
      messages.statusLine?.stop();
      const { default: select } = await import('@inquirer/select');
      const clean = choices.map(({ name, value }) => ({ name: sanitizeLine(name), value }));
      return await ask(options, context =>
        select({ message: sanitizeLine(question), choices: clean, pageSize: 15, loop: false }, context),
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
