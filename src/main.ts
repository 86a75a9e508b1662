/** The composition root: the only file that knows everything. From a process to its exit status. */
import type { Command, CommanderError } from 'commander';
import { expandJson, ownWords } from './app/argv.ts';
import type { Invocation } from './app/commander.ts';
import { helpCommand } from './app/own-commands.ts';
import { createProgram, explain, explainGroup } from './app/program.ts';
import { createRun, type HostProcess, type Run } from './app/run.ts';
import { checkArguments, commandIn, nameOf, usageFailure } from './app/usage-errors.ts';
import { refusesDryRun } from './cli/command-metadata.ts';
import { Failure, systemCode } from './lib/failure.ts';

/**
 * Runs one command line and leaves its exit status in `process.exitCode`.
 *
 * @param process the process whose arguments, streams, environment and signals are used
 */
export async function main(process: HostProcess): Promise<void> {
  const run = createRun(process);
  if (process.argv[2] === '__complete') return await answerShell(run, process);
  const words = expandJson(process.argv.slice(2));
  const release = run.catchSignals();
  let program: Command | undefined;
  let help = '';
  const print = (text: string) => {
    help += text;
  };
  try {
    program = await createProgram(run.context, words, invocation => carryOut(invocation, run), print);
    await parse(program, words, run);
    if (help !== '') await write(help, process.stdout);
    process.exitCode = run.exitStatus();
  } catch (error) {
    process.exitCode = await report(error, words, run, process, program);
  } finally {
    release();
    await run.close();
  }
}

/** Runs the command that a command line names, once its options are known to be in order. */
async function carryOut(invocation: Invocation, run: Run): Promise<void> {
  const { command, spec, args, options, given, globals } = invocation;
  // Help works even where the settings are damaged.
  if (spec === helpCommand) return await explain(command.parent ?? command, args);
  await run.prepare(globals, spec);
  checkArguments(command);
  if (globals.dryRun && refusesDryRun(spec, args, options)) {
    throw new Failure(
      'usage',
      '--dry-run shows what would be written to the service; this command writes on this machine only',
    );
  }
  await spec.run(run.context, args, options, given);
}

/** For the completion scripts. Somebody is typing: whatever is wrong, nothing is said. */
async function answerShell(run: Run, { argv, stdout }: HostProcess): Promise<void> {
  try {
    const { completions } = await import('./app/complete-command.ts');
    await write(await completions(run.context, argv.slice(3)), stdout);
  } catch {
    // The shell offers nothing.
  }
}

async function parse(program: Command, words: readonly string[], run: Run): Promise<void> {
  if (words.length === 0) return await explainGroup(program);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!isCommanderError(error)) throw error;
    // A group of commands without one of them: people are shown which there are, programs get an error.
    if (error.code === 'commander.help' && error.exitCode !== 0 && !(await run.wantsJson(words))) {
      return await explainGroup(commandIn(program, words));
    }
    const failure = usageFailure(error, program, words);
    if (failure !== undefined) throw failure;
  }
}

/** @throws Failure write_failed, ClosedPipe */
async function write(text: string, stdout: NodeJS.WriteStream): Promise<void> {
  const { stdoutWriter } = await import('./terminal/stdout.ts');
  const output = stdoutWriter(stdout, () => {});
  output.add(text);
  await output.flush();
}

/** By its code: the names of classes do not survive the bundle. */
function isCommanderError(error: unknown): error is CommanderError {
  return systemCode(error)?.startsWith('commander.') === true;
}

async function report(
  error: unknown,
  words: readonly string[],
  run: Run,
  { stderr, env }: HostProcess,
  program: Command | undefined,
): Promise<number> {
  const { reportError } = await import('./terminal/error-report.ts');
  // The options may be at fault themselves, and not be known yet.
  const own = ownWords(words);
  const { verbose, color, profile } = run.context.options;
  return reportError(error instanceof Failure ? error : (run.interruption() ?? error), {
    stderr,
    environment: env,
    color: color !== false && !own.includes('--no-color'),
    json: await run.wantsJson(own),
    command: program && nameOf(commandIn(program, words)),
    profile,
    verbose:
      verbose === true ||
      own.some(word => /^(-[qy]*v|--verbose$)/.test(word)) ||
      env.NEWSLETTER_DEBUG === '1',
  });
}
