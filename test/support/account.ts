/** An account to work in: a sandbox, and the program signed in to it. */
import { onTestFinished } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import type { Cleanup } from './home.ts';
import { newsletterProcess } from './process.ts';
import { newsletter, type ProgramOptions } from './program.ts';
import type { Ended } from './run.ts';
import { type Plain, sandboxService } from './service.ts';

/** A command line: words, or one text that is cut at its blanks. */
export type Line = string | readonly string[];

export const wordsOf = (line: Line) => (typeof line === 'string' ? line.split(' ') : line);

/** An account with three subscribers unless said. */
export async function account(options: SandboxOptions = {}, cleanup: Cleanup = onTestFinished) {
  const { sandbox, call: request } = await sandboxService({ subscribers: 3, ...options }, cleanup);
  const env = { NEWSLETTER_BASE_URL: sandbox.baseUrl, NEWSLETTER_API_KEY: sandbox.apiKey };
  const run = (line: Line, more: ProgramOptions = {}): Promise<Ended> =>
    newsletter(wordsOf(line), { ...more, env: { ...env, ...more.env } });

  async function call(method: string, path: string, body?: unknown): Promise<Plain> {
    const reply = await request(method, path, body);
    if (reply.status >= 300)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  async function all(path: string): Promise<Plain[]> {
    const records: Plain[] = [];
    for (let page = 1; ; page++) {
      const { data, meta } = await call('GET', `${path}?page=${page}&per_page=500`);
      records.push(...(data as Plain[]));
      if (page >= (meta as { last_page: number }).last_page) return records;
    }
  }
  const requests = (counts: (name: string) => boolean) =>
    Object.entries(sandbox.requests())
      .filter(([name]) => counts(name))
      .reduce((sum, [, count]) => sum + count, 0);

  return {
    sandbox,
    env,
    run,
    /** Runs a line as `run` does, but the built program, in a process of its own. */
    runProcess: (line: Line, more: ProgramOptions = {}): Promise<Ended> =>
      newsletterProcess(wordsOf(line), { ...more, env: { ...env, ...more.env } }),
    /** Runs a line with `-o json` and reads what it prints. */
    json: async (line: Line, more?: ProgramOptions): Promise<unknown> =>
      JSON.parse((await run([...wordsOf(line), '-o', 'json'], more)).stdout),
    /** A request of the test's own. */
    call,
    /** All records of a list, page by page. */
    all,
    /** The id of the email with this subject. */
    emailId: async (subject: string | null) =>
      String((await all('/v1/emails')).find(email => email.subject === subject)?.id),
    /** How many requests came that could change something, this test's own included. */
    writes: () => requests(name => !name.startsWith('GET ')),
    /** How many requests of any kind came. */
    requests: () => requests(() => true),
  };
}

export type Account = Awaited<ReturnType<typeof account>>;

/** A draft that can be sent: `Twelve bridges before breakfast`, to the group Everyone. */
export const draft = 'Twelve bridges before breakfast';
