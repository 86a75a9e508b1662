/** Commands that read a whole list, against services whose pages and whose counts do not agree. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import { type Plain, type Responder, service } from '../support/service.ts';

const id = (number: number) => `0b6f1a52-93d4-4c1e-8f60-${String(number).padStart(12, '0')}`;
const at = '2026-03-09T10:00:00.000Z';

/** Record `n` of any list: it has the fields of all resources that the commands look at. */
const record = (n: number) => ({
  id: id(n),
  created_at: at,
  updated_at: at,
  email: `p${n}@example.org`,
  source: 'api',
  emailed_at: null,
  fields: {},
  tags: [`tag${n}`],
  name: `Name ${n}`,
  variable: `name_${n}`,
  kind: 'text',
  position: n,
  status: 'draft',
  subject: `Subject ${n}`,
});

const size = 2;
const all = [1, 2, 3, 4, 5].map(record);
const honest = (page: number) => ({ current_page: page, per_page: size, total: all.length, last_page: 3 });

interface Misbehaviour {
  readonly meta?: (page: number) => Plain;
  readonly data?: (page: number) => readonly Plain[];
}

const pageOf = (page: number) => all.slice((page - 1) * size, page * size);

/** A service whose lists all hold the same five records, two on a page. */
function lists({ meta = honest, data = pageOf }: Misbehaviour): Responder {
  return (_request, response, { url }) => {
    const asked = new URL(url, 'http://x');
    const page = Number(asked.searchParams.get('page') ?? '1');
    if (asked.pathname === '/v1/account') return response.end(JSON.stringify({ id: id(99), name: 'Acme' }));
    return response.end(JSON.stringify({ data: data(page), meta: meta(page) }));
  };
}

async function run(line: string, misbehaviour: Misbehaviour) {
  const { url, seen } = await service(lists(misbehaviour));
  const ended = await newsletter(wordsOf(line), {
    env: { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' },
  });
  return { ...ended, requests: seen.length };
}

/** Commands that print what they read, each record in a line of its own. */
const printing = [
  'subscribers list --all -o tsv --fields id',
  'groups list --all -o tsv --fields id',
  'fields list --all -o tsv --fields id',
  'emails list --all -o tsv --fields id',
  'imports list --all -o tsv --fields id',
  'api v1/subscribers --all -o tsv --fields id',
  'tags list -o tsv --fields name',
  'subscribers export --format ndjson',
];

const linesOf = (text: string) => text.split('\n').filter(line => line !== '');

describe.each(printing)('%s', line => {
  it('a list with as many records as its total ends with 0 and no message', async () => {
    const { status, stdout, stderr } = await run(line, {});
    expect({ status, stderr, lines: linesOf(stdout).length }).toEqual({ status: 0, stderr: '', lines: 5 });
  });

  it('a list whose last_page comes too early is incomplete', async () => {
    const { status, stderr } = await run(line, { meta: page => ({ ...honest(page), last_page: 2 }) });
    expect({ status, stderr }).toMatchObject({
      status: 8,
      stderr: expect.stringContaining('the list is incomplete: received 4, but the total is 5'),
    });
  });

  // Every count that a service may send: test/http/whole-list.test.ts.
  it('a list without a total is read to its end, and the doubt is said', async () => {
    const { status, stdout, stderr } = await run(line, {
      meta: page => ({ ...honest(page), total: null }),
    });
    expect({ status, lines: linesOf(stdout).length }).toEqual({ status: 0, lines: 5 });
    expect(stderr).toMatch(/^warning: unknown whether the list is complete: received 5,/);
  });
});

it('subscribers growth prints what it found of a list that is not whole, and exits 8', async () => {
  const listsOfSubscribers: Misbehaviour = { meta: page => ({ ...honest(page), total: 9 }) };
  const { url } = await service((request, response, seen) => {
    const wanted = seen.url.startsWith('/v1/fields') ? {} : listsOfSubscribers;
    lists(wanted)(request, response, seen);
  });
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  const { status, stdout, stderr } = await newsletter(wordsOf('subscribers growth -o json'), { env });
  expect({ status, whole: typeof JSON.parse(stdout) }).toEqual({ status: 8, whole: 'object' });
  expect(stderr).toContain('the total is 9');
});

it.each([
  ['import people.csv --dry-run --yes', 'a list of fields', 'cannot read the custom fields: '],
  ['emails stats', 'a list of emails', ''],
  ['subscribers list --since 2000-01-01', 'a list that is filtered', ''],
  ['groups get Nobody', 'a list that may hold the group', ''],
  ['subscribers get nobody@example.org', 'a list that may hold the person', ''],
])('%s ends with an error about %s that is not whole', async (line, _list, which) => {
  const file = join(temporaryFolder(), 'people.csv');
  writeFileSync(file, 'email\np1@example.org\n');
  const meta = (page: number) => ({ ...honest(page), total: 9 });
  const { status, stderr } = await run(line.replace('people.csv', file), { meta });
  expect({ status, stderr }).toMatchObject({
    status: 8,
    stderr: expect.stringContaining(`${which}the list is incomplete: received 5, but the total is 9`),
  });
});
