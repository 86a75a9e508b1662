/** The composition root: runs a command line in a process and sets its exit status. */
import { canonicalWords, ownWords } from './app/argv.ts';
import type { CommandLine } from './app/command-line.ts';
import { plainHelp } from './app/plain-help.ts';
import { createRun, type HostProcess, type Run } from './app/run.ts';
import { Failure } from './lib/failure.ts';
import { mayBeTerminal, stdoutWriter, writeDirectly } from './terminal/stdout.ts';

/**
 * Runs one command line and leaves its exit status in `process.exitCode`.
 *
 * @param process the process whose arguments, streams, environment and signals are used
 */
export async function main(process: HostProcess): Promise<void> {
  const run = createRun(process);
  if (process.argv[2] === '__complete') return await completeForShell(run, process);
  const words = canonicalWords(await typedWords(process));
  let line: CommandLine | undefined;
  let help = '';
  const print = (text: string) => {
    help += text;
  };
  const toldEnd = tellsEarlyEnd(process, error => report(error, words, run, process, line?.name()));
  try {
    const width = helpWidth(process);
    const plain = await plainHelp(words, width);
    if (plain !== undefined) await writeFirst(plain, process);
    else {
      const { openCommandLine } = await import('./app/command-line.ts');
      line = await openCommandLine(words, width, run, print);
      await line.run();
    }
    if (help !== '') await write(help, process.stdout);
    process.exitCode = run.exitStatus();
  } catch (error) {
    process.exitCode = await report(error, words, run, process, line?.name());
  } finally {
    toldEnd();
    await run.close();
  }
}

/**
 * Makes sure that a command that never comes to its end, and waits for nothing either, is not taken for one that was
 * carried out: Node ends such a process with status 0.
 *
 * @returns to be called when the command has ended
 */
function tellsEarlyEnd(process: HostProcess, tell: (error: Error) => Promise<number>): () => void {
  const onEmpty = async () => {
    process.exitCode = 1;
    process.exitCode = await tell(new Error('the command stopped halfway; what it has done is unknown'));
  };
  process.once('beforeExit', onEmpty);
  return () => void process.removeListener('beforeExit', onEmpty);
}

/** The words behind the program's name. */
async function typedWords({ argv }: HostProcess): Promise<readonly string[]> {
  const words = argv.slice(2);
  if (!words.includes('exec')) return words;
  const { withCommandApart } = await import('./app/exec-words.ts');
  return await withCommandApart(words);
}

/** Columns for help: those of the terminal, or 80. */
function helpWidth(host: HostProcess): number {
  const columns = Number(host.env.COLUMNS);
  if (columns > 0 || writesToFile(host)) return columns || 80;
  return (host.stdout.isTTY && host.stdout.columns) || 80;
}

/** Called by the completion scripts. Prints no errors: they would appear in the line being typed. */
async function completeForShell(run: Run, host: HostProcess): Promise<void> {
  try {
    const { completions } = await import('./app/complete-command.ts');
    await writeFirst(await completions(run.context, host.argv.slice(3)), host);
  } catch {
    // No candidates.
  }
}

/** Whether standard output is that of this process and no terminal: then its stream, slow to make, is not needed. */
function writesToFile(host: HostProcess): boolean {
  return host === globalThis.process && !mayBeTerminal();
}

/**
 * Writes a text before anything else has been written.
 *
 * @throws Failure write_failed, ClosedPipe
 */
async function writeFirst(text: string, host: HostProcess): Promise<void> {
  if (!writesToFile(host)) return await write(text, host.stdout);
  const left = writeDirectly(text);
  if (left.length > 0) await write(left, host.stdout);
}

/** @throws Failure write_failed, ClosedPipe */
async function write(text: string | Uint8Array, stdout: NodeJS.WriteStream): Promise<void> {
  const output = stdoutWriter(stdout, () => {});
  await output.bytes(typeof text === 'string' ? Buffer.from(text) : text);
}

async function report(
  error: unknown,
  words: readonly string[],
  run: Run,
  { stderr, env }: HostProcess,
  command: string | undefined,
): Promise<number> {
  const { reportError } = await import('./terminal/error-report.ts');
  // Parsing may have failed, so flags are also searched in the words.
  const own = ownWords(words);
  const { verbose, quiet, color, profile, baseUrl } = run.context.options;
  return reportError(error instanceof Failure ? error : (run.interruption() ?? error), {
    stderr,
    environment: env,
    color: color !== false && !own.includes('--no-color'),
    json: await run.wantsJson(own),
    command,
    profile,
    baseUrl,
    quiet: quiet === true || own.some(word => /^(-[vy]*q|--quiet$)/.test(word)),
    verbose:
      verbose === true ||
      own.some(word => /^(-[qy]*v|--verbose$)/.test(word)) ||
      env.NEWSLETTER_DEBUG === '1',
  });
}
