/** Runs a command line that has been read. */
import { Argument, Command, Option } from 'commander';
import {
  type ArgumentSpec,
  argumentName,
  type CommandSpec,
  isNeeded,
  isRequired,
  isRunnable,
  isVariadic,
  offerOf,
  type TypedArgument,
} from '../cli/command.ts';
import { filesTyped, refusesDryRun, writesToService } from '../cli/command-metadata.ts';
import { flagsOf, globalOptions, InvalidValue, negativeFlag, type OptionSpec } from '../cli/option.ts';
import { nameOf, type Reading } from '../cli/read-words.ts';
import type { Context, GlobalOptions } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import type { CommandLine } from './read-line.ts';
import type { Run } from './run.ts';

/** Problems with the number of arguments, reported only when all values are valid. */
const aboutArguments = ['empty-argument', 'missing-argument', 'too-many-arguments'];

/** Parses a command line with Commander and runs its command. @throws Failure */
export async function runLine({ reading, spec: top }: CommandLine, run: Run): Promise<void> {
  const { path, problem, command } = reading;
  const spec = path.length < 2 ? top : top?.commands?.find(({ name }) => name === path[1]);
  const isOther = problem !== undefined && !aboutArguments.includes(problem.kind);
  if (spec === undefined || !isRunnable(spec) || isOther) throw await failureOf(reading);
  const invocation = parse(reading, spec);
  const isAsked = problem?.kind === 'missing-argument' && isOffered(command.arguments);
  if (problem !== undefined && !isAsked) throw await failureOf(reading);
  await runParsed(invocation, run);
}

const failureOf = async (reading: Reading) => (await import('./usage-errors.ts')).usageFailure(reading);

/** Runs the parsed command after checking its options. */
async function runParsed(invocation: Invocation, run: Run): Promise<void> {
  const { spec, args, options, typedOptions, globals } = invocation;
  const release = run.catchSignals(spec.passesStatus === true);
  try {
    await run.prepare(globals, spec, options);
    if (globals.dryRun && refusesDryRun(spec, args, options)) {
      throw new Failure('usage', '--dry-run is not supported: this command changes only this machine');
    }
    for (const file of filesTyped(spec, args, options)) run.context.touches(file);
    if (globals.dryRun && writesToService(spec)) {
      const { checkAccountIsNamed } = await import('../cli/account-check.ts');
      await checkAccountIsNamed(run.context);
    }
    await spec.run(run.context, await completed(args, invocation, run), options, typedOptions);
    if (globals.dryRun) throwRefusal(run.context);
  } catch (error) {
    if (globals.dryRun) throwRefusal(run.context);
    if (!(error instanceof Failure) || error.code !== 'connection_refused') throw error;
    throw await withSandboxHint(error, run.context);
  } finally {
    release();
  }
}

/** A dry run of what the rails refuse ends as the real run would, having shown its plan. */
function throwRefusal(context: Context): void {
  const refusal = context.refusal();
  if (refusal !== undefined) throw refusal;
}

/** The failure of a refused connection; that of a stopped sandbox says how to start it. */
async function withSandboxHint(failure: Failure, context: Context): Promise<Failure> {
  const { sandboxProfile } = await import('../settings/schema.ts');
  const settings = await context.settings().catch(() => undefined);
  if (settings?.profile !== sandboxProfile || settings.origin('base-url') !== 'profile') return failure;
  return failure.reworded('the sandbox is not running', {
    details: failure.details,
    hint: 'newsletter sandbox, in another terminal',
  });
}

/** Whether a terminal offers something for the only argument that a command needs. */
const isOffered = ([first, ...others]: readonly ArgumentSpec[] = []): boolean =>
  first !== undefined && offerOf(first) !== undefined && !others.some(isRequired);

/**
 * The arguments. If the first one is a record and missing, the user chooses it.
 *
 * @throws Failure missing_argument without a terminal; a missing optional argument is left to the command
 */
async function completed(
  args: readonly TypedArgument[],
  { path, spec, typedOptions }: Invocation,
  { context }: Run,
): Promise<readonly TypedArgument[]> {
  const [first] = spec.arguments;
  if (first === undefined || args[0]?.length || !isNeeded(first, typedOptions)) return args;
  const offer = offerOf(first);
  if (offer === undefined) return args;
  if (context.terminal.asks) {
    const { pick } = await import('../cli/offers.ts');
    const picked = await pick(context, offer, first.name);
    return [isVariadic(first) ? [picked] : picked, ...args.slice(1)];
  }
  if (!isRequired(first)) return args;
  throw (await import('./usage-errors.ts')).missingArgument(path, spec);
}

export interface Invocation {
  /** The names that lead to the command. */
  readonly path: readonly string[];
  readonly spec: CommandSpec;
  /** In the order of the record's arguments. */
  readonly args: readonly TypedArgument[];
  /** The command's own options, as its record names them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of the options that were typed. */
  readonly typedOptions: readonly string[];
  readonly globals: GlobalOptions;
}

/**
 * Declares the command to Commander by its record, and lets it parse: values, choices, defaults, repetitions.
 *
 * It gets the words in their plainest form, since `readWords` comes first in any case: to find the one record to load,
 * and to word each error. As typed, Commander would read two lines otherwise: after `--json` it takes the next word, and
 * the words after `sandbox exec` belong to another program.
 *
 * @throws Failure invalid_value
 */
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
    typedOptions: names.filter(name => command.getOptionValueSource(name) === 'cli'),
    globals: command.optsWithGlobals<GlobalOptions>(),
  };
}

/** The same command line in the plainest form for Commander: no alias, no cluster, operands behind `--`. */
export function plainWords({ path, options, operands }: Reading): string[] {
  const typed = options.map(({ flag, value }) => (value === undefined ? flag.long : `${flag.long}=${value}`));
  return [...path, ...typed, '--', ...operands];
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
