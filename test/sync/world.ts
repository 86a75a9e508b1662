/**
 * An account in the sandbox that lives on from night to night, behind a proxy that can cut any request, and that
 * subscribes everybody again who goes through a request that creates, as some services do.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { temporaryFolder } from '../support/home.ts';
import { listening, seenOf } from '../support/service.ts';
import type { Subscriber } from './model.ts';

/** What happens to a request: answered, refused, lost before it arrives, carried out without an answer or with another. */
export type Fate =
  | 'answered'
  | 'refused'
  | 'not found'
  | 'lost'
  | 'unanswered'
  | { readonly nonsense: string };
type Decide = (isWrite: boolean, body: string) => Fate | Promise<Fate>;

interface Stored {
  email: string;
  source: string;
  status: string;
  createdAt: number;
  updatedAt: number;
  emailedAt: number | null;
  fields: Record<string, string>;
  tags: readonly number[];
}

interface Rest {
  tags: { name: string; color: string; createdAt: number; updatedAt: number }[];
}

/** People who left: the sandbox cannot delete, so they get an address that nobody else has. */
const leaver = /^left-/;

export async function world() {
  const dataFile = join(temporaryFolder(), 'account.ndjson');
  let sandbox: Sandbox = await startSandbox({ dataFile, subscribers: 0 });
  let fate: Decide = () => 'answered';
  let [writes, reads]: [string[], string[]] = [[], []];
  const posted: string[] = [];
  /** Requests that were carried out, also those of a process that was killed. */
  const running: Promise<void>[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method, url, body } = await seenOf(incoming);
    const isWrite = method !== 'GET';
    const what = await fate(isWrite, body);
    if (what === 'lost') return void incoming.socket.destroy();
    if (what === 'refused' || what === 'not found') {
      outgoing.writeHead(what === 'refused' ? 422 : 404, { 'content-type': 'application/json' });
      return void outgoing.end('{"message":"not accepted"}');
    }
    (isWrite ? writes : reads).push(`${method} ${url.replace(/[0-9a-f-]{36}/, '{id}')}`);
    const { host } = new URL(sandbox.baseUrl);
    let end = () => {};
    running.push(
      new Promise(resolve => {
        end = resolve;
      }),
    );
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' };
    const forwarded = send(sandbox.baseUrl + url, { method, headers }, async answer => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      for (const email of emailsIn(method, url, body)) {
        posted.push(email);
        await subscribe(sandbox, email);
      }
      end();
      if (what === 'unanswered') return void incoming.socket.destroy();
      outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' });
      outgoing.end(typeof what === 'object' ? what.nonsense : Buffer.concat(parts));
    });
    forwarded.end(body);
  });
  const port = await listening(server);
  const env = { NEWSLETTER_BASE_URL: `http://127.0.0.1:${port}`, NEWSLETTER_API_KEY: sandbox.apiKey };

  /** The file has everything only when the sandbox has ended. */
  const restart = async (between = () => {}) => {
    await Promise.all(running.splice(0));
    await sandbox.close();
    between();
    sandbox = await startSandbox({ dataFile });
  };

  return {
    env,
    /** Decides about each request from now on; a request waits as long as that takes. */
    fates: (decide: Decide) => {
      fate = decide;
      [writes, reads] = [[], []];
    },
    /** The requests that wrote since then, as far as they arrived. */
    writes: () => writes,
    /** The others. */
    reads: () => reads,
    /** Addresses that went through requests that create, since this was called last. */
    posted: () => posted.splice(0),
    close: () => sandbox.close(),
    async people(): Promise<Map<string, Subscriber>> {
      await restart();
      return await readPeople(dataFile, sandbox);
    },
    /** What happens to the account by day. */
    async day(change: (account: Map<string, Subscriber>) => void): Promise<void> {
      await restart(() => edit(dataFile, change));
    },
  };
}

/** The people of a request that creates. */
function emailsIn(method: string, url: string, body: string): string[] {
  if (method !== 'POST' || !/^\/v1\/(?:subscribers|subscriber-imports)$/.test(url)) return [];
  const { email, subscribers = [] } = JSON.parse(body) as {
    email?: string;
    subscribers?: readonly { readonly email: string }[];
  };
  return [...(email === undefined ? [] : [email]), ...subscribers.map(one => one.email)];
}

async function subscribe({ baseUrl, apiKey }: Sandbox, email: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const reply = await fetch(`${baseUrl}/v1/subscribers?per_page=500`, { headers });
  const { data } = (await reply.json()) as { data: { id: string; email: string }[] };
  const id = data.find(person => person.email === email)?.id;
  if (id === undefined) return;
  const change = { method: 'PATCH', headers, body: JSON.stringify({ status: 'subscribed' }) };
  await fetch(`${baseUrl}/v1/subscribers/${id}`, change);
}

async function readPeople(dataFile: string, sandbox: Sandbox): Promise<Map<string, Subscriber>> {
  const reply = await fetch(`${sandbox.baseUrl}/v1/subscribers?per_page=500`, {
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
  });
  const { data } = (await reply.json()) as {
    data: { email: string; source: string; fields: Record<string, string>; tags: string[] }[];
  };
  const statuses = new Map(stored(dataFile).people.map(({ email, status }) => [email, status]));
  return new Map(
    data.flatMap(({ email, source, fields, tags }) =>
      leaver.test(email)
        ? []
        : [
            [
              email,
              {
                values: fields,
                tags: [...tags].sort(),
                source: source === 'form' ? 'form' : 'api',
                isUnsubscribed: statuses.get(email) === 'unsubscribed',
              },
            ],
          ],
    ),
  );
}

function stored(dataFile: string): { people: Stored[]; rest: Rest } {
  const lines = readFileSync(dataFile, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as unknown);
  return { people: lines.slice(0, -1) as Stored[], rest: lines.at(-1) as Rest };
}

function edit(dataFile: string, change: (account: Map<string, Subscriber>) => void): void {
  const { people, rest } = stored(dataFile);
  const nameOf = (tag: number) => rest.tags[tag]?.name ?? '';
  const here = people.filter(({ email }) => !leaver.test(email));
  const account = new Map<string, Subscriber>(
    here.map(({ email, source, status, fields, tags }) => [
      email,
      {
        values: fields,
        tags: tags.map(nameOf),
        source: source === 'form' ? 'form' : 'api',
        isUnsubscribed: status === 'unsubscribed',
      },
    ]),
  );
  change(account);
  const now = Date.now();
  const indexOf = (name: string): number => {
    const found = rest.tags.findIndex(tag => tag.name === name);
    return found >= 0 ? found : rest.tags.push({ name, color: 'gray', createdAt: now, updatedAt: now }) - 1;
  };
  const after = people.map((person, at) => {
    const kept = account.get(person.email);
    if (leaver.test(person.email)) return person;
    if (kept === undefined)
      return { ...person, email: `left-${at}-${now}@example.org`, tags: [], fields: {} };
    account.delete(person.email);
    return {
      ...person,
      fields: kept.values,
      tags: kept.tags.map(indexOf),
      source: kept.source,
      status: kept.isUnsubscribed ? 'unsubscribed' : 'subscribed',
    };
  });
  const added = [...account].map(([email, { values, tags, source }]) => ({
    email,
    source,
    status: 'subscribed',
    createdAt: now,
    updatedAt: now,
    emailedAt: null,
    fields: values,
    tags: tags.map(indexOf),
  }));
  const lines = [...after, ...added, rest].map(line => JSON.stringify(line));
  writeFileSync(dataFile, `${lines.join('\n')}\n`);
}
