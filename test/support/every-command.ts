/** A command line for every command that asks the service, and a service that answers each as service.txt shows it. */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { transcripts } from '../transcripts/transcripts.ts';
import type { Plain, Responder } from './service.ts';

/** Changes a record before it is sent. */
export type Change = (record: Plain) => Plain;

const recordIn = (response: Readonly<Plain>): Plain =>
  Array.isArray(response.data) ? (response.data[0] as Plain) : response;

/** The example in service.txt's own words of what is at a path, such as `/v1/emails`. */
const example = (path: string): Plain => {
  const found = transcripts.find(one => one.path === path);
  if (found === undefined) throw new Error(`no transcript shows ${path}`);
  return recordIn(found.response);
};

const sent = example('/v1/emails');
const draft = {
  ...sent,
  id: '7c9e6679-7425-40de-944b-000000000000',
  subject: 'Low water',
  body_html: '<p>Low water</p>',
  status: 'draft',
  scheduled_at: null,
  sent_at: null,
  completed_at: null,
};
const person = example('/v1/subscribers');
const job = example('/v1/subscriber-imports');

const page = (...data: Plain[]) => ({
  data,
  meta: { current_page: 1, per_page: 50, total: data.length, last_page: 1 },
});

/** A record after a PATCH. Custom fields that are not sent stay. */
const changed = (record: Plain, { fields, ...others }: Plain): Plain => ({
  ...record,
  ...others,
  ...(fields !== undefined && { fields: Object.assign({}, record.fields, fields) }),
});

/** A service that does what it is asked. */
export function obliging(change: Change = record => record): Responder {
  let isSent = false;
  return (request, response, { url, body }) => {
    const { pathname } = new URL(url, 'http://x');
    const path = pathname.replace(/[0-9a-f-]{36}/, '{id}');
    const reply = (record: Plain) => response.end(JSON.stringify(change({ ...record })));
    const list = (...records: Plain[]) =>
      response.end(JSON.stringify(page(...records.map(record => change({ ...record })))));
    response.setHeader('content-type', 'application/json');
    const isRead = request.method === 'GET';
    if (path === '/v1/emails/{id}/send') {
      isSent = true;
      return reply({ ...draft, status: 'sent', sent_at: sent.sent_at, completed_at: sent.completed_at });
    }
    if (path === '/v1/emails') {
      return list(isSent ? { ...draft, status: 'sent', sent_at: sent.sent_at } : draft, sent);
    }
    if (path === '/v1/emails/{id}') return reply({ ...draft, ...JSON.parse(body) });
    if (path === '/v1/subscriber-imports' && !isRead) {
      const { subscribers } = JSON.parse(body) as { subscribers: unknown[] };
      return reply({ ...job, status: 'completed', total_count: subscribers.length });
    }
    const found = transcripts.find(one => one.path === path && one.method === request.method);
    if (found === undefined) {
      response.statusCode = 404;
      return response.end('{"message":"not found"}');
    }
    const record = recordIn(found.response);
    if ('data' in found.response) return list(record);
    if (request.method === 'POST' && /^\/v1\/(?:tags|groups|fields)$/.test(path))
      return reply({ ...record, ...JSON.parse(body) });
    return reply(request.method === 'PATCH' ? changed(record, JSON.parse(body) as Plain) : record);
  };
}

/** What stands in the folder in which the lines are run. */
export function prepareFiles(folder: string, baseUrl: string): void {
  prepareRun(join(folder, 'settings', 'runs', '3f9c2a1e'), baseUrl);
  writeFileSync(join(folder, 'people.csv'), `email,Name\n${person.email},Ann\nnew@example.org,Bo\n`);
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(planOf(baseUrl)));
  writeFileSync(
    join(folder, 'issue.html'),
    `---\nid: ${draft.id}\nupdated_at: ${sent.updated_at}\nsubject: Another subject\n---\n<p>Hello</p>\n`,
  );
}

interface Prepared {
  readonly lines: Readonly<Record<string, string>>;
  readonly run: Plain;
  readonly plan: Plain;
}

const {
  lines: typed,
  run,
  plan,
} = parse(readFileSync(join(import.meta.dirname, 'every-command.yaml'), 'utf8')) as Prepared;

/** The plan of a sync: a tag for the person. */
export function planOf(base_url: string): Plain {
  const { id, email, tags } = person;
  const after = [...(tags as string[]), 'shop'];
  const change = { place: 0, id, email, before: { tags }, after: { tags: after } };
  const next = { email, fields: {}, tags: ['shop'] };
  const run = { ...(plan.run as Plain), base_url };
  const all = { ...plan, run, people: [{ do: 'change', ...change, next }] };
  return { ...all, sha256: hash('sha256', JSON.stringify(all), 'hex') };
}

/** An import that can be undone. */
function prepareRun(folder: string, base_url: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { id, email, fields, tags } = person;
  const change = { place: 0, id, email, before: { fields, tags }, after: { fields: {}, tags } };
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...run, base_url }), { mode: 0o600 });
  writeFileSync(join(folder, 'changes.ndjson'), `${JSON.stringify(change)}\n`, { mode: 0o600 });
}

/** By the name of the command; each does its work without a question. */
export const lines: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(typed).map(([name, line]) => [name, line.split(' ').filter(Boolean)]),
);
