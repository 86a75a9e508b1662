import type { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import type { Input } from '../import/files/stdin-spool.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/files/file-errors.ts';

/** On a terminal, prints that input is awaited. @throws Failure usage if stdin is a terminal and prompts are off */
export function checkStdin(context: Context): void {
  if (!context.stdin.isTTY) return;
  if (context.options.input === false || context.environment.CI) {
    throw new Failure('usage', 'no input: stdin is a terminal, and prompts are disabled', { hint: pipeHint });
  }
  context.terminal.note('reading from the terminal; press Ctrl-D on an empty line to finish');
}

const pipeHint = 'pipe it in; to type it, unset CI and omit --no-input';

/** Reads stdin to its end. @throws Failure usage when it was read before, or on a terminal without prompts */
export async function readStdin(context: Context): Promise<Buffer> {
  checkStdin(context);
  const { stdin, interrupted } = context;
  if (stdin.readableEnded) throw new Failure('usage', 'only one text can be read from standard input');
  const { addAbortSignal } = await import('node:stream');
  // Without the signal, toArray would notice Ctrl-C only when the next chunk arrives.
  return Buffer.concat(await addAbortSignal(interrupted, stdin).toArray());
}

/**
 * Reads the value of an option: given directly, as `@file`, or as `-` (stdin). `@@` at the start stands for one `@`.
 *
 * @throws Failure unreadable_file; as `readStdin`
 */
export async function bytesOf(context: Context, value: string): Promise<Buffer> {
  if (value === '-' || value === '@-') {
    context.touches('-');
    return await readStdin(context);
  }
  if (!value.startsWith('@') || value.startsWith('@@')) return Buffer.from(value.replace(/^@@/, '@'));
  const { readFile } = await import('node:fs/promises');
  const file = value.slice(1);
  context.touches(file);
  try {
    return await readFile(file);
  } catch (error) {
    throw unreadable(file, error, 'for a text that begins with @, write @@…');
  }
}

/** Several input files; if one is `-`, it is read from `stdin`. */
export interface Inputs {
  readonly files: readonly string[];
  readonly stdin: Readable & { readonly isTTY?: boolean };
}

/**
 * Opens several input files, of which one may be a pipe.
 *
 * @throws Failure usage when there are several pipes; the reason of the interruption
 */
export async function inputsOf(context: Context, names: readonly string[]): Promise<Inputs> {
  const { inputOf } = await import('../import/files/stdin-spool.ts');
  const inputs: Input[] = [];
  for (const name of names) inputs.push(await inputOf(name, context.stdin, context.interrupted));
  const [piped, other] = inputs.filter(({ file }) => file === '-');
  if (other !== undefined) {
    throw new Failure('usage', 'only one file can be stdin or a pipe', {
      hint: 'save the others to files first',
    });
  }
  return { files: inputs.map(({ file }) => file), stdin: piped?.stdin ?? context.stdin };
}
