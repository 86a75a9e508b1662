/** Failures of a command line. The value of an unknown option is never printed: it may be a secret. */
import { authGroup, otherNames } from '../cli/aliases.ts';
import { argumentName, isRequired } from '../cli/command.ts';
import { flagsOf } from '../cli/option.ts';
import { beginsLikeFlag, type CommandShape, lastValue, type Reading, splitFlag } from '../cli/read-words.ts';
import { Failure } from '../lib/failure.ts';
import { nearest } from '../lib/text/nearest.ts';
import { isFileName, nearMiss } from './near-misses.ts';
import { corrected, filled, knownOption } from './option-hints.ts';

/** The full name of a command: `newsletter groups list`. */
export const nameOf = (path: readonly string[]): string => ['newsletter', ...path].join(' ');

/** The failure for the problem of a command line. */
export function usageFailure(reading: Reading): Failure {
  const { problem, path, command, behindJson } = reading;
  const { commands = [] } = command;
  const name = nameOf(path);
  const more = { hint: `${name} --help` };
  switch (problem?.kind) {
    case 'unknown-command': {
      const { word } = problem;
      if (word === behindJson && /^\w+(?:[.,]\w+)+$/.test(word)) {
        return new Failure('unknown_command', `unknown command "${word}"`, { hint: forFields(word) });
      }
      return unknownCommand(word, { path, commands, operands: operandsOf(reading) });
    }
    case 'needs-command': {
      const names = commands.map(below => below.name).filter(isListed);
      return new Failure('missing_argument', `${name} needs a subcommand: ${names.join(', ')}`, more);
    }
    case 'unknown-option':
      return unknownOption(problem.flag, reading);
    case 'takes-no-value':
      if (problem.flag === '--api-key') return keyOnCommandLine();
      return new Failure('usage', `${problem.flag} takes no value`, more);
    case 'missing-value': {
      const { flags } = problem.flag.option;
      return new Failure('missing_argument', `${flags} needs a value`, more);
    }
    case 'empty-argument': {
      const [first] = command.arguments ?? [];
      return new Failure('missing_argument', `<${first && argumentName(first)}> of ${name} is empty`);
    }
    case 'missing-argument':
      return missingArgument(path, command);
    default:
      return tooMany(reading);
  }
}

/** What was typed behind an unknown command, unless it may be the value of an unknown option. */
function operandsOf({ words, operands, flags }: Reading): readonly string[] {
  const known = flags.flatMap(({ long, short }) => [long, short]);
  const isForeign = words.some(word => beginsLikeFlag(word) && !known.includes(splitFlag(word).long));
  return isForeign ? [] : operands.slice(1);
}

/** The failure for a command line without what a command needs. */
export function missingArgument(path: readonly string[], { usage, ...command }: CommandShape): Failure {
  const needed =
    usage?.replace('[options]', '').trim() ?? command.arguments?.map(({ name }) => name).join(' ');
  return new Failure('missing_argument', `${nameOf(path)} needs ${needed}`, {
    hint: `${nameOf(path)} --help`,
  });
}

const isListed = (name: string) => name !== authGroup;

/**
 * The failure for a command that does not exist, with the nearest name as a hint.
 *
 * @param where what was searched: the names that lead there, and the commands
 * @param topics names of help topics, if a topic would be valid, too
 */
export function unknownCommand(
  word: string,
  where: {
    readonly path: readonly string[];
    readonly commands: readonly CommandShape[];
    /** What was typed behind the word. */
    readonly operands?: readonly string[];
  },
  topics: readonly string[] = [],
): Failure {
  const { path, operands = [] } = where;
  const names = where.commands.map(({ name }) => name).filter(isListed);
  const typed = path.length === 0 && isFileName(word) ? [word] : operands;
  const known = filled(withArguments(nearMiss(word, path, names), where), typed);
  const candidates = [...names, ...topics, ...(path.length === 0 ? otherNames : [])];
  const near = known === undefined ? nearest(word, candidates) : undefined;
  const what = topics.length === 0 ? 'command' : 'command or topic';
  const lists = [
    ...(names.length === 0 ? [] : [`commands: ${names.join(', ')}`]),
    ...(topics.length === 0 ? [] : [`topics: ${topics.join(', ')}`]),
  ];
  return new Failure('unknown_command', `unknown ${what} "${word}"`, {
    details: (known ?? near) === undefined ? lists : [],
    hint: known ?? (near === undefined ? `${nameOf(path)} --help` : `did you mean ${near}?`),
  });
}

/** Options that confirm, send or overwrite are not suggested for a misspelling. */
export const neverSuggested = ['--yes', '--send', '--send-again', '--force'];

/** `newsletter groups get` takes a group: the hint has a gap for it, which what was typed may fill. */
function withArguments(
  hint: string | undefined,
  { path, commands }: { readonly path: readonly string[]; readonly commands: readonly CommandShape[] },
): string | undefined {
  const own = commands.find(({ name }) => hint === `${nameOf(path)} ${name}`);
  if (own === undefined) return hint;
  const needed = own.arguments?.filter(isRequired).map(({ name }) => name) ?? [];
  return [
    hint,
    ...(needed.length > 0 ? needed : namedGap(Object.values(own.options ?? {}).map(flagsOf))),
  ].join(' ');
}

/** What `create` needs a name for, as options: `--name <name>`. */
function namedGap(flags: readonly { readonly long: string }[]): string[] {
  const named = ['--email', '--name'].find(long => flags.some(flag => flag.long === long));
  return named === undefined ? [] : [`${named} <${named.slice(2)}>`];
}

function unknownOption(flag: string, reading: Reading): Failure {
  const { path, flags } = reading;
  const name = nameOf(path);
  const longs = flags.map(({ long }) => long);
  // It is known, but was typed before the name of its command.
  const late = longs.includes(flag) ? `type it after the command: ${name} ${flag}` : undefined;
  // Without the dashes, which would make any two short options similar.
  const names = longs.filter(long => !neverSuggested.includes(long)).map(long => long.slice(2));
  const near = flag.length > 2 ? nearest(flag.slice(2), names) : undefined;
  return new Failure('unknown_option', `unknown option ${flag} for ${name}`, {
    hint: late ?? knownOption(flag, reading) ?? (near && `did you mean --${near}?`) ?? `${name} --help`,
  });
}

/** For `login --api-key abc`, as other tools take it. The key is not repeated. */
function keyOnCommandLine(): Failure {
  return new Failure('usage', '--api-key takes no value: others could see a key on the command line', {
    hint: 'newsletter login --api-key asks for the key; a script gives it on stdin',
  });
}

function tooMany(reading: Reading): Failure {
  if (lastValue(reading, '--api-key') !== undefined) return keyOnCommandLine();
  const { path, command, operands, flags, behindJson, words } = reading;
  const { length: expected } = command.arguments ?? [];
  const message = `too many arguments for '${command.name}': expected ${expected}, got ${operands.length}`;
  // `groups create Berlin` may mean `--name Berlin`.
  const [gap] = command.name === 'create' ? namedGap(flags) : [];
  const [first = ''] = operands;
  const [long = ''] = gap?.split(' ') ?? [];
  const whole =
    operands.length === 1 && corrected(reading, words.toSpliced(words.indexOf(first), 1, long, first));
  const instead = gap === undefined ? nearMiss(first, path) : whole || `${nameOf(path)} ${gap}`;
  const isFields = behindJson !== undefined && /^\w+([.,]\w+)*$/.test(behindJson);
  const at = words.findIndex((word, n) => word === '--json' && words[n + 1] === behindJson);
  const withFields = isFields
    ? corrected(reading, words.toSpliced(at, 2, `--json=${behindJson}`))
    : undefined;
  return new Failure('usage', message, {
    hint: withFields ?? instead ?? `${nameOf(path)} --help`,
    details: isFields ? [forFields(behindJson)] : [],
  });
}

const forFields = (fields: string) => `to select fields, write --json=${fields}`;
