import { join } from 'node:path';
import type { Observed } from './completion/observe.ts';
import type { Context, GlobalOptions } from './context.ts';
import type { Account } from './contract/index.ts';
import { Failure } from './failure.ts';
import type { Api, Credentials } from './http/api.ts';
import type { Transport } from './http/deliver.ts';
import { configFolder } from './settings/folder.ts';
import type { Settings } from './settings/settings.ts';
import { type Format, formats, type Terminal } from './terminal/terminal.ts';
import { version } from './version.ts';

/** One run of the program: the context its command gets, and what `main` does around it. */
export interface Run {
  readonly context: Context;
  /**
   * To be called when the command line has been parsed, before the command acts.
   *
   * @param lenient a damaged configuration is the command's own matter to report
   */
  prepare(options: GlobalOptions, lenient?: boolean): Promise<void>;
  /** Listens for Ctrl-C and SIGTERM. The first asks the command to end, the second ends the process. */
  catchSignals(): () => void;
  /** The exit status of a command that ended well. */
  exitStatus(): number;
  /** The failure to report when a signal was caught. */
  interruption(): Failure | undefined;
  /** Whether errors are wanted as an object, even when parsing has failed. */
  wantsJson(words: readonly string[]): boolean;
  /** Closes idle connections, so that the process ends. */
  close(): Promise<void>;
}

/** Assembles a run, in one visible order. Costly parts are loaded when first used. */
export function createRun(process: NodeJS.Process): Run {
  const { env: environment, stdin, stdout, stderr } = process;
  const interrupted = new AbortController();
  const apis: Api[] = [];
  let options: GlobalOptions = {};
  let exitStatus = 0;
  let terminal: Terminal | undefined;
  let settings: Promise<Settings> | undefined;
  let api: Promise<Api> | undefined;
  let account: Promise<Account> | undefined;
  let checked: Promise<void> | undefined;
  let seen: Observed | undefined;

  const context: Context = {
    version,
    environment,
    stdin,
    folder: configFolder(environment),
    interrupted: interrupted.signal,
    get options() {
      return options;
    },
    get terminal() {
      if (terminal === undefined)
        throw new Error('the terminal is there only once the command line is parsed');
      return terminal;
    },
    settings() {
      settings ??= readSettings();
      return settings;
    },
    api(end) {
      api ??= openApi(end);
      return api;
    },
    sessionSources(chosen) {
      const { terminal, folder } = context;
      return {
        settings: chosen,
        environment,
        folder,
        warn: message => terminal.warn(message),
        note: message => terminal.note(message),
        transport: transport(context, chosen, interrupted.signal),
      };
    },
    async connect(chosen, credentials, end = interrupted.signal) {
      const opened = await connect(context, chosen, credentials, end);
      apis.push(opened);
      return opened;
    },
    account() {
      account ??= context.api().then(service => service.call('getAccount', {}));
      return account;
    },
    beforeWrite() {
      checked ??= import('./commands/write.ts').then(({ checkAccount }) => checkAccount(context));
      return checked;
    },
    end(status) {
      exitStatus = status;
    },
  };

  async function readSettings(): Promise<Settings> {
    const { resolveSettings } = await import('./settings/resolve.ts');
    return resolveSettings({
      flags: options,
      environment,
      folder: context.folder,
    });
  }

  async function openApi(end: AbortSignal | undefined): Promise<Api> {
    const chosen = await context.settings();
    const { createSession } = await import('./auth/session.ts');
    const { credentials } = createSession(context.sessionSources(chosen));
    const service = await context.connect(chosen, credentials, end);
    const { observed } = await import('./completion/observe.ts');
    seen = observed(service);
    return seen.api;
  }

  return {
    context,
    async prepare(given, lenient = false) {
      options = withEnvironment(given, environment);
      const { createTerminal } = await import('./terminal/create.ts');
      terminal = createTerminal({
        stdin,
        stdout,
        stderr,
        environment,
        format: await chooseFormat(context, lenient),
        fields: fieldList(options),
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
    wantsJson: words => wantsJson(words, terminal?.format, environment),
    async close() {
      if (seen?.seen()) await rememberSeen(context, seen);
      await Promise.allSettled(apis.map(opened => opened.close()));
    },
  };
}

/** Keeps the names that passed by, for completion; not in CI, where nobody types. */
async function rememberSeen({ folder, environment, settings }: Context, seen: Observed): Promise<void> {
  const chosen = await settings();
  const baseUrl = chosen.get('base-url');
  if (environment.CI || baseUrl === undefined) return;
  const { rememberNames } = await import('./completion/names.ts');
  const isKeys = !chosen.profileIsExplicit && Boolean(environment.NEWSLETTER_API_KEY?.trim());
  const owner = { profile: isKeys ? undefined : chosen.profile, baseUrl };
  rememberNames(folder, owner, names => seen.into(names));
}

async function connect(
  context: Context,
  settings: Settings,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Api> {
  const { createApi } = await import('./http/client.ts');
  return createApi({
    ...transport(context, settings, signal),
    baseUrl: settings.need('base-url'),
    credentials,
    pageParam: settings.get('page-param'),
    perPageParam: settings.get('per-page-param'),
  });
}

function transport(
  { terminal, environment, options }: Context,
  settings: Settings,
  signal: AbortSignal,
): Transport {
  return {
    timeout: settings.get('timeout'),
    retries: settings.get('retries'),
    maxWait: settings.get('max-wait'),
    environment,
    userAgent: `newsletter-cli/${version}`,
    signal,
    trace: options.verbose ? line => terminal.show(line) : undefined,
    waiting: message => terminal.note(message),
  };
}

function withEnvironment(options: GlobalOptions, environment: NodeJS.ProcessEnv): GlobalOptions {
  return environment.NEWSLETTER_DEBUG === '1' ? { ...options, verbose: true } : options;
}

/** `--json` and `-o` before the setting; a profile that does not exist is the command's own matter to report. */
async function chooseFormat(context: Context, lenient: boolean): Promise<Format | undefined> {
  const { json, output } = context.options;
  if (json !== undefined && output !== undefined && output !== 'json') {
    throw new Failure('usage', `--json and --output ${output} exclude each other`);
  }
  if (json !== undefined) return 'json';
  const { resolveSettings } = await import('./settings/resolve.ts');
  const { options: flags, environment, folder } = context;
  const sources = { flags, environment, folder, creating: true };
  let chosen: string | undefined;
  try {
    chosen = resolveSettings(sources).get('output');
  } catch (error) {
    if (!lenient) throw error;
    // What is wrong with the flags is said all the same.
    const nowhere = join(folder, 'config.json', 'none');
    chosen = resolveSettings({ ...sources, environment: {}, folder: nowhere }).get('output');
  }
  return formats.find(format => format === chosen);
}

function fieldList({ json, fields }: GlobalOptions): readonly string[] | undefined {
  const text = fields ?? json;
  if (text === undefined) return undefined;
  const names = text.split(',').map(name => name.trim());
  if (names.includes('')) {
    throw new Failure('invalid_value', `--fields: "${text}" is not a list of field names`, {
      hint: '--fields id,email,fields.first_name',
    });
  }
  return names;
}

function wantsJson(
  words: readonly string[],
  format: Format | undefined,
  environment: NodeJS.ProcessEnv,
): boolean {
  if (format !== undefined) return format === 'json' || format === 'ndjson';
  const line = ` ${words.join(' ')} `;
  const said = / (?:-o|--output)[ =]?(\w+) /.exec(line)?.[1] ?? environment.NEWSLETTER_OUTPUT;
  return said === 'json' || said === 'ndjson' || / --json[= ]/.test(line);
}

function catchSignals(process: NodeJS.Process, interrupted: AbortController): () => void {
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
