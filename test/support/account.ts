/** An account to work in: a sandbox, and the program signed in to it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import { listening } from '../http/server.ts';
import { type Ended, newsletter, type RunOptions } from './newsletter.ts';

export type Plain = Record<string, unknown>;
/** A command line: words, or one text that is cut at its blanks. */
export type Line = string | readonly string[];

export const wordsOf = (line: Line) => (typeof line === 'string' ? line.split(' ') : line);

/** A sandbox that ends with the test. */
export async function account(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ subscribers: 3, ...options });
  onTestFinished(() => sandbox.close());
  const env = { NEWSLETTER_BASE_URL: sandbox.baseUrl, NEWSLETTER_API_KEY: sandbox.apiKey };
  const run = (line: Line, more: RunOptions = {}): Promise<Ended> =>
    newsletter(wordsOf(line), { ...more, env: { ...env, ...more.env } });

  async function call(method: string, path: string, body?: unknown): Promise<Plain> {
    const answer = await fetch(sandbox.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Plain;
  }
  const all = async (path: string) => (await call('GET', `${path}?per_page=500`)).data as Plain[];

  return {
    sandbox,
    env,
    run,
    /** Runs a line with `--json` and reads what it prints. */
    json: async (line: Line, more?: RunOptions): Promise<unknown> =>
      JSON.parse((await run([...wordsOf(line), '-o', 'json'], more)).stdout),
    /** A request of the test's own. */
    call,
    all,
    /** The id of the email with this subject. */
    emailId: async (subject: string | null) =>
      String((await all('/v1/emails')).find(email => email.subject === subject)?.id),
    /** How many requests came that could change something, this test's own included. */
    writes: () =>
      Object.entries(sandbox.requests())
        .filter(([name]) => !name.startsWith('GET '))
        .reduce((sum, [, count]) => sum + count, 0),
    /** How many requests of any kind came. */
    requests: () => Object.values(sandbox.requests()).reduce((sum, count) => sum + count, 0),
  };
}

export type Account = Awaited<ReturnType<typeof account>>;

/** A draft that can be sent: `Twelve bridges before breakfast`, to the group Everyone. */
export const draft = 'Twelve bridges before breakfast';

export interface Trouble {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Lets the sandbox carry the request out; resolves when it has. */
  readonly carryOut: () => Promise<{ readonly status: number; readonly text: string }>;
  /** Hangs up without an answer. */
  readonly hangUp: () => void;
}

/**
 * Stands between the program and its account: everything passes, but for one kind of request, which gets into
 * trouble. (The sandbox's own troubles come at random.)
 *
 * @param name `POST /v1/groups`
 * @returns the environment that leads through it, and how many such requests came
 */
export async function troubled(
  { sandbox }: Pick<Account, 'sandbox'>,
  name: string,
  trouble: (about: Trouble) => void | Promise<void>,
) {
  let count = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = 'GET', url = '/', headers } = request;
    const carryOut = async () => {
      const answer = await fetch(sandbox.baseUrl + url, {
        method,
        headers: {
          authorization: headers.authorization ?? '',
          ...(parts.length > 0 ? { 'content-type': 'application/json' } : {}),
        },
        ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
      });
      return { status: answer.status, text: await answer.text() };
    };
    if (`${method} ${url}` === name) {
      count++;
      await trouble({ request, response, carryOut, hangUp: () => request.socket.destroy() });
      return;
    }
    const { status, text } = await carryOut();
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  const port = await listening(server);
  return {
    env: { NEWSLETTER_BASE_URL: `http://127.0.0.1:${port}`, NEWSLETTER_API_KEY: sandbox.apiKey },
    came: () => count,
  };
}
