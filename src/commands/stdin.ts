import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';

/**
 * Reads a secret from stdin, to its end.
 * @param what for the message
 * @throws Failure invalid_value when it is far too long
 */
export async function readStdin({ stdin }: Context, what: string): Promise<string> {
  let read = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    read += chunk;
    if (read.length > 65_536) throw new Failure('invalid_value', `stdin holds more than ${what}`);
  }
  return read;
}
