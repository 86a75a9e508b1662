/** `--fail-if`: conditions on what a command has found. */
import { Failure } from '../lib/failure.ts';

/**
 * Parses each condition.
 *
 * @param example a condition, for the hint
 * @throws Failure invalid_value that names the column
 */
export async function conditionsOf<T>(
  texts: readonly string[],
  parse: (text: string) => T,
  example: string,
): Promise<readonly T[]> {
  const { ConditionProblem } = await import('../lib/conditions.ts');
  return texts.map(text => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof ConditionProblem)) throw error;
      throw new Failure('invalid_value', `--fail-if "${text}", ${error.message}`, {
        hint: `for example: --fail-if '${example}'`,
      });
    }
  });
}
