import { Failure } from '../../src/lib/failure.ts';

/** The failure that work ends with; anything else is an error of the test. */
export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const ended = await work.then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in ended && ended.error instanceof Failure) return ended.error;
  throw new Error('expected a Failure', { cause: ended });
}

/** The failure that a call throws; undefined: none. Anything else is an error of the test. */
export function thrownBy(work: () => unknown): Failure | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
