/** The composition root: runs a command line in a process and sets its exit status. */
import { readLine, readTop } from './app/read-line.ts';
import type { HostProcess, Run } from './app/run.ts';
import { lastValue, type Reading } from './cli/read-words.ts';
import { Failure } from './lib/failure.ts';
import { mayBeTerminal, stdoutWriter, writeDirectly } from './terminal/stdout.ts';

/** Runs one command line and leaves its exit status in `process.exitCode`. */
export async function main(process: HostProcess): Promise<void> {
  const words = process.argv.slice(2);
  let run: Run | undefined;
  const started = async () => (run ??= (await import('./app/run.ts')).createRun(process));
  if (words[0] === '__complete') return await completeForShell(await started(), process);
  let reading = readTop(words);
  const stopWatching = watchForEarlyEnd(process, async error =>
    report(error, reading, await started(), process),
  );
  try {
    const line = await readLine(words);
    reading = line.reading;
    const isJson = async () => (await started()).wantsJson(reading);
    const text = isForHelp(reading)
      ? await (await import('./app/help.ts')).textFor(line, isJson, helpWidth(process))
      : undefined;
    if (text !== undefined) await writeFirst(text, process);
    else {
      const { runLine } = await import('./app/command-line.ts');
      await runLine(line, await started());
    }
    process.exitCode = (await run?.end()) ?? 0;
  } catch (error) {
    process.exitCode = await report(error, reading, await started(), process);
  } finally {
    stopWatching();
    await run?.close();
  }
}

/** Whether help may answer a line: the modules that run a command are then loaded only if it does not. */
const isForHelp = ({ asks, path, problem }: Reading): boolean =>
  asks !== undefined || path[0] === 'help' || problem?.kind === 'needs-command';

/**
 * Reports a command that stopped halfway: when nothing is left to wait for, Node ends the process with status 0.
 *
 * @returns stops watching; to be called when the command has ended
 */
function watchForEarlyEnd(process: HostProcess, tell: (error: Error) => Promise<number>): () => void {
  const onEmpty = async () => {
    process.exitCode = 1;
    process.exitCode = await tell(new Error('the command stopped halfway; what it has done is unknown'));
  };
  process.once('beforeExit', onEmpty);
  return () => void process.removeListener('beforeExit', onEmpty);
}

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

/** Whether stdout of this process is no terminal: then its stream, which is slow to make, is not needed. */
function writesToFile(host: HostProcess): boolean {
  return host === globalThis.process && !mayBeTerminal();
}

/** Writes the first output. @throws Failure write_failed, ClosedPipe */
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

async function report(error: unknown, reading: Reading, run: Run, host: HostProcess): Promise<number> {
  (await import('./app/run.ts')).asSeenByAgents(host);
  const { stderr, env } = host;
  const { reportError } = await import('./terminal/error-report.ts');
  const { profile, expectAccount, baseUrl } = run.context.options;
  // Parsing may have failed, so flags are taken from what was typed.
  const typed = (flag: string) => lastValue(reading, flag) !== undefined;
  return reportError(error instanceof Failure ? error : (run.interruption() ?? error), {
    stderr,
    environment: env,
    color: !typed('--no-color'),
    json: await run.wantsJson(reading),
    command: ['newsletter', ...reading.path].join(' '),
    profile,
    expectAccount,
    baseUrl,
    showAddresses: typed('--show-addresses'),
    verbose: typed('--verbose') || env.NEWSLETTER_DEBUG === '1',
  });
}
