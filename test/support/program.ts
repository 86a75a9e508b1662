/**
 * The program in this process: `main`, with a process that the test makes up. What is global in a process is looked
 * after here: a run gets its working folder, and must leave nothing behind that would keep a real process from
 * ending.
 */
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { PassThrough, Writable } from 'node:stream';
import type { HostProcess } from '../../src/app/run.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { main } from '../../src/main.ts';
import { unnamedExit, wrongNext } from './declared.ts';
import { freshHome, homeEnv } from './home.ts';
import { leavingNoTimers } from './leftovers.ts';
import { type Ended, endWithTest, type Running, type RunOptions, timeLimit, Written } from './run.ts';
import { inFolder } from './working-folder.ts';

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
  const { home = freshHome(), stdin: input = '', timeout = timeLimit } = options;
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
  const ended = inFolder(
    () => leavingNoTimers(() => ending(host, timeout, mainOf(options))),
    options.cwd,
  ).then(status => {
    const { stdout, stderr } = written;
    const unnamed = unnamedExit(args, status);
    const wrong = unnamed ?? wrongNext(stderr);
    if (wrong !== undefined) throw new Error(`${wrong}\n${stderr}`);
    return { status, stdout, stderr };
  });
  endWithTest(ended, () => void host.emit('SIGTERM', 'SIGTERM'), options.cleanup);
  return {
    ended,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    screen: () => written.screen,
    said: pattern => written.match(pattern, ended),
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
async function ending(host: Host, timeout: number, run: Main): Promise<number | null> {
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
