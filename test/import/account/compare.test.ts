import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { json, service } from '../../support/service.ts';
import { account, lines, summaryOf } from '../account.ts';

/** Four people; ann and bob are as in the file, carl is not, dora has left. */
async function prepared(options: SandboxOptions = {}) {
  const here = await account(options);
  const add = (email: string, city: string, tags: string[]) =>
    here.call('POST', '/v1/subscribers', { email, fields: { city }, tags });
  await add('ann@x.org', 'Oslo', ['old', 'member']);
  await add('bob@x.org', 'Rome', ['member']);
  await add('carl@x.org', 'Bonn', ['old']);
  await add('dora@x.org', 'Kyiv', []);
  here.write(
    'people.csv',
    lines(
      'Email,City,Tags,Status',
      'ann@x.org,Oslo,member,active',
      'Bob@x.org,,member,active',
      'carl@x.org,Paris,member,active',
      'dora@x.org,,,unsubscribed',
      'new@x.org,Lima,,active',
    ),
  );
  const load = (...more: string[]) => here.run(['import', 'people.csv', '-o', 'json', ...more]);
  return { ...here, load };
}

describe('people who are in the account', () => {
  test('people whom nothing would change are counted, and not sent', async () => {
    const { load, sandbox, at } = await prepared();
    const ended = await load('--report', 'report.ndjson');
    expect(ended.status, ended.stderr).toBe(0);
    expect(summaryOf(ended)).toMatchObject({
      accepted: 4,
      created: 1,
      updated: 1,
      skipped: 2,
      unchanged: 2,
      jobs: [{ rows: 2 }],
      compared: {
        subscribers: 4,
        new: 1,
        changed: 1,
        unchanged: 2,
        left: 1,
        fields: { 'fields.city': 1, tags: 1 },
        replaced: { 'fields.city': 1 },
      },
      not_compared: null,
      verified: { checked: 2, of: 2, different: 0 },
    });
    const { run, warnings } = summaryOf(ended);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'values_replaced', count: 1, line: 4 }));
    const replaced = `warning: the import replaces 1 value in the account: fields.city 1; newsletter undo ${run} restores it`;
    expect(ended.stderr).toContain(replaced);
    expect(sandbox.requests()['POST /v1/subscriber-imports']).toBe(1);
    const report = readFileSync(at('report.ndjson'), 'utf8').trim().split('\n');
    expect(report.map(line => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ line: null, code: 'left', email: 'dora@x.org' }),
    );
    // The report may be written again.
    expect((await load('--report', 'report.ndjson')).status).toBe(0);
  });

  test('a file that is imported again sends no row', async () => {
    const { load, posts } = await prepared();
    await load();
    const ended = await load();
    expect(ended.status).toBe(0);
    expect(summaryOf(ended)).toMatchObject({ created: 0, updated: 0, skipped: 4, unchanged: 4, jobs: [] });
    expect(posts()).toBe(1);
  });

  test('--compare never sends everybody', async () => {
    const { load, sandbox } = await prepared();
    const ended = await load('--compare', 'never');
    expect(summaryOf(ended)).toMatchObject({
      created: 1,
      updated: 3,
      unchanged: 0,
      compared: null,
      not_compared: '--compare never',
    });
    expect(sandbox.requests()['POST /v1/subscriber-imports']).toBe(1);
  });

  test('with --existing-tags replace, other tags of a person are a change', async () => {
    const { load, people } = await prepared({ importTags: 'replace' });
    const ended = await load('--existing-tags', 'replace');
    expect(ended.status, ended.stderr).toBe(0);
    expect(summaryOf(ended)).toMatchObject({ unchanged: 1, updated: 2 });
    expect((await people()).map(({ tags }) => tags)).toEqual([['member'], ['member'], ['member'], [], []]);
  });

  test('--tag-id sends people of whom nothing else changes', async () => {
    const { load, call, people } = await prepared();
    const { id } = await call('POST', '/v1/tags', { name: 'by id' });
    expect(summaryOf(await load('--tag-id', String(id)))).toMatchObject({ unchanged: 0, updated: 3 });
    expect((await people()).filter(({ tags }) => tags.includes('by id'))).toHaveLength(4);
  });

  test('a dry run compares, and keeps no file', async () => {
    const { load, settings } = await prepared();
    const ended = await load('--dry-run');
    expect(summaryOf(ended)).toMatchObject({ dry_run: true, unchanged: 2, compared: { new: 1, changed: 1 } });
    expect(readdirSync(join(settings, 'imports'))).toEqual([]);
  });
});

describe('an account that cannot be read', () => {
  const page = (data: object[], total = data.length) => ({
    data,
    meta: { current_page: 1, per_page: 50, total, last_page: 1 },
  });
  const job = {
    id: '5f2b6a4e-2f4b-4a54-9a0b-6a9d7c1f2e30',
    status: 'completed',
    file_name: null,
    ...{ total_count: 1, created_count: 1, updated_count: 0, skipped_count: 0 },
    ...{ error_message: null, completed_at: null, created_at: '2025-05-31T12:00:00Z' },
  };

  /** A service that answers as told when all subscribers are asked for. */
  async function refusing(status: number, body: unknown) {
    const { url, seen } = await service((request, response, one) => {
      const path = one.url.split('?')[0];
      if (path === '/v1/subscribers') return json(body, status)(request, response, one);
      if (path === '/v1/subscriber-imports' && one.method === 'POST')
        return json(job)(request, response, one);
      if (path === '/v1/account') return json({ id: 'a', name: 'Acme' })(request, response, one);
      return json(page([]))(request, response, one);
    });
    const here = await account();
    here.write('people.csv', 'Email\nann@x.org\n');
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_RETRIES: '0' };
    const load = (...more: string[]) => here.run(['import', 'people.csv', ...more], { env });
    return { load, posted: () => seen.some(({ method }) => method === 'POST') };
  }

  test.each([
    ['forbids it', 403, {}],
    ['is failing', 500, {}],
    ['sends fewer than it counts', 200, page([], 7)],
    ['sends something else', 200, { data: [{ id: 1 }], meta: { current_page: 1, last_page: 1 } }],
  ])('an import goes on without comparing when the service %s', async (_what, status, body) => {
    const { load } = await refusing(status, body);
    const ended = await load();
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/not compared with the account/);
    expect(ended.stderr).toContain('this import cannot be undone');
  });

  test('--compare always sends no row if the account cannot be read', async () => {
    const { load, posted } = await refusing(403, {});
    const ended = await load('--compare', 'always');
    expect(ended.status).toBe(3);
    expect(ended.stderr).toContain('the account cannot be compared');
    expect(posted()).toBe(false);
  });
});
