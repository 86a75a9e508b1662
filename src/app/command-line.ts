/** Parses a command line with Commander, checks it and runs its command. */
import type { Command, CommanderError } from 'commander';
import type { TypedArgument } from '../cli/command.ts';
import { refusesDryRun } from '../cli/command-metadata.ts';
import { isPickable, pick } from '../cli/pickers.ts';
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

/** The arguments, with what the user chooses for the first one where it is missing. @throws Failure missing_argument */
async function completed(
  args: readonly TypedArgument[],
  { command, spec }: Invocation,
  { context }: Run,
): Promise<readonly TypedArgument[]> {
  const [argument] = spec.arguments;
  if (argument === undefined || args[0] !== undefined || !isPickable(argument)) return args;
  if (context.terminal.searches) return [await pick(context, argument), ...args.slice(1)];
  const names = spec.arguments.map(({ name }) => name).join(' ');
  throw new Failure('missing_argument', `${nameOf(command)} needs ${names}`, {
    hint: `${nameOf(command)} --help`,
  });
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
