/** The composition root: the only file that knows everything. From a process to its exit status. */
import type { Command, CommanderError } from 'commander';
import { createProgram } from './commands/program.ts';
import { usageFailure } from './commands/usage.ts';
import { settleJson } from './commands/words.ts';
import type { GlobalOptions } from './context.ts';
import { Failure, systemCode } from './failure.ts';
import { createRun, type Run } from './run.ts';

/**
 * Runs one command line and leaves its exit status in `process.exitCode`.
 *
 * @param process the process whose arguments, streams, environment and signals are used
 */
export async function main(process: NodeJS.Process): Promise<void> {
  const run = createRun(process);
  if (process.argv[2] === '__complete') return await answerShell(run, process);
  const words = await settleJson(process.argv.slice(2));
  const release = run.catchSignals();
  try {
    let help = '';
    const program = await createProgram(run.context, words, text => {
      help += text;
    });
    program.hook('preAction', async (_, action) => {
      // Help is to be had even where the settings are damaged.
      if (action.name() === 'help') return;
      // The doctor is asked where the settings are damaged.
      await run.prepare(action.optsWithGlobals<GlobalOptions>(), action.name() === 'doctor');
    });
    await parse(program, words);
    if (help !== '') await print(help, process.stdout);
    process.exitCode = run.exitStatus();
  } catch (error) {
    process.exitCode = await report(error, words, run, process);
  } finally {
    release();
    await run.close();
  }
}

/** For the completion scripts. Somebody is typing: whatever is wrong, nothing is said. */
async function answerShell(run: Run, { argv, stdout }: NodeJS.Process): Promise<void> {
  try {
    const { completions } = await import('./commands/completing.ts');
    await print(await completions(run.context, argv.slice(3)), stdout);
  } catch {
    // The shell offers nothing.
  }
}

async function parse(program: Command, words: readonly string[]): Promise<void> {
  if (words.length === 0) {
    program.outputHelp();
    return;
  }
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    const failure = isCommanderError(error) ? usageFailure(error, program, words) : error;
    if (failure !== undefined) throw failure;
  }
}

/** @throws Failure write_failed, ClosedPipe */
async function print(help: string, stdout: NodeJS.WriteStream): Promise<void> {
  const { outputTo } = await import('./terminal/output.ts');
  const output = outputTo(stdout, () => {});
  output.add(help);
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
  { stderr, env }: NodeJS.Process,
): Promise<number> {
  const { reportFailure } = await import('./terminal/failure-report.ts');
  // The options may be at fault themselves, and not be known yet. Behind -- they are another program's.
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const { verbose, color } = run.context.options;
  return reportFailure(error instanceof Failure ? error : (run.interruption() ?? error), {
    stderr,
    environment: env,
    color: color !== false && !own.includes('--no-color'),
    json: run.wantsJson(own),
    verbose:
      verbose === true ||
      own.some(word => /^(-[qy]*v|--verbose$)/.test(word)) ||
      env.NEWSLETTER_DEBUG === '1',
  });
}
