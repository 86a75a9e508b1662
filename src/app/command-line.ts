/** Parses a command line with Commander, checks it and runs its command. */
import type { Command, CommanderError } from 'commander';
import { type ArgumentSpec, argumentName, type TypedArgument } from '../cli/command.ts';
import { refusesDryRun } from '../cli/command-metadata.ts';
import { isNeeded, offerOf } from '../cli/pickers.ts';
import type { Context } from '../context.ts';
import { Failure, systemCode } from '../lib/failure.ts';
import type { Invocation } from './commander.ts';
import { helpCommand } from './own-commands.ts';
import { createProgram, explain } from './program.ts';
import type { Run } from './run.ts';
import { checkArguments, commandIn, nameOf, usageFailure } from './usage-errors.ts';

export interface CommandLine {
  /** Parses the command line and runs its command. @throws Failure */
  run(): Promise<void>;
  /** The name of its command, for errors: `newsletter groups list`. */
  name(): string;
}

/**
 * Loads the commands that a command line names.
 *
 * @param words without program name
 * @param width columns of the screen, for help
 * @param print receives help texts
 */
export async function openCommandLine(
  words: readonly string[],
  width: number,
  run: Run,
  print: (text: string) => void,
): Promise<CommandLine> {
  const program = await createProgram(words, width, invocation => carryOut(invocation, run), print);
  return {
    run: async () => await parse(program, words, run),
    name: () => nameOf(commandIn(program, words)),
  };
}

/** Runs the parsed command after checking its options. */
async function carryOut(invocation: Invocation, run: Run): Promise<void> {
  const { command, spec, args, options, given, globals } = invocation;
  // Help works even if the settings are invalid.
  if (spec === helpCommand) return await explain(command.parent ?? command, args);
  const release = run.catchSignals(spec.passesStatus === true);
  try {
    await run.prepare(globals, spec, options);
    checkArguments(command);
    if (globals.dryRun && refusesDryRun(spec, args, options)) {
      throw new Failure('usage', '--dry-run is not supported: this command changes only this machine');
    }
    await spec.run(run.context, await completed(args, invocation, run), options, given);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'connection_refused') throw error;
    const { named } = await import('./stopped-sandbox.ts');
    throw await named(error, run.context);
  } finally {
    release();
  }
}

/**
 * The arguments, with what the user chooses for the first one and types for others, where they are missing and the
 * first is a record.
 *
 * @throws Failure missing_argument where nobody can answer; of an optional argument the command says it itself
 */
async function completed(
  args: readonly TypedArgument[],
  { command, spec, given }: Invocation,
  { context }: Run,
): Promise<readonly TypedArgument[]> {
  const { arguments: all } = spec;
  if (all[0] === undefined || offerOf(all[0]) === undefined) return args;
  const missing = all.filter((argument, at) => isEmpty(args[at]) && isNeeded(argument, given));
  if (missing.length === 0) return args;
  if (context.terminal.asks) {
    const answers: TypedArgument[] = [];
    for (const [at, argument] of all.entries()) {
      answers.push(missing.includes(argument) ? await answerFor(argument, context) : args[at]);
    }
    return answers;
  }
  if (missing.every(({ name }) => name.startsWith('['))) return args;
  throw new Failure('missing_argument', `${nameOf(command)} needs ${all.map(({ name }) => name).join(' ')}`, {
    hint: `${nameOf(command)} --help`,
  });
}

const isEmpty = (typed: TypedArgument) => typed === undefined || typed.length === 0;

async function answerFor(argument: ArgumentSpec, context: Context): Promise<TypedArgument> {
  if (offerOf(argument) !== undefined) {
    const { pick } = await import('../cli/offers.ts');
    const picked = await pick(context, argument);
    return argument.name.includes('...') ? [picked] : picked;
  }
  const words = argumentName(argument).replaceAll('-', ' ');
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  return await context.terminal.input(
    label,
    text => (text === '' ? `${label} is required` : undefined),
    argument.name,
  );
}

async function parse(program: Command, words: readonly string[], run: Run): Promise<void> {
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!isCommanderError(error)) throw error;
    // A group was named without a command: print its help, or an error if the output is JSON.
    if (error.code === 'commander.help' && error.exitCode !== 0 && !(await run.wantsJson(words))) {
      return commandIn(program, words).outputHelp();
    }
    const failure = usageFailure(error, program, words);
    if (failure !== undefined) throw failure;
  }
}

/** Checks the code, since the bundle renames classes. */
function isCommanderError(error: unknown): error is CommanderError {
  return systemCode(error)?.startsWith('commander.') === true;
}
