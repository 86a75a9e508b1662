import type { CommanderError } from 'commander';
import { Failure, type FailureCode } from '../failure.ts';

const codes: Readonly<Record<string, FailureCode>> = {
  'commander.unknownCommand': 'unknown_command',
  'commander.unknownOption': 'unknown_option',
  'commander.missingArgument': 'missing_argument',
  'commander.optionMissingArgument': 'missing_argument',
  'commander.missingMandatoryOptionValue': 'missing_argument',
  'commander.invalidArgument': 'invalid_value',
};

/**
 * Turns what Commander throws into this program's one kind of failure.
 *
 * @returns undefined when nothing is wrong: help or the version was asked for
 */
export function usageFailure(error: CommanderError): Failure | undefined {
  if (error.exitCode === 0) return undefined;
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = rest.join(' ').match(/Did you mean (.*)\?\)/)?.[1];
  return new Failure(codes[error.code] ?? 'usage', first, {
    hint: suggestion === undefined ? 'newsletter --help' : `did you mean ${suggestion}?`,
    cause: error,
  });
}
