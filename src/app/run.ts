import { defaultAgents, EnvironmentDetectionStrategy } from 'agent-cli-detector';
import type { CommandSpec } from '../cli/command.ts';
import { leastAllowed, writesToService } from '../cli/command-metadata.ts';
import type { Reading } from '../cli/read-words.ts';
import type { Context, GlobalOptions } from '../context.ts';
import type { Allowance } from '../contract/endpoint.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { Failure } from '../lib/failure.ts';
import { isJsonFormat, type OutputFormat } from '../lib/output-formats.ts';
import { closeKeptFiles, configDir } from '../settings/config-dir.ts';
import { withAccount } from '../terminal/message-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { version } from '../version.ts';
import { checkEnvelope, checkFields, chooseFormat, fieldList, wantsJson } from './output-options.ts';
import { type Closeable, RunAccess } from './service-access.ts';
import { type SignalledProcess, Signals } from './signals.ts';

/** The parts of `process` that a run uses. Tests pass their own, with streams in memory. */
export interface HostProcess
  extends SignalledProcess,
    Pick<NodeJS.Process, 'argv' | 'env' | 'exitCode' | 'cwd'> {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Default: that of the system. */
  readonly clock?: Clock;
  once(event: 'beforeExit', listener: () => void): unknown;
  removeListener(event: 'beforeExit', listener: () => void): unknown;
}

/** One run of the program: the context of its command, and the steps of `main` around the command. */
export type Run = ReturnType<typeof createRun>;

/** Creates a run. Modules that are slow to load are loaded on first use. */
export function createRun(process: HostProcess) {
  const { env: environment } = process;
  const interrupted = new AbortController();
  const signals = new Signals(process, interrupted);
  const opened: Closeable[] = [];
  let options: GlobalOptions = {};
  let exitStatus = 0;
  let least: Allowance = 'all';
  let terminal: Terminal | undefined;
  let chosen: OutputFormat | undefined;

  const context: Context = {
    version,
    environment,
    typed: process.argv.slice(2),
    // A getter, since Node needs milliseconds to open the stream, and help does not use it.
    get stdin() {
      return process.stdin;
    },
    configDir: configDir(environment),
    // A getter, since it throws if the folder was removed: its project file can then not be read.
    get workingFolder() {
      return process.cwd();
    },
    interrupted: interrupted.signal,
    clock: process.clock ?? systemClock,
    get options() {
      return options;
    },
    get terminal() {
      if (terminal === undefined) throw new Error('the terminal exists only after prepare()');
      return terminal;
    },
    end(status) {
      exitStatus = status;
    },
    deferExit: lastWords => signals.deferExit(() => terminal?.show(withAccount(lastWords(), options))),
    unbroken: work => signals.unbroken(work),
    get leastAllowed() {
      return least;
    },
    ...new RunAccess(() => context, opened),
  };

  return {
    context,
    /**
     * Creates the terminal. Must be called after parsing and before the command runs.
     *
     * @throws Failure for invalid settings, formats or fields
     */
    async prepare(globals: GlobalOptions, spec: CommandSpec, commandOptions: CommandOptions) {
      asSeenByAgents(process);
      options = environment.NEWSLETTER_DEBUG === '1' ? { ...globals, verbose: true } : globals;
      least = leastAllowed(spec);
      chosen = await chooseFormat(context, spec.reportsFailures === true);
      checkEnvelope(options, chosen ?? spec.defaultFormat);
      const fields = fieldList(options);
      if (fields !== undefined) await checkFields(spec, fields, options);
      const { createTerminal } = await import('../terminal/create-terminal.ts');
      const { stdout, stderr } = process;
      terminal = createTerminal({
        // A getter, as above.
        get stdin() {
          return process.stdin;
        },
        stdout,
        stderr,
        environment,
        typed: context.typed,
        profile: options.profile,
        expectAccount: options.expectAccount,
        format: chosen ?? spec.defaultFormat,
        fields,
        hasWritten: writesToService(spec) && options.dryRun !== true,
        envelope: options.envelope === true,
        quiet: options.quiet === true,
        holdsMessages:
          isJsonFormat(chosen) && !stderr.isTTY && options.verbose !== true && !speaks(spec, commandOptions),
        color: options.color !== false,
        showAddresses: options.showAddresses === true,
        yes: options.yes === true,
        input: options.input !== false && !environment.CI,
        interrupted: interrupted.signal,
      });
      if (!spec.reportsFailures) closeKeptFiles(context.configDir, message => context.terminal.warn(message));
    },
    /**
     * Listens for Ctrl-C, SIGTERM and SIGHUP: the first aborts `context.interrupted`, the second ends the process.
     *
     * @param patient whether the command runs another one, and may take its time after the first signal
     * @returns stops listening
     */
    catchSignals(patient: boolean) {
      signals.listen(patient);
      return () => signals.release();
    },
    /** The exit status of a command that did not throw, after the messages that it held back. */
    async end() {
      const { messageStream } = await import('../terminal/stderr.ts');
      messageStream({ stderr: process.stderr, environment, showAddresses: false }).release();
      return exitStatus;
    },
    /** The failure to report if a signal was caught. */
    interruption: () => (interrupted.signal.aborted ? new Failure('interrupted', 'interrupted') : undefined),
    /** Whether to print errors as JSON; known even if parsing failed. */
    wantsJson: async (reading: Reading) =>
      terminal ? isJsonFormat(chosen) : await wantsJson(reading, context),
    /** Closes idle connections, so that the process ends. */
    async close() {
      await Promise.allSettled(opened.map(one => one.close()));
    },
  };
}

type CommandOptions = Readonly<Record<string, unknown>>;

const speaks = ({ speaks }: CommandSpec, options: CommandOptions) =>
  typeof speaks === 'function' ? speaks(options) : speaks === true;

/** Whether a coding agent types, by the variables that agents set. AI_AGENT names any other agent; 0 means a person. */
export function isAgent(environment: NodeJS.ProcessEnv): boolean {
  const { AI_AGENT = '' } = environment;
  if (AI_AGENT !== '') return !['0', 'false'].includes(AI_AGENT);
  const context = { env: environment, pid: 0, agents: defaultAgents, maxProcessDepth: 0 };
  // An empty variable counts as not set.
  return new EnvironmentDetectionStrategy().detect(context).some(({ value }) => value !== '');
}

/** Makes an agent's terminal a pipe: no prompts, progress, colors or cut tables. stdin stays one: agents never end it. */
export function asSeenByAgents(host: Pick<HostProcess, 'env' | 'stdout' | 'stderr'>): void {
  if (!isAgent(host.env)) return;
  host.stdout.isTTY = false;
  host.stderr.isTTY = false;
}
