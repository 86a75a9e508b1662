/** A command line that Commander reads: parsed, checked, carried out. */
import type { Command, CommanderError } from 'commander';
import { refusesDryRun } from '../cli/command-metadata.ts';
import { Failure, systemCode } from '../lib/failure.ts';
import type { Invocation } from './commander.ts';
import { helpCommand } from './own-commands.ts';
import { createProgram, explain } from './program.ts';
import type { Run } from './run.ts';
import { checkArguments, commandIn, nameOf, usageFailure } from './usage-errors.ts';

export interface CommandLine {
  /** Parses it and runs its command. @throws Failure */
  run(): Promise<void>;
  /** The command that it names, for errors: `newsletter groups list`. */
  name(): string;
}

/**
 * Loads what a command line takes.
 *
 * @param words without program name
 * @param width columns of the screen, for help
 * @param print takes help texts
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

/** Runs the command that a command line names, once its options are known to be in order. */
async function carryOut(invocation: Invocation, run: Run): Promise<void> {
  const { command, spec, args, options, given, globals } = invocation;
  // Help works even where the settings are damaged.
  if (spec === helpCommand) return await explain(command.parent ?? command, args);
  const release = run.catchSignals();
  try {
    await run.prepare(globals, spec);
    checkArguments(command);
    if (globals.dryRun && refusesDryRun(spec, args, options)) {
      throw new Failure(
        'usage',
        '--dry-run shows what would be written to the service; this command writes on this machine only',
      );
    }
    await spec.run(run.context, args, options, given);
  } finally {
    release();
  }
}

async function parse(program: Command, words: readonly string[], run: Run): Promise<void> {
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!isCommanderError(error)) throw error;
    // A group of commands without one of them: people are shown which there are, programs get an error.
    if (error.code === 'commander.help' && error.exitCode !== 0 && !(await run.wantsJson(words))) {
      return commandIn(program, words).outputHelp();
    }
    const failure = usageFailure(error, program, words);
    if (failure !== undefined) throw failure;
  }
}

/** By its code: the names of classes do not survive the bundle. */
function isCommanderError(error: unknown): error is CommanderError {
  return systemCode(error)?.startsWith('commander.') === true;
}
