import { Failure } from '../lib/failure.ts';
import { cleanLine } from './sanitize.ts';
import type { Screen } from './status-line.ts';
import type { Terminal, TerminalOptions } from './terminal.ts';

interface PromptContext {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

/**
 * Asks, on stderr. Ctrl-C, Ctrl-D and a terminal that goes away all mean that nobody answered.
 * @throws Failure interrupted
 */
async function ask<Answer>(
  { stdin, stderr }: TerminalOptions,
  prompt: (context: PromptContext) => Promise<Answer>,
): Promise<Answer> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  // Without this, Ctrl-D closes the prompt without an answer and the program ends as if all were well.
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

function nobody(question: string, hint: string): Failure {
  return new Failure('confirmation_needed', `nobody is there to answer: ${question}`, { hint });
}

/** Questions for the person at the terminal, if there is one. */
export function prompts(
  options: TerminalOptions,
  screen: Screen,
  interactive: boolean,
): Pick<Terminal, 'confirm' | 'choose' | 'secret'> {
  return {
    async confirm(question, flag) {
      if (options.yes) return true;
      if (!interactive) throw nobody(question, `${flag} answers yes`);
      screen.bottom?.stop();
      const { default: confirm } = await import('@inquirer/confirm');
      const message = cleanLine(question);
      return await ask(options, context => confirm({ message, default: false }, context));
    },
    async choose(question, choices, instead) {
      if (!interactive) throw nobody(question, `use ${instead}`);
      screen.bottom?.stop();
      const { default: select } = await import('@inquirer/select');
      const clean = choices.map(({ name, value }) => ({ name: cleanLine(name), value }));
      return await ask(options, context =>
        select({ message: cleanLine(question), choices: clean, pageSize: 15, loop: false }, context),
      );
    },
    async secret(question, instead) {
      if (!interactive) throw nobody(question, `use ${instead}`);
      screen.bottom?.stop();
      const { default: password } = await import('@inquirer/password');
      return await ask(options, context => password({ message: cleanLine(question) }, context));
    },
  };
}
