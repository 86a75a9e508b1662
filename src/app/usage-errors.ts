/** Failures of a command line. The value of an unknown option is never printed: it may be a secret. */
import { argumentName } from '../cli/command.ts';
import { type CommandShape, lastValue, nameOf, type Reading } from '../cli/read-words.ts';
import { Failure } from '../lib/failure.ts';
import { didYouMean, nearest } from '../lib/text/nearest.ts';
import { notShown } from '../lib/text/not-shown.ts';
import table from './near-misses.tsv?raw';

/** The failure for the problem of a command line. */
export function usageFailure(reading: Reading): Failure {
  const { problem, path, command, behindJson, operands } = reading;
  const { commands = [] } = command;
  const name = nameOf(path);
  const help = { hint: `${name} --help` };
  switch (problem?.kind) {
    case 'unknown-command': {
      const { word } = problem;
      const isFields = word === behindJson && /[.,]/.test(word);
      if (isFields) return new Failure('unknown_command', `unknown command "${word}"`, forFields(word));
      return unknownCommand(word, reading);
    }
    case 'needs-command': {
      const names = commands.map(below => below.name);
      return new Failure('missing_argument', `${name} needs a subcommand: ${names.join(', ')}`, help);
    }
    case 'unknown-option':
      return unknownOption(problem.flag, reading);
    case 'takes-no-value':
      if (problem.flag === '--api-key') return keyOnCommandLine();
      return new Failure('usage', `${problem.flag} takes no value`, help);
    case 'missing-value':
      return new Failure('missing_argument', `${problem.flag.option.flags} needs a value`, help);
    case 'empty-argument': {
      const [first] = command.arguments ?? [];
      return new Failure('missing_argument', `<${first && argumentName(first)}> of ${name} is empty`);
    }
    case 'missing-argument':
      return missingArgument(path, command);
    default: {
      if (lastValue(reading, '--api-key') !== undefined) return keyOnCommandLine();
      const expected = command.arguments?.length ?? 0;
      const message = `too many arguments for '${command.name}': expected ${expected}, got ${operands.length}`;
      if (behindJson !== undefined) return new Failure('usage', message, forFields(behindJson));
      // `tags create promo`, `subscribers create ann@example.org`.
      const { email, name: called } = (command.name === 'create' && command.options) || {};
      const meant = email ?? called;
      return new Failure('usage', message, meant === undefined ? help : { hint: `${name} ${meant.flags}` });
    }
  }
}

/** The failure for a command line without what a command needs. */
export function missingArgument(path: readonly string[], { usage, ...command }: CommandShape): Failure {
  const needed =
    usage?.replace('[options]', '').trim() ?? command.arguments?.map(({ name }) => name).join(' ');
  return new Failure('missing_argument', `${nameOf(path)} needs ${needed}`, {
    hint: `${nameOf(path)} --help`,
  });
}

/**
 * The failure for a command that does not exist, with the nearest name as a hint.
 *
 * @param reading of the line, as far as its words are known
 * @param topics names of help topics, if a topic would be valid, too
 */
export function unknownCommand(
  word: string,
  { path, command: { commands = [] } }: Reading,
  topics: readonly string[] = [],
): Failure {
  const names = commands.map(({ name }) => name);
  const known = nearMiss(word, path);
  const near = known === undefined ? nearest(word, [...names, ...topics]) : undefined;
  const what = topics.length === 0 ? 'command' : 'command or topic';
  const hint = near === undefined ? `${nameOf(path)} --help` : `did you mean ${near}?`;
  // The commands of a group are a line; those of the program and the topics are a page.
  const isShort = path.length > 0 && (known ?? near) === undefined && names.length > 0;
  return new Failure('unknown_command', `unknown ${what} "${word}"`, {
    details: isShort ? [`commands: ${names.join(', ')}`] : [],
    hint: known ?? hint,
  });
}

/** Options that confirm, send, overwrite or limit what a run may do are not suggested for a misspelling. */
const neverSuggested = ['--yes', '--send', '--send-again', '--force', '--allow'];

function unknownOption(flag: string, { path, flags }: Reading): Failure {
  const name = nameOf(path);
  const longs = flags.map(({ long }) => long);
  // It is known, but was typed before the name of its command.
  const late = longs.includes(flag) ? `type it after the command: ${name} ${flag}` : undefined;
  // Without the dashes, which would make any two short options similar.
  const names = longs.filter(long => !neverSuggested.includes(long)).map(long => long.slice(2));
  const guess = didYouMean(flag.slice(2), names, `${name} --help`, '--');
  return new Failure('unknown_option', `unknown option ${flag} for ${name}`, {
    hint: late ?? nearMiss(flag, path) ?? guess,
  });
}

/** For `login --api-key abc`, as other tools take it. The key is not repeated. */
function keyOnCommandLine(): Failure {
  return new Failure('usage', '--api-key takes no value: others could see a key on the command line', {
    hint: 'to be asked for the key: newsletter login --api-key; a script gives it on stdin',
  });
}

const forFields = (fields: string) => ({ hint: `to select fields, write --json=${fields}` });

/** Words of other tools, and things that the service cannot do: where, words, what to use instead. */
const nearMisses = table
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .map(line => line.split('\t'));

/**
 * What to use in place of a word or an option of another tool, as a hint.
 *
 * @param path the names that lead to where it was typed
 */
function nearMiss(typed: string, path: readonly string[]): string | undefined {
  const at = path.join(' ');
  const word = typed.toLowerCase();
  const isAt = (where: string) =>
    where === at || (where.endsWith('*') && path.length > 0 && at.startsWith(where.slice(0, -1)));
  const row = nearMisses.find(
    ([where = '', words = '']) => where.split(', ').some(isAt) && words.split(' ').includes(word),
  );
  return row?.[2] === 'not shown' ? notShown : row?.[2];
}
