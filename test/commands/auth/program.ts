/** The program in processes of its own, a sandbox to sign in to, and a person who approves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../../src/sandbox/server.ts';
import { unnamedExit } from '../../support/declared.ts';

export const program = fileURLToPath(new URL('../../../bin/newsletter.js', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once stdout and stderr together match; rejects when the program ends before. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
}

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sign-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Containers often lack it. */
export const hasIPv6 = Object.values(networkInterfaces()).some(addresses =>
  addresses?.some(({ address }) => address === '::1'),
);

/** A port that is free on all loopback addresses, and that the system gives to nobody who asks for any. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const server = createServer();
    const isFree = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false));
      server.listen(port, hasIPv6 ? '::' : '127.0.0.1', () => resolve(true));
    });
    await new Promise(resolve => server.close(resolve));
    if (isFree) return port;
  }
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Left open when undefined. */
  readonly stdin?: string | undefined;
  readonly command?: readonly string[];
}

/** Starts the program with nothing of the caller's environment but PATH. */
export function start(folder: string, args: readonly string[], options: RunOptions = {}): Running {
  const [file = '', ...rest] = [...(options.command ?? [process.execPath, program]), ...args];
  const child = spawn(file, rest, {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      NEWSLETTER_CONFIG_DIR: join(folder, 'settings'),
      NEWSLETTER_CREDENTIAL_STORE: 'file',
      ...options.env,
    },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => {});
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  const said = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', status => {
      const unnamed = unnamedExit(args, status);
      if (unnamed === undefined) resolve({ status, ...said });
      else reject(new Error(`${unnamed}\n${said.stderr}`));
    });
  });
  return {
    child,
    ended,
    said: pattern =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(said.stdout + said.stderr);
          if (match === null) return;
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        look();
        ended.then(
          ({ status }) => reject(new Error(`ended with ${status}: ${said.stdout}${said.stderr}`)),
          reject,
        );
      }),
  };
}

/** Runs the program to its end, with nothing on stdin unless said. */
export const run = (folder: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  start(folder, args, { stdin: '', ...options }).ended;

/** The address that the program asks the person to open. */
export async function shownAddress(login: Running): Promise<string> {
  const [address] = await login.said(/https?:\/\/\S+\/oauth\/authorize\?\S+(?=\n)/);
  return address;
}

/** What the person does on the consent page. @returns the address that the browser is sent to */
export async function decide(address: string, decision: 'approve' | 'cancel' = 'approve'): Promise<string> {
  const page = await (await fetch(address)).text();
  const form_token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const answer = await fetch(new URL('/oauth/authorize', address), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ form_token, decision }),
  });
  return answer.headers.get('location') ?? '';
}

/** A sandbox that knows a redirect URI on a free port, and the environment that leads to it. */
export async function service(options: SandboxOptions & { readonly host?: string } = {}) {
  const { host = '127.0.0.1', ...rest } = options;
  const port = await freePort();
  const redirectUri = `http://${host}:${port}/callback`;
  const sandbox = await startSandbox({ subscribers: 3, redirectUris: [redirectUri], ...rest });
  let open = true;
  const close = async () => {
    if (open) await sandbox.close();
    open = false;
  };
  onTestFinished(close);
  const env = {
    NEWSLETTER_BASE_URL: sandbox.baseUrl,
    NEWSLETTER_AUTH_URL: sandbox.authUrl,
    NEWSLETTER_CLIENT_ID: sandbox.clientId,
    NEWSLETTER_REDIRECT_URI: redirectUri,
  };
  const secret = { NEWSLETTER_CLIENT_SECRET: sandbox.clientSecret };
  return { sandbox, env, secret, port, redirectUri, close, folder: temporaryFolder() };
}

export type Service = Awaited<ReturnType<typeof service>>;

/** Signs in by browser, from beginning to end. */
export async function signIn({ folder, env, secret }: Service, args: readonly string[] = []): Promise<Ended> {
  const login = start(folder, ['login', ...args], { env: { ...env, ...secret } });
  await fetch(await decide(await shownAddress(login)));
  return await login.ended;
}
