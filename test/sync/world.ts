/** An account in the sandbox that lives on from night to night, behind a proxy that can cut any request. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { temporaryFolder } from '../support/home.ts';
import { listening, seenOf } from '../support/service.ts';
import type { Subscriber } from './model.ts';

/** What happens to a request: answered, lost before it arrives, carried out without an answer, or with another one. */
export type Fate = 'answered' | 'lost' | 'unanswered' | { readonly nonsense: string };

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
  let fate: (isWrite: boolean) => Fate | Promise<Fate> = () => 'answered';
  let [writes, reads]: [string[], string[]] = [[], []];
  const server = createServer(async (incoming, outgoing) => {
    const { method, url, body } = await seenOf(incoming);
    const isWrite = method !== 'GET';
    const what = await fate(isWrite);
    if (what === 'lost') return void incoming.socket.destroy();
    (isWrite ? writes : reads).push(`${method} ${url.replace(/[0-9a-f-]{36}/, '{id}')}`);
    const { host } = new URL(sandbox.baseUrl);
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' };
    const forwarded = send(sandbox.baseUrl + url, { method, headers }, async answer => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      if (what === 'unanswered') return void incoming.socket.destroy();
      outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' });
      outgoing.end(typeof what === 'object' ? what.nonsense : Buffer.concat(parts));
    });
    forwarded.end(body);
  });
  const port = await listening(server);
  const env = { NEWSLETTER_BASE_URL: `http://127.0.0.1:${port}`, NEWSLETTER_API_KEY: sandbox.apiKey };

  return {
    env,
    /** Decides about each request from now on; a request waits as long as that takes. */
    fates: (decide: (isWrite: boolean) => Fate | Promise<Fate>) => {
      fate = decide;
      [writes, reads] = [[], []];
    },
    /** The requests that wrote since then, as far as they arrived. */
    writes: () => writes,
    /** The others. */
    reads: () => reads,
    close: () => sandbox.close(),
    people: () => readPeople(dataFile, sandbox),
    /** What happens to the account by day. */
    async day(change: (account: Map<string, Subscriber>) => void): Promise<void> {
      await sandbox.close();
      edit(dataFile, change);
      sandbox = await startSandbox({ dataFile });
    },
  };
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
