import type { Command, CommanderError } from 'commander';
import { otherNames } from '../cli/aliases.ts';
import { Failure, type FailureDetails } from '../lib/failure.ts';
import { nearest } from '../lib/nearest.ts';
import { knownElsewhere, optionElsewhere } from './elsewhere.ts';

/**
 * Converts an error of Commander to a Failure. The value of an unknown option is never printed: it may be a secret
 * (`--api-key=…`).
 *
 * @param words the command line without program name
 * @returns undefined if there is no error: help or the version was requested
 */
export function usageFailure(
  error: CommanderError,
  program: Command,
  words: readonly string[],
): Failure | undefined {
  const command = commandIn(program, words);
  if (error.exitCode === 0) return unknownCommandInHelp(command);
  const message = error.message.replace(/^error: /, '').replace(/\n.*$/s, '');
  const more = { hint: `${nameOf(command)} --help` };
  switch (error.code) {
    case 'commander.help':
      return needsCommand(command, more);
    case 'commander.unknownCommand':
      return fieldsBehindJson(words) ?? unknownCommand(/'(.*)'/.exec(message)?.[1] ?? '', command);
    case 'commander.unknownOption':
      return unknownOption(/^unknown option '(.*)'$/.exec(message)?.[1] ?? '', command, more);
    case 'commander.invalidArgument':
      return new Failure('invalid_value', invalidValue(message), more);
    case 'commander.excessArguments':
      if (words.includes('--api-key')) return keyOnCommandLine();
      return new Failure('usage', tooMany(message), {
        hint: instead(command) ?? more.hint,
        details: jsonDetails(words),
      });
    case 'commander.optionMissingArgument':
      return new Failure('missing_argument', message.replace(/^option '(.*)' .*/, '$1 needs a value'), more);
    case 'commander.missingArgument':
      return new Failure('missing_argument', `${nameOf(command)} needs ${argumentsOf(command)}`, more);
    default:
      return new Failure('usage', message, more);
  }
}

/** For `groups lst --help`, where Commander would print the help of `groups`. */
function unknownCommandInHelp(command: Command): Failure | undefined {
  const [word] = command.args;
  if (command.commands.length === 0 || word === undefined || word === 'help' || word.startsWith('-')) {
    return undefined;
  }
  return command.registeredArguments.length > 0 ? undefined : unknownCommand(word, command);
}

/** The command that the words name. Values of options are skipped: a profile may have the name of a command. */
export function commandIn(program: Command, words: readonly string[]): Command {
  let command = program;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') break;
    if (takesNext(command, word)) i++;
    else command = command.commands.find(each => each.name() === word) ?? command;
  }
  return command;
}

/** Whether the word is an option of the command or its parents that takes the next word as its value. */
function takesNext(command: Command, word: string): boolean {
  if (command.options.some(option => option.required && [option.short, option.long].includes(word)))
    return true;
  return command.parent !== null && takesNext(command.parent, word);
}

/** The full name of a command: `newsletter groups list`. */
export function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

/**
 * Rejects an empty first argument, which usually is an unset variable in a script. Commands check the others.
 *
 * @throws Failure missing_argument
 */
export function checkArguments(command: Command): void {
  const [first] = command.registeredArguments;
  if (first === undefined || command.args[0]?.trim() !== '') return;
  throw new Failure('missing_argument', `<${first.name()}> of ${nameOf(command)} is empty`);
}

/** The arguments as in the help: `[METHOD] <path>`. */
function argumentsOf(command: Command): string {
  return command
    .usage()
    .replaceAll(/\[(options|command)\]/g, '')
    .trim();
}

function needsCommand(command: Command, more: FailureDetails): Failure {
  const commands = command.commands.map(each => each.name()).join(', ');
  return new Failure('missing_argument', `${nameOf(command)} needs a subcommand: ${commands}`, more);
}

/**
 * The failure for a command that does not exist, with the nearest name as a hint.
 *
 * @param parent the command or program that was searched
 * @param topics names of help topics, if a topic would be valid, too
 */
export function unknownCommand(word: string, parent: Command, topics: readonly string[] = []): Failure {
  const names = parent.commands.map(each => each.name());
  const path = nameOf(parent).split(' ').slice(1);
  const elsewhere = knownElsewhere(word, path, names);
  const near =
    elsewhere === undefined
      ? nearest(word, [...names, ...topics, ...(path.length === 0 ? otherNames : [])])
      : undefined;
  const what = topics.length === 0 ? 'command' : 'command or topic';
  const lists = [
    ...(names.length === 0 ? [] : [`commands: ${names.join(', ')}`]),
    ...(topics.length === 0 ? [] : [`topics: ${topics.join(', ')}`]),
  ];
  return new Failure('unknown_command', `unknown ${what} "${word}"`, {
    details: (elsewhere ?? near) === undefined ? lists : [],
    hint: elsewhere ?? (near === undefined ? `${nameOf(parent)} --help` : `did you mean ${near}?`),
  });
}

function unknownOption(given: string, command: Command, more: FailureDetails): Failure {
  const flag = given.startsWith('--') ? given.replace(/=.*$/s, '') : given.slice(0, 2);
  const flags = optionsOf(command);
  if (flags.includes(flag)) {
    return flag === '--api-key' ? keyOnCommandLine() : new Failure('usage', `${flag} takes no value`, more);
  }
  const near = optionElsewhere(flag, nameOf(command).split(' ').slice(1)) ?? nearOption(flag, flags);
  return new Failure('unknown_option', `unknown option ${flag} for ${nameOf(command)}`, {
    hint: near ?? more.hint,
  });
}

/** Options that confirm, send or overwrite: nobody is led to them by a misspelling. */
const neverSuggested = ['--yes', '--send', '--send-again', '--force'];

function nearOption(flag: string, flags: readonly string[]): string | undefined {
  if (!flag.startsWith('--')) return undefined;
  // The dashes are no letters: they would make any two short options near.
  const names = flags.filter(each => !neverSuggested.includes(each)).map(each => each.replace(/^--/, ''));
  const near = nearest(flag.replace(/^--/, ''), names);
  return near && `did you mean --${near}?`;
}

/** For `login --api-key abc`, as other tools take it. The key is not repeated. */
function keyOnCommandLine(): Failure {
  return new Failure('usage', '--api-key takes no value: others could see a key on the command line', {
    hint: 'newsletter login --api-key asks for the key; a script gives it on stdin',
  });
}

/** The long options of a command, then those of its parents. */
function optionsOf(command: Command): string[] {
  const own = command.createHelp().visibleOptions(command);
  const long = own.flatMap(option => option.long ?? []);
  return command.parent === null ? long : [...long, ...optionsOf(command.parent)];
}

function invalidValue(message: string): string {
  return message
    .replace(
      /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. /s,
      'invalid value "$2" for $1: ',
    )
    .replace(
      /^command-argument value '(.*)' is invalid for argument '(.*)'\. /s,
      'invalid value "$1" for <$2>: ',
    )
    .replace('Allowed choices are', 'expected one of')
    .replace(/\.$/, '');
}

function tooMany(message: string): string {
  return message.replace(/\. Expected (\d+) arguments? but got (\d+)\.$/, ': expected $1, got $2');
}

/** What may have been meant by an argument too many: `groups create Berlin`. */
function instead(command: Command): string | undefined {
  const named = ['--email', '--name'].find(long => command.options.some(option => option.long === long));
  return command.name() === 'create' && named ? `${nameOf(command)} ${named} <${named.slice(2)}>` : undefined;
}

/** For `--json name,id groups list`, where Commander takes the fields for a command. */
function fieldsBehindJson(words: readonly string[]): Failure | undefined {
  const next = words[words.indexOf('--json') + 1] ?? '';
  if (!words.includes('--json') || !/^\w+(?:[.,]\w+)+$/.test(next)) return undefined;
  return new Failure('unknown_command', `unknown command "${next}"`, {
    hint: `to select fields, write --json=${next}`,
  });
}

/** For `--json name`: explains that `--json` takes fields only after `=`. */
function jsonDetails(words: readonly string[]): string[] {
  const next = words[words.indexOf('--json') + 1];
  const isBare = words.includes('--json') && next !== undefined && /^\w+([.,]\w+)*$/.test(next);
  return isBare ? [`to select fields, write --json=${next}`] : [];
}
