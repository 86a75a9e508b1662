/** The built program in a process of its own, for what only a real process shows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { unnamedExit } from './declared.ts';
import { homeEnv, temporaryFolder } from './home.ts';
import { type Ended, endWithTest, type Running, type RunOptions, timeLimit, Written } from './run.ts';

export const program = fileURLToPath(new URL('../../bin/newsletter.js', import.meta.url));

/** What starts the program: Node with it, or the executable that the environment names, such as `npm run standalone` makes. */
export const started: readonly string[] = process.env.NEWSLETTER_TEST_PROGRAM?.split(' ') ?? [
  process.execPath,
  program,
];

export interface ProcessOptions extends RunOptions {
  /** What it is started with: Node, with arguments of its own, and the program unless said. */
  readonly command?: readonly string[];
}

export interface RunningProcess extends Running {
  readonly child: ChildProcess;
}

/** Starts the program. */
export function startProcess(args: readonly string[], options: ProcessOptions = {}): RunningProcess {
  const { home = temporaryFolder(options.cleanup), stdin = '' } = options;
  const [file = '', ...before] = options.command ?? started;
  const child = spawn(file, [...before, ...args], {
    cwd: options.cwd ?? home,
    env: { ...homeEnv(home), ...options.env },
    timeout: timeLimit(),
    killSignal: 'SIGKILL',
  });
  // A program that reads no stdin closes it.
  child.stdin.on('error', () => {});
  if (stdin !== 'open') child.stdin.end(stdin);
  const written = new Written();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => written.add(name, text));
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', status => {
      const { stdout, stderr } = written;
      const unnamed = unnamedExit(args, status);
      if (unnamed === undefined) resolve({ status, stdout, stderr });
      else reject(new Error(`${unnamed}\n${stderr}`));
    });
  });
  endWithTest(ended, () => void child.kill('SIGKILL'), options.cleanup);
  return {
    child,
    ended,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    screen: () => written.screen,
    said: (pattern, from) => written.match(pattern, ended, from),
    type: text => void child.stdin.write(text),
    signal: name => void child.kill(name),
  };
}

/** Runs the program to its end. */
export function newsletterProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Ended> {
  return startProcess(args, options).ended;
}
