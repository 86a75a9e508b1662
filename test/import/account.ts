/** An account to import into, the import itself, and the account row by row afterwards. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Papa from 'papaparse';
import { defaultRejects } from '../../src/commands/import/options.ts';
import { importFiles } from '../../src/import/import.ts';
import { type ImportOptions, importDefaults } from '../../src/import/options.ts';
import type { ImportSummary } from '../../src/import/summary-fields.ts';
import type { Failure } from '../../src/lib/failure.ts';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { api } from '../http/api.ts';
import { account as emptyAccount } from '../support/account.ts';
import { failureOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/home.ts';
import { startProcess } from '../support/process.ts';
import { newsletter, type ProgramOptions, start } from '../support/program.ts';
import type { Ended, RunOptions } from '../support/run.ts';
import type { Plain } from '../support/service.ts';
import { screens } from '../terminal/screens.ts';

/** A subscriber as the account shows it, less what the service adds. */
export interface Person {
  readonly email: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

/** A run in this process. */
export interface Loaded {
  readonly summary: ImportSummary;
  /** What it ends with: undefined for exit status 0. */
  readonly failure: Failure | undefined;
  /** What it says on stderr. */
  readonly said: string;
  /** Rows to fix, then people left out, by column; empty when there are none. */
  readonly rejects: readonly Readonly<Record<string, string>>[];
}

export interface Interruption {
  /** A real process is sent the signal as soon as this holds. */
  readonly when: () => boolean;
  readonly signal: NodeJS.Signals;
  /** How often; once unless said. */
  readonly times?: number;
}

/** Options, as if they had been typed. */
export type Typed = Partial<ImportOptions>;

/** What the program asks, and the keys that somebody types then. */
export type Answer = readonly [asked: RegExp, keys: string];

/** The arrow key. */
export const down = '\x1b[B';

/** The command's defaults, but that nobody waits for the jobs: whoever looks at the account finds them done. */
export function typed(file: string, given: Typed): ImportOptions {
  const rejects = defaultRejects([file]);
  return { ...importDefaults([file]), wait: false, waitTimeout: 20, rejects, ...given };
}

/** Repeats what a service that fails now and then may refuse. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** An account without subscribers. */
export async function account(options: SandboxOptions = {}) {
  const here = await emptyAccount({ subscribers: 0, ...options });
  const { sandbox } = here;
  const folder = temporaryFolder();
  const settings = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const all = (path: string): Promise<Plain[]> => patiently(() => here.all(path));

  const credentials = { bearer: async () => sandbox.apiKey, renew: async () => undefined };
  const service = api(sandbox.baseUrl, { credentials, maxWait: 20 });

  function write(name: string, content: string | Buffer): string {
    writeFileSync(at(name), content);
    return at(name);
  }

  /** Imports a file in this process. */
  async function load(path: string, given: Typed = {}, answers = {}): Promise<Loaded> {
    const { terminal, err } = screens({ color: false, ...answers });
    let known: ReturnType<typeof service.call<'getAccount'>> | undefined;
    const { summary, failure } = await importFiles(typed(path, given), {
      terminal,
      stdin: new PassThrough(),
      configDir: settings,
      service: sandbox.baseUrl,
      profile: 'default',
      isSandbox: false,
      // Asked for once, as by the program: a service may be gone in the end.
      account: () => (known ??= service.call('getAccount', {})),
      api: async () => service,
      beforeWrite: async () => {},
      deferExit: () => {},
      stop: new AbortController().signal,
    });
    return {
      summary,
      failure,
      said: err(),
      rejects: [...summary.rejects_files, summary.left_out_file].flatMap(path =>
        path === null ? [] : records(readFileSync(path, 'utf8')),
      ),
    };
  }

  return {
    sandbox,
    folder,
    /** Where the program keeps its files. */
    settings,
    at,
    env: here.env,
    call: here.call,
    all,
    write,
    load,
    /** Writes a file and imports it. */
    loadText: (content: string | Buffer, given: Typed = {}, name = 'people.csv') =>
      load(write(name, content), given),
    /** Writes files and imports them together. */
    loadFiles(files: Readonly<Record<string, string>>, given: Typed = {}) {
      const paths = Object.entries(files).map(([name, content]) => write(name, content));
      return load(paths[0] ?? '', { files: paths, ...given });
    },
    /** How a file is refused. Throws when it is not. */
    async refusal(content: string | Buffer, given: Typed = {}): Promise<Failure> {
      return failureOf(load(write('refused', content), given));
    },
    /** Everybody in the account, in the order of their addresses. */
    async people(): Promise<Person[]> {
      const people = (await all('/v1/subscribers')).map(({ email, fields, tags }) => ({
        email,
        fields,
        tags,
      }));
      return (people as Person[]).sort((a, b) => (a.email < b.email ? -1 : 1));
    },
    async emails(): Promise<string[]> {
      return (await all('/v1/subscribers')).map(one => String(one.email)).sort();
    },
    /** How many import jobs were posted, whether or not they were taken. */
    posts: () => sandbox.requests()['POST /v1/subscriber-imports'] ?? 0,
    isThere: (name: string) => existsSync(at(name)),
    /** Runs the program with this account's settings, in the account's folder. */
    run: (args: readonly string[], options: ProgramOptions = {}) =>
      newsletter(args, { ...options, ...from(options) }),
    atTerminal,
    /** Imports at a terminal on which somebody answers with these keys, one question after the other. */
    async answering(words: readonly string[], answers: readonly Answer[], options: ProgramOptions = {}) {
      const typing = atTerminal(['import', ...words], { columns: 400, ...options });
      let typedAt = 0;
      for (const [asked, keys] of answers) {
        await typing.said(asked, typedAt);
        typedAt = typing.screen().length;
        typing.type(keys);
      }
      const { status } = await typing.ended;
      return { status, screen: typing.screen() };
    },
    /** Runs it until it is sent a signal: in a process of its own, if nothing is to run after that. */
    interrupted: (args: readonly string[], interruption: Interruption, options: RunOptions = {}) =>
      interrupted(args, from(options), interruption),
  };

  /** Starts the program at a terminal of this process. */
  function atTerminal(args: readonly string[], options: ProgramOptions = {}) {
    return start(args, {
      ...options,
      ...from(options),
      terminal: ['stdin', 'stderr', 'stdout'],
      stdin: 'open',
    });
  }

  function from(options: RunOptions): RunOptions {
    const env = { ...here.env, NEWSLETTER_CONFIG_DIR: settings, ...options.env };
    return { cwd: folder, ...options, env };
  }
}

async function interrupted(
  args: readonly string[],
  options: RunOptions,
  { when, signal, times = 1 }: Interruption,
): Promise<Ended> {
  const isAsked = signal !== 'SIGKILL' && times === 1;
  const running = isAsked ? start(args, options) : startProcess(args, options);
  let sent = 0;
  const watch = setInterval(() => {
    if (!when()) return;
    // Two signals that wait for a busy process arrive as one: the second is sent when the first was answered.
    if (sent > 0 && !running.stderr().includes('press Ctrl-C again')) return;
    running.signal(signal);
    if (++sent >= times) clearInterval(watch);
  }, 5);
  return await running.ended.finally(() => clearInterval(watch));
}

/** A CSV with a header, its rows by column. */
export function records(text: string): Record<string, string>[] {
  const [header = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  return rows.map(cells => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])));
}

/** The summary that a run with `-o json` printed. */
export const summaryOf = ({ stdout }: Ended) => JSON.parse(stdout) as ImportSummary;

export const lines = (...all: string[]) => `${all.join('\n')}\n`;
