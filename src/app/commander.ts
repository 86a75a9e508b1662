/**
 * Declares one command to Commander by its record, and lets it parse a line without problems: values, defaults, repetitions.
 * It gets the line in its plainest form, since it cannot read ours (tried): options of every command behind a command's name
 * and `sandbox exec`, whose words from the first on belong to another command, exclude each other, `--json` would take the next
 * word, and an option before the name of a command below is unknown.
 */
import { Argument, Command, Option } from 'commander';
import { type ArgumentSpec, argumentName, type CommandSpec, type TypedArgument } from '../cli/command.ts';
import { flagsOf, InvalidValue, negativeFlag, type OptionSpec } from '../cli/option.ts';
import { globalOptions } from '../cli/options/global-options.ts';
import { nameOf, plainWords, type Reading } from '../cli/read-words.ts';
import type { GlobalOptions } from '../context.ts';
import { Failure } from '../lib/failure.ts';

export interface Invocation {
  /** The names that lead to the command. */
  readonly path: readonly string[];
  readonly spec: CommandSpec;
  /** In the order of the record's arguments. */
  readonly args: readonly TypedArgument[];
  /** The command's own options, as its record names them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of the options that were typed. */
  readonly given: readonly string[];
  readonly globals: GlobalOptions;
}

/** Parses a command line in which the reader found no problem. @throws Failure invalid_value */
export function parse(reading: Reading, spec: CommandSpec): Invocation {
  const { path } = reading;
  const program = new Command('newsletter').exitOverride().helpOption(false).helpCommand(false);
  addOptions(program, Object.values(globalOptions), path);
  let command = program;
  for (const name of path) command = command.command(name).helpOption(false).helpCommand(false);
  addOptions(command, Object.values(spec.options), path);
  for (const argument of spec.arguments) command.addArgument(commanderArgument(argument, path));
  command.allowExcessArguments().action(() => {});
  program.parse(plainWords(reading), { from: 'user' });
  const names = Object.keys(spec.options);
  return {
    path,
    spec,
    args: spec.arguments.map((_, at) => command.processedArgs[at]),
    // `tags create --color` is not the program's `--no-color`.
    options: Object.fromEntries(names.map(name => [name, command.getOptionValue(name)])),
    given: names.filter(name => command.getOptionValueSource(name) === 'cli'),
    globals: command.optsWithGlobals<GlobalOptions>(),
  };
}

function addOptions(command: Command, specs: readonly OptionSpec[], path: readonly string[]): void {
  for (const option of specs.flatMap(spec => commanderOptions(spec, path))) command.addOption(option);
}

/** Arguments may be missing or too many here: the reader has counted them. */
function commanderArgument(spec: ArgumentSpec, path: readonly string[]): Argument {
  const argument = new Argument(spec.name.replace(/^<(.*)>$/, '[$1]'));
  const check = checkedBy(spec, `<${argumentName(spec)}>`, path);
  return spec.choices === undefined ? argument : argument.argParser(text => check(text));
}

/** The Commander options for a record: the option, and its `--no-` form if it has one. */
export function commanderOptions(spec: OptionSpec, path: readonly string[] = []): Option[] {
  const { flags, choices, negation, parse: parser } = spec;
  const parts = flagsOf(spec);
  const option = new Option(flags);
  if (spec.default !== undefined) option.default(spec.default);
  const check = checkedBy(spec, parts.long, path);
  if (spec.repeatable) {
    option.argParser((text: string, before: readonly unknown[] = []) => [...before, check(text)]);
  } else if (choices !== undefined || parser !== undefined) option.argParser(text => check(text));
  return negation === undefined ? [option] : [option, new Option(negativeFlag(parts))];
}

/** Checks and converts a value. @param what it is for, as messages name it */
function checkedBy(
  { choices, parse: parser = text => text }: Pick<OptionSpec, 'choices' | 'parse'>,
  what: string,
  path: readonly string[],
): (text: string) => unknown {
  return text => {
    try {
      if (choices?.includes(text) === false) throw new InvalidValue(`expected one of ${choices.join(', ')}`);
      return parser(text);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      const message = `invalid value "${text}" for ${what}: ${error.message.replace(/\.$/, '')}`;
      throw new Failure('invalid_value', message, { hint: `${nameOf(path)} --help` });
    }
  };
}
