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
  const words = await settleJson(process.argv.slice(2));
  const run = createRun(process);
  const release = run.catchSignals();
  try {
    const program = await createProgram(run.context, words);
    program.hook('preAction', async (_, action) => {
      await run.prepare(action.optsWithGlobals<GlobalOptions>());
    });
    await parse(program, words, run);
    process.exitCode = run.exitStatus();
  } catch (error) {
    process.exitCode = await report(error, words, run, process);
  } finally {
    release();
    await run.close();
  }
}

async function parse(program: Command, words: readonly string[], run: Run): Promise<void> {
  if (words.length === 0) {
    program.outputHelp();
    return;
  }
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    const failure = isCommanderError(error) ? usageFailure(error) : error;
    if (failure !== undefined) throw run.interruption() ?? failure;
  }
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
  return reportFailure(error instanceof Failure ? error : (run.interruption() ?? error), {
    stderr,
    environment: env,
    color: !words.includes('--no-color'),
    json: run.wantsJson(words),
    verbose: words.some(word => word === '-v' || word === '--verbose') || env.NEWSLETTER_DEBUG === '1',
  });
}
