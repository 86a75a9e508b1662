import { join } from 'node:path';
import { type CommandSpec, viewsOf } from '../cli/command.ts';
import { dryRunView, writesToService } from '../cli/command-metadata.ts';
import type { Context, GlobalOptions } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import {
  formatTraits,
  isJsonFormat,
  jsonFormat,
  type OutputFormat,
  outputFormatNamed,
} from '../lib/output-formats.ts';
import { configDir } from '../settings/config-dir.ts';
import type { Settings } from '../settings/schema.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { version } from '../version.ts';
import { readFormat } from './argv.ts';
import { type Closeable, serviceAccess } from './service-access.ts';

/** What a run uses of its process. A test passes one of its own, with streams in memory. */
export interface HostProcess
  extends Pick<NodeJS.Process, 'argv' | 'env' | 'exitCode' | 'pid' | 'cwd' | 'kill'> {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

/** One run of the program: the context its command gets, and what `main` does around it. */
export interface Run {
  readonly context: Context;
  /**
   * To be called when the command line has been parsed, before the command acts: makes the terminal.
   *
   * @throws Failure for what is wrong with the settings, the format, or the fields asked for
   */
  prepare(options: GlobalOptions, spec: CommandSpec): Promise<void>;
  /** Listens for Ctrl-C and SIGTERM. The first asks the command to end, the second ends the process. */
  catchSignals(): () => void;
  /** The exit status of a command that ended well. */
  exitStatus(): number;
  /** The failure to report when a signal was caught. */
  interruption(): Failure | undefined;
  /** Whether errors are wanted as an object, even when parsing has failed. */
  wantsJson(words: readonly string[]): Promise<boolean>;
  /** Closes idle connections, so that the process ends. */
  close(): Promise<void>;
}

/** Assembles a run, in one visible order. Costly parts are loaded when first used. */
export function createRun(process: HostProcess): Run {
  const { env: environment } = process;
  const interrupted = new AbortController();
  const opened: Closeable[] = [];
  let options: GlobalOptions = {};
  let exitStatus = 0;
  let terminal: Terminal | undefined;
  let chosen: OutputFormat | undefined;

  const context: Context = {
    version,
    environment,
    // Node takes milliseconds to open a stream: those that only ask for help are spared them.
    get stdin() {
      return process.stdin;
    },
    configDir: configDir(environment),
    workingFolder: workingFolder(process),
    interrupted: interrupted.signal,
    get options() {
      return options;
    },
    get terminal() {
      if (terminal === undefined)
        throw new Error('the terminal is there only once the command line is parsed');
      return terminal;
    },
    end(status) {
      exitStatus = status;
    },
    forProfile: (name, own) => forProfile(context, name, own, opened),
    ...serviceAccess(() => context, opened),
  };

  return {
    context,
    async prepare(given, spec) {
      options = withEnvironment(given, environment);
      chosen = await chooseFormat(context, spec.reportsFailures === true);
      checkEnvelope(options, chosen ?? spec.defaultFormat);
      const fields = fieldList(options);
      if (fields !== undefined) await checkFields(spec, fields, options);
      const { createTerminal } = await import('../terminal/create-terminal.ts');
      const { stdin, stdout, stderr } = process;
      terminal = createTerminal({
        stdin,
        stdout,
        stderr,
        environment,
        format: chosen ?? spec.defaultFormat,
        fields,
        // After a write nothing may end as an error that would make a script write again.
        unknownFields: writesToService(spec) ? 'warn' : 'fail',
        envelope: options.envelope === true,
        quiet: options.quiet === true,
        color: options.color !== false,
        yes: options.yes === true,
        input: options.input !== false && !environment.CI,
      });
    },
    catchSignals: () => catchSignals(process, interrupted),
    exitStatus: () => exitStatus,
    interruption: () => (interrupted.signal.aborted ? new Failure('interrupted', 'interrupted') : undefined),
    wantsJson: async words => (terminal ? isJsonFormat(chosen) : await wantsJson(words, context)),
    async close() {
      await Promise.allSettled(opened.map(one => one.close()));
    },
  };
}

/** Undefined where the folder has been removed meanwhile. */
function workingFolder(process: HostProcess): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Variables that name an account or where its credentials go: a profile asked for by name has its own. */
const ofOneAccount = [
  'NEWSLETTER_API_KEY',
  'NEWSLETTER_PROFILE',
  'NEWSLETTER_EXPECT_ACCOUNT',
  'NEWSLETTER_BASE_URL',
  'NEWSLETTER_AUTH_URL',
  'NEWSLETTER_TOKEN_URL',
  'NEWSLETTER_CLIENT_ID',
  'NEWSLETTER_REDIRECT_URI',
];

function forProfile(run: Context, name: string, terminal: Terminal, opened: Closeable[]): Context {
  const others = Object.entries(run.environment).filter(([variable]) => !ofOneAccount.includes(variable));
  const derived: Context = {
    ...run,
    environment: Object.fromEntries(others),
    options: { ...run.options, profile: name },
    terminal,
    workingFolder: undefined,
    ...serviceAccess(() => derived, opened),
  };
  return derived;
}

function withEnvironment(options: GlobalOptions, environment: NodeJS.ProcessEnv): GlobalOptions {
  return environment.NEWSLETTER_DEBUG === '1' ? { ...options, verbose: true } : options;
}

/** `--json` and `-o` before the setting; a profile that does not exist is the command's own matter to report. */
async function chooseFormat(context: Context, lenient: boolean): Promise<OutputFormat | undefined> {
  const { json, output: said } = context.options;
  if (json && said !== undefined && said !== jsonFormat) {
    throw new Failure('usage', `--json and --output ${said} exclude each other`);
  }
  if (json) return jsonFormat;
  const chosen = await context.settingsFor({ creating: true }).catch(async (error: unknown) => {
    if (!lenient) throw error;
    // What is wrong with the flags is said all the same.
    const { resolveSettings } = await import('../settings/resolve.ts');
    const nowhere = join(context.configDir, 'config.json', 'none');
    return resolveSettings({ flags: context.options, environment: {}, configDir: nowhere, creating: true });
  });
  const output = lenient ? outputIn(chosen) : chosen.get('output');
  return outputFormatNamed(output);
}

/** A malformed value of a variable or a profile counts as none. */
function outputIn(chosen: Settings): string | undefined {
  try {
    return chosen.get('output');
  } catch {
    return undefined;
  }
}

/** Rows of a table or lines of NDJSON have no place for what stands beside the records. */
function checkEnvelope({ envelope }: GlobalOptions, format: OutputFormat | undefined): void {
  if (!envelope || (format !== undefined && formatTraits[format].isOneDocument)) return;
  const instead = format === undefined ? '' : `, not with ${format}`;
  throw new Failure('usage', `--envelope goes with JSON and YAML${instead}`, { hint: '--envelope --json' });
}

function fieldList({ fields: text, allProfiles }: GlobalOptions): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map(name => name.trim());
  if (names.includes('')) {
    throw new Failure('invalid_value', `--fields: "${text}" is not a list of field names`, {
      hint: '--fields id,email,fields.first_name',
    });
  }
  // Whose record it is stays with it.
  return allProfiles && !names.includes('profile') ? ['profile', ...names] : names;
}

/** @throws Failure unknown_field, usage where the command prints no records */
async function checkFields(
  spec: CommandSpec,
  fields: readonly string[],
  options: GlobalOptions,
): Promise<void> {
  const views = viewsOf(spec);
  if (views.length === 0) {
    throw new Failure('usage', `newsletter ${spec.name} prints no records: --fields does not go with it`);
  }
  const shown = options.dryRun && writesToService(spec) ? [...views, dryRunView] : views;
  const asked = fields.filter(
    field =>
      !(options.allProfiles && field === 'profile') && !(options.envelope && field.startsWith('meta.')),
  );
  const { checkKnownFields } = await import('../terminal/known-fields.ts');
  checkKnownFields(asked, shown, !writesToService(spec));
}

async function wantsJson(words: readonly string[], context: Context): Promise<boolean> {
  const asked = readFormat(words);
  if (asked.format !== undefined) return isJsonFormat(asked.format);
  try {
    const flags = asked.profile === undefined ? {} : { profile: asked.profile };
    return isJsonFormat((await context.settingsFor({ flags, creating: true })).get('output'));
  } catch {
    // What is wrong with the settings is not what is to be reported.
    return isJsonFormat(context.environment.NEWSLETTER_OUTPUT);
  }
}

function catchSignals(process: HostProcess, interrupted: AbortController): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const onSignal = (signal: NodeJS.Signals) => {
    if (!interrupted.signal.aborted) {
      interrupted.abort(new Failure('interrupted', 'interrupted', { cause: signal }));
    } else {
      release();
      process.kill(process.pid, signal);
    }
  };
  const release = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return release;
}
