import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';

/** Whether nobody is to be asked anything, whatever stdin is: --no-input, or a pipeline (CI). */
function asksNobody({ options, environment }: Context): boolean {
  return options.input === false || Boolean(environment.CI);
}

/** Tells whoever sits there that they are waited for. @throws Failure usage where nobody types into a terminal */
export function needPipe(context: Context): void {
  if (!context.stdin.isTTY) return;
  if (asksNobody(context)) {
    throw new Failure('usage', 'stdin is a terminal: there is nothing to read, and nobody is asked', {
      hint: asksNobodyHint,
    });
  }
  context.terminal.note('reading what you type; Ctrl-D on a line of its own ends it');
}

const asksNobodyHint = 'pipe it in, or unset CI and leave out --no-input to type it';

/**
 * Reads a secret from stdin, to its end.
 * @param what for the message
 * @throws Failure invalid_value when it is far too long, usage
 */
export async function readStdin(context: Context, what: string): Promise<string> {
  needPipe(context);
  const { stdin } = context;
  let read = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    read += chunk;
    if (read.length > 65_536) throw new Failure('invalid_value', `stdin holds more than ${what}`);
  }
  return read;
}
