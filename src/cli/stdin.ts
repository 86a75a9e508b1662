import { closeSync, constants, open as openFile, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import { Failure, systemCode } from '../lib/failure.ts';

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

/** What a shell makes of `<(…)`, and other names of what this process has been given. */
const handedOver = /^(\/dev|\/proc\/self)\/fd\/\d+$/;

/** A file as it was named, and what is read where that is `-`. */
export interface Input {
  readonly file: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
}

/**
 * A pipe that has a name, as in `<(zcat people.csv.gz)`, can be read once only and has no folder of its own: it is
 * read as if it came by standard input.
 *
 * @throws the reason of the interruption while it waits for somebody to write
 */
export async function inputOf({ stdin, interrupted }: Context, file: string): Promise<Input> {
  if (file === '/dev/stdin') return { file: '-', stdin };
  const { open, stat } = await import('node:fs/promises');
  const info = await stat(file).catch(() => undefined);
  try {
    if (info?.isFIFO()) return { file: '-', stdin: await pipe(file, interrupted) };
    if (info?.isFile() && handedOver.test(file))
      return { file: '-', stdin: (await open(file)).createReadStream() };
  } catch (error) {
    interrupted.throwIfAborted();
    if (systemCode(error) === undefined) throw error;
  }
  // Whoever reads the file says what is wrong with it.
  return { file, stdin };
}

/** A read that waits must not keep the process from ending: a socket can be left, a file cannot. */
async function pipe(path: string, interrupted: AbortSignal): Promise<Readable> {
  // Whoever waits for a writer is woken by one.
  const wake = () => {
    try {
      closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    } catch {
      // Nobody waits any more.
    }
  };
  interrupted.addEventListener('abort', wake);
  try {
    const fd = await new Promise<number>((resolve, reject) =>
      openFile(path, (error, opened) => (error === null ? resolve(opened) : reject(error))),
    );
    interrupted.throwIfAborted();
    const { Socket } = await import('node:net');
    return new Socket({ fd, readable: true, writable: false });
  } finally {
    interrupted.removeEventListener('abort', wake);
  }
}
