/**
 * The program in this process: `main`, with a process that the test makes up. What is global in a process is looked
 * after here: a run gets its working folder, and must leave nothing behind that would keep a real process from
 * ending.
 */
import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { HostProcess } from '../../src/app/run.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { main } from '../../src/main.ts';
import { unnamedExit, wrongNext } from './declared.ts';
import { freshHome, homeEnv } from './home.ts';
import { type Ended, endWithTest, type Running, type RunOptions, timeLimit, Written } from './run.ts';

const require = createRequire(import.meta.url);

type Main = typeof main;
type Stream = 'stdin' | 'stdout' | 'stderr';

export interface ProgramOptions extends RunOptions {
  /** Runs what `npm run build` has made of the source. */
  readonly built?: boolean;
  /** Default: that of the system. */
  readonly clock?: Clock;
  /** The streams that claim to be a terminal. */
  readonly terminal?: readonly Stream[];
  /** The width of that terminal; 80 unless said. */
  readonly columns?: number;
}

/** Starts the program. */
export function start(args: readonly string[], options: ProgramOptions = {}): Running {
  const { home = freshHome(), stdin: input = '' } = options;
  const written = new Written();
  const tty = (name: Stream) =>
    options.terminal?.includes(name) ? { isTTY: true, columns: options.columns ?? 80, rows: 24 } : {};
  const stdin = Object.assign(new PassThrough(), tty('stdin'));
  if (input !== 'open') stdin.end(input);
  const host = new Host(
    args,
    { ...homeEnv(home), ...options.env },
    {
      stdin,
      stdout: Object.assign(collecting(written, 'stdout'), tty('stdout')),
      stderr: Object.assign(collecting(written, 'stderr'), tty('stderr')),
    },
    options.clock,
  );
  const ended = inFolder(() => leavingNoTimers(() => ending(host, mainOf(options))), options.cwd).then(
    status => {
      const { stdout, stderr } = written;
      const unnamed = unnamedExit(args, status);
      const wrong = unnamed ?? wrongNext(stderr);
      if (wrong !== undefined) throw new Error(`${wrong}\n${stderr}`);
      return { status, stdout, stderr };
    },
  );
  endWithTest(ended, () => void host.emit('SIGTERM', 'SIGTERM'), options.cleanup);
  return {
    ended,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    screen: () => written.screen,
    said: (pattern, from) => written.match(pattern, ended, from),
    type: text => void stdin.write(text),
    signal: name => void host.emit(name, name),
  };
}

/** Runs the program to its end. */
export function newsletter(args: readonly string[], options: ProgramOptions = {}): Promise<Ended> {
  return start(args, options).ended;
}

/** As much of a process as the program uses. */
class Host extends EventEmitter implements HostProcess {
  readonly argv: string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly pid = process.pid;
  readonly clock: Clock;
  exitCode: HostProcess['exitCode'];
  /** Resolves when it kills itself. */
  readonly killed: Promise<null>;
  readonly #onKill: () => void;

  constructor(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    streams: Record<Stream, unknown>,
    clock: Clock = systemClock,
  ) {
    super();
    this.clock = clock;
    this.argv = [process.execPath, 'newsletter', ...args];
    this.env = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
    this.stdin = streams.stdin as NodeJS.ReadStream;
    this.stdout = streams.stdout as NodeJS.WriteStream;
    this.stderr = streams.stderr as NodeJS.WriteStream;
    let onKill = () => {};
    this.killed = new Promise(resolve => {
      onKill = () => resolve(null);
    });
    this.#onKill = onKill;
  }

  cwd(): string {
    return process.cwd();
  }

  kill(): true {
    this.#onKill();
    return true;
  }
}

function mainOf({ built = false }: ProgramOptions): Main {
  return built ? (require('../../dist/main.cjs') as { main: Main }).main : main;
}

/** @returns the exit status, null where it has killed itself */
async function ending(host: Host, run: Main): Promise<number | null> {
  const timeout = timeLimit();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      host.emit('SIGTERM', 'SIGTERM');
      reject(new Error(`has not ended after ${timeout} ms: ${host.argv.slice(2).join(' ')}`));
    }, timeout);
  });
  try {
    const killed = await Promise.race([run(host), host.killed, late]);
    if (killed === null) return null;
  } finally {
    clearTimeout(timer);
  }
  const [listened] = host.eventNames();
  if (listened !== undefined) throw new Error(`the run still listens to ${String(listened)}`);
  if (host.stdin.readableFlowing && !host.stdin.readableEnded) throw new Error('the run still reads stdin');
  return Number(host.exitCode ?? 0);
}

function collecting(written: Written, name: 'stdout' | 'stderr'): Writable {
  const decoder = new TextDecoder();
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      written.add(name, decoder.decode(chunk, { stream: true }));
      done();
    },
  });
  // As those of a process: a prompt that pipes into it and ends leaves it open for the next.
  return Object.assign(stream, { end: () => stream });
}

const empty = mkdtempSync(join(tmpdir(), 'newsletter-empty-'));
process.once('exit', () => rmSync(empty, { recursive: true, force: true }));

let runs = 0;
let home = '';

/**
 * Makes a folder the working folder while something runs.
 *
 * @param folder an empty one unless said, which has to stay empty
 * @throws Error when another run is under way elsewhere
 */
async function inFolder<T>(work: () => Promise<T>, folder = empty): Promise<T> {
  if (runs === 0) home = process.cwd();
  else if (folder !== process.cwd()) {
    throw new Error(`another run is under way in ${process.cwd()}: share that folder, or start a process`);
  }
  runs++;
  process.chdir(folder);
  try {
    const result = await work();
    checkEmpty();
    return result;
  } finally {
    if (--runs === 0) process.chdir(home);
  }
}

function checkEmpty(): void {
  for (const left of readdirSync(empty)) {
    rmSync(join(empty, left), { recursive: true });
    throw new Error(`${left} was left in the working folder: say a folder for it`);
  }
}

/** Milliseconds for what is being closed, and for timers of the test's own. */
const grace = 1000;

let watched = 0;

const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length;

/**
 * Checks that work leaves no timer behind. Runs that are under way at once are not told apart, and not checked.
 *
 * @throws Error
 */
async function leavingNoTimers<T>(work: () => Promise<T>): Promise<T> {
  watched++;
  const before = timers();
  let isAlone = watched === 1;
  try {
    const result = await work();
    isAlone &&= watched === 1;
    if (isAlone) await untilNoMoreThan(before);
    return result;
  } finally {
    watched--;
  }
}

async function untilNoMoreThan(before: number): Promise<void> {
  for (const end = performance.now() + grace; timers() > before; await turn()) {
    if (performance.now() > end)
      throw new Error('the run would keep its process from ending: a timer is left');
  }
}
