/** Creates Commander commands from command records. */
import { Argument, Command, Option } from 'commander';
import {
  type ArgumentSpec,
  type CommandSpec,
  isRunnable,
  type TopCommand,
  type TypedArgument,
} from '../cli/command.ts';
import type { OptionSpec } from '../cli/option.ts';
import { offerOf } from '../cli/pickers.ts';
import type { GlobalOptions } from '../context.ts';

/** A Commander command with its record. */
export class ProgramCommand extends Command {
  readonly spec: TopCommand | undefined;

  constructor(name: string, spec?: TopCommand) {
    super(name);
    this.spec = spec;
  }
}

/** The record of a command; undefined for the program itself and for commands whose module is not loaded. */
export function specOf(command: Command): TopCommand | undefined {
  return command instanceof ProgramCommand ? command.spec : undefined;
}

/** A parsed command line. */
export interface Invocation {
  readonly command: Command;
  readonly spec: CommandSpec;
  /** In the order of the record's arguments. */
  readonly args: readonly TypedArgument[];
  /** The command's own options, as its record names them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of the options that were typed. */
  readonly given: readonly string[];
  readonly globals: GlobalOptions;
}

/**
 * Adds a command and its subcommands to a Commander command.
 *
 * @param run called with the parsed command line
 */
export function addCommand(
  parent: Command,
  spec: TopCommand,
  summary: string | undefined,
  run: (invocation: Invocation) => Promise<void>,
): Command {
  const command = new ProgramCommand(spec.name, spec)
    .copyInheritedSettings(parent)
    .description(spec.description);
  if (summary !== undefined) command.summary(summary);
  parent.addCommand(command);
  for (const below of spec.commands ?? []) addCommand(command, below, below.summary, run);
  if (!isRunnable(spec)) return command;
  if (spec.usage !== undefined) command.usage(spec.usage);
  const isOffered = spec.arguments[0] !== undefined && offerOf(spec.arguments[0]) !== undefined;
  for (const argument of spec.arguments) command.addArgument(commanderArgument(argument, isOffered));
  for (const option of Object.values(spec.options)) {
    for (const each of commanderOptions(option)) command.addOption(each);
  }
  return command.action(async () => {
    const own = ownOptions(command, spec);
    await run({
      command,
      spec,
      args: spec.arguments.map((_, at) => command.processedArgs[at]),
      options: own.values,
      given: own.given,
      globals: command.optsWithGlobals<GlobalOptions>(),
    });
  });
}

/**
 * The option values of a command. Commander stores an option with the command after whose name it was typed, so for
 * `sandbox --port 0 exec` the parent is read, too. Global options are not: `tags create --color` is not `--no-color`.
 */
function ownOptions(command: Command, spec: CommandSpec) {
  const values: Record<string, unknown> = {};
  const given: string[] = [];
  const parents = command.parent !== null && specOf(command.parent) !== undefined ? [command.parent] : [];
  for (const name of Object.keys(spec.options)) {
    const holder = [command, ...parents].find(each => each.getOptionValueSource(name) === 'cli');
    values[name] = (holder ?? command).getOptionValue(name);
    if (holder !== undefined) given.push(name);
  }
  return { values, given };
}

/** @param mayMiss a terminal asks for what is missing; elsewhere `carryOut` refuses it */
function commanderArgument(spec: ArgumentSpec, mayMiss: boolean): Argument {
  const { name, description, choices } = spec;
  const argument = new Argument(mayMiss ? name.replace(/^<(.*)>$/, '[$1]') : name, description);
  return choices === undefined ? argument : argument.choices(choices);
}

/** The Commander options for a record: the option, and its `--no-` form if it has one. */
export function commanderOptions(spec: OptionSpec): Option[] {
  const { flags, description, choices, negation, parse } = spec;
  const option = new Option(flags, description);
  if (choices !== undefined) option.choices(choices);
  if (spec.default !== undefined) option.default(spec.default, spec.defaultText);
  if (spec.repeatable) {
    option.argParser((text: string, before: readonly unknown[] = []) => [
      ...before,
      parse ? parse(text) : text,
    ]);
  } else if (parse) option.argParser(parse);
  const all =
    negation === undefined
      ? [option]
      : [option, new Option(flags.replace(/--([\w-]+).*/, '--no-$1'), negation)];
  return all.map(each => (spec.group === undefined ? each : each.helpGroup(`${spec.group}:`)));
}
