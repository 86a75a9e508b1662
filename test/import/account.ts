/** An account to import into, the import itself, and the account row by row afterwards. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Papa from 'papaparse';
import { onTestFinished } from 'vitest';
import { createApi } from '../../src/http/client.ts';
import { importFile } from '../../src/import/import.ts';
import type { ImportOptions } from '../../src/import/options.ts';
import type { ImportSummary } from '../../src/import/report.ts';
import { Failure } from '../../src/lib/failure.ts';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import { createTerminal } from '../../src/terminal/create-terminal.ts';
import { unnamedExit } from '../support/declared.ts';

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
  /** The rejects file, its rows by column; empty when there is none. */
  readonly rejects: readonly Readonly<Record<string, string>>[];
}

/** A run of the real program. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Buffer;
  readonly environment?: Readonly<Record<string, string>>;
  /** Sends Ctrl-C, or another signal, as soon as this holds. */
  readonly interruptWhen?: () => boolean;
  readonly signal?: NodeJS.Signals;
  /** How often; once unless said. */
  readonly times?: number;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newsletter-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The command's defaults, but that nobody waits for the jobs: whoever looks at the account finds them done. */
function defaults(file: string): ImportOptions {
  return {
    ...{ file, map: [], from: undefined, tags: [], tagIds: [], createFields: false, strict: false },
    ...{ encoding: undefined, delimiter: undefined, header: undefined },
    ...{ decimalMark: undefined, dateFormat: undefined, badValues: 'reject', duplicates: 'merge' },
    ...{ includeSuppressed: false, statusColumn: undefined },
    ...{ batchSize: 5000, maxBody: 2 ** 24, concurrency: 4, wait: false, waitTimeout: 20 },
    ...{ rejects: `${file}.rejects.csv`, report: undefined, allowRejects: false, dryRun: false },
    ...{ shard: undefined, resume: false, restart: false, given: [] },
  };
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

/** A sandbox that starts empty and ends with the test. */
export async function account(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ subscribers: 0, ...options });
  onTestFinished(() => sandbox.close());
  const folder = temporaryFolder();
  const settings = temporaryFolder();
  const at = (name: string) => join(folder, name);

  async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await fetch(sandbox.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  async function all(path: string): Promise<Record<string, unknown>[]> {
    const records: Record<string, unknown>[] = [];
    for (let page = 1; ; page++) {
      const { data, meta } = (await patiently(() => call('GET', `${path}?page=${page}&per_page=500`))) as {
        data: Record<string, unknown>[];
        meta: { last_page: number };
      };
      records.push(...data);
      if (page >= meta.last_page) return records;
    }
  }

  function write(name: string, content: string | Buffer): string {
    writeFileSync(at(name), content);
    return at(name);
  }

  /** Imports a file in this process. */
  async function load(path: string, given: Partial<ImportOptions> = {}, answers = {}): Promise<Loaded> {
    const chosen: ImportOptions = { ...defaults(path), ...given };
    const stderr = collected();
    const stream = (through: PassThrough) => through as unknown as NodeJS.WriteStream & NodeJS.ReadStream;
    const terminal = createTerminal({
      ...{
        stdin: stream(new PassThrough()),
        stdout: stream(new PassThrough()),
        stderr: stream(stderr.stream),
      },
      ...{ environment: {}, envelope: false, quiet: false, color: false, yes: false, input: true },
      ...answers,
    });
    const api = createApi(
      {
        ...{
          baseUrl: sandbox.baseUrl,
          timeout: 20,
          retries: 4,
          maxWait: 20,
          environment: {},
          userAgent: 'test',
        },
        ...{ pageParam: 'page', perPageParam: 'per_page', signal: new AbortController().signal },
        credentials: { bearer: async () => sandbox.apiKey, renew: async () => undefined },
      },
      { backoff: { base: 20, cap: 200 } },
    );
    try {
      const { summary, failure } = await importFile(chosen, {
        terminal,
        stdin: new PassThrough(),
        configDir: settings,
        service: sandbox.baseUrl,
        account: () => api.call('getAccount', {}),
        publish: async () => {},
        api: async () => api,
        beforeWrite: async () => {},
        stop: new AbortController().signal,
      });
      const { rejects_file } = summary;
      return {
        ...{ summary, failure, said: stderr.text() },
        rejects: rejects_file === null ? [] : records(readFileSync(rejects_file, 'utf8')),
      };
    } finally {
      await api.close();
    }
  }

  return {
    sandbox,
    folder,
    /** Where the program keeps its files. */
    settings,
    at,
    call,
    all,
    write,
    load,
    /** Writes a file and imports it. */
    loadText: (content: string | Buffer, given: Partial<ImportOptions> = {}, name = 'people.csv') =>
      load(write(name, content), given),
    /** How a file is refused. Throws when it is not. */
    async refusal(content: string | Buffer, given: Partial<ImportOptions> = {}): Promise<Failure> {
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
    /** Runs the real program, with this account's settings, in the account's folder. */
    run: (args: readonly string[], more: RunOptions = {}) =>
      run(
        args,
        {
          NEWSLETTER_BASE_URL: sandbox.baseUrl,
          NEWSLETTER_API_KEY: sandbox.apiKey,
          NEWSLETTER_CONFIG_DIR: settings,
          ...more.environment,
        },
        folder,
        more,
      ),
  };
}

const program = new URL('../../bin/newsletter.js', import.meta.url).pathname;

async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd: string,
  { stdin, interruptWhen, signal = 'SIGINT', times = 1 }: RunOptions,
): Promise<Ended> {
  const { PATH = '', TMPDIR } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: {
      PATH,
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      NO_COLOR: '1',
      NODE_DISABLE_COMPILE_CACHE: '1',
      ...environment,
    },
    timeout: 25_000,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => {}).end(stdin ?? '');
  const [stdout, stderr] = [collected(), collected()];
  child.stdout.pipe(stdout.stream);
  child.stderr.pipe(stderr.stream);
  let sent = 0;
  const watch = setInterval(() => {
    if (interruptWhen?.() !== true) return;
    child.kill(signal);
    if (++sent >= times) clearInterval(watch);
  }, 5);
  const status = await new Promise<number | null>(resolve => child.on('close', resolve));
  clearInterval(watch);
  const unnamed = unnamedExit(args, status);
  if (unnamed !== undefined) throw new Error(`${unnamed}\n${stderr.text()}`);
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

function collected() {
  const stream = new PassThrough();
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return { stream, text: () => text };
}

/** A CSV with a header, its rows by column. */
export function records(text: string): Record<string, string>[] {
  const [header = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  return rows.map(cells => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])));
}

/** The failure that work ends with. Throws when it ends well, or with anything else. */
export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

export const lines = (...all: string[]) => `${all.join('\n')}\n`;
