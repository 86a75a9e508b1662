import { createHash, randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';

export type Plain = Record<string, unknown>;

/** An answer of the sandbox, its JSON read. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Plain;
  /** The records of a page; empty for anything else. */
  readonly data: Plain[];
}

/** A clock that stands still until it is moved, so that no test waits. */
export class Clock {
  #now = Date.UTC(2025, 4, 31, 12);
  readonly read = () => this.#now;
  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }
}

/** A sandbox that stops with the test, and requests to it with its key. */
export async function service(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await sandbox.close();
  };
  onTestFinished(close);
  const request = (method: string, path: string, init: RequestInit = {}) =>
    fetch(sandbox.baseUrl + path, {
      method,
      redirect: 'manual',
      ...init,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, ...init.headers },
    });
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return read(await request(method, path, body === undefined ? {} : json));
  };
  return { sandbox, request, call, close };
}

export async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Plain;
  const data = Array.isArray(body.data) ? (body.data as Plain[]) : [];
  return { status: response.status, headers: response.headers, body, data };
}

/** Form-encoded POST to an OAuth endpoint. */
export async function post(sandbox: Sandbox, path: string, form: Record<string, string>): Promise<Response> {
  return fetch(sandbox.authUrl + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
}

export const redirect_uri = 'http://127.0.0.1:8976/callback';
export const code_verifier = randomBytes(32).toString('base64url');
/** What an app asks with: the query of GET /oauth/authorize. */
export const asked = {
  client_id: 'sandbox-client',
  redirect_uri,
  response_type: 'code',
  scope: 'account',
  state: 'a state & more',
  code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

export const authorize = (sandbox: Sandbox, query: Record<string, string>) =>
  fetch(`${sandbox.authUrl}/oauth/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' });
export const formToken = (page: string) => /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';

/** Shows the consent page, answers it, and gives the parameters with which the app gets the user back. */
export async function consent(sandbox: Sandbox, decision = 'approve', query: Record<string, string> = asked) {
  const form_token = formToken(await (await authorize(sandbox, query)).text());
  const answer = await post(sandbox, '/oauth/authorize', { form_token, decision });
  const address = answer.headers.get('location') ?? '';
  return { address, parameters: Object.fromEntries(new URL(address).searchParams) };
}
