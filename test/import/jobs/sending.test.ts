import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ImportSummary } from '../../../src/import/summary-fields.ts';
import { failureOf } from '../../support/failure.ts';
import { account, lines } from '../account.ts';

const many = (n: number, from = 0) => Array.from({ length: n }, (_, i) => `p${from + i}@x.org,City ${i % 7}`);
const file = (n: number) => lines('Email,City', ...many(n));

function expectSums(summary: ImportSummary): void {
  expect(summary.accepted + summary.duplicates + summary.rejected + summary.suppressed).toBe(summary.rows);
  const { created, updated, skipped, failed, unknown } = summary;
  expect(created + updated + skipped + failed + unknown).toBe(summary.accepted);
}

describe('a service in good health', () => {
  test('people are sent in batches, and counted', async () => {
    const { loadText, people, posts, call } = await account();
    await call('POST', '/v1/subscribers', { email: 'P7@X.org', fields: { first_name: 'Kept' } });
    const { summary, failure, said } = await loadText(file(1050), { wait: true, batchSize: 500 });
    expect(failure).toBeUndefined();
    expect(summary).toMatchObject({
      accepted: 1050,
      created: 1049,
      updated: 1,
      skipped: 0,
      failed: 0,
      unknown: 0,
    });
    expectSums(summary);
    expect(summary.jobs.map(job => job.rows).toSorted((a, b) => a - b)).toEqual([50, 500, 500]);
    expect(posts()).toBe(3);
    expect(said).toMatch(/1,049\s+created/);
    const all = await people();
    expect(all).toHaveLength(1050);
    expect(all.find(one => one.email === 'P7@X.org')?.fields).toEqual({ first_name: 'Kept', city: 'City 0' });
  });

  test('rows of a refused batch are rejects that quote the service', async () => {
    const { loadText, emails } = await account();
    const tagId = ['00000000-0000-4000-8000-000000000000'];
    const { summary, failure, rejects } = await loadText(file(3), { tagId, wait: true });
    expect(summary).toMatchObject({ accepted: 3, failed: 3, created: 0 });
    expectSums(summary);
    expect(failure?.exit).toBeGreaterThan(0);
    expect(rejects).toHaveLength(3);
    expect(rejects[0]).toMatchObject({
      _code: 'job_failed',
      _reason: expect.stringContaining('No tag has the id'),
    });
    expect(await emails()).toEqual([]);
  });

  test('a dry run sends no row, and shows the first ones', async () => {
    const { loadText, sandbox, isThere } = await account();
    const { summary, said, failure } = await loadText(`${file(10)}bad,Oslo\n`, { dryRun: true, wait: true });
    const requests = Object.keys(sandbox.requests());
    expect(requests.sort()).toEqual(['GET /v1/account', 'GET /v1/fields', 'GET /v1/subscribers']);
    expect(summary).toMatchObject({
      rows: 11,
      accepted: 10,
      rejected: 1,
      created: 0,
      jobs: [],
      dry_run: true,
    });
    expect(said).toContain('{"email":"p0@x.org","fields":{"city":"City 0"}}');
    expect(failure).toMatchObject({ exit: 8 });
    expect(isThere('people.csv.rejects.csv')).toBe(false);
  });

  test('--no-wait prints the ids of the jobs', async () => {
    const { loadText, call } = await account({ importSeconds: 60 });
    const { summary, said, failure } = await loadText(file(20), { batchSize: 10 });
    expect(failure).toBeUndefined();
    expect(summary).toMatchObject({ accepted: 20, created: 0, unknown: 0 });
    expect(said).toMatch(/ 20 +accepted\n +20 +sent +not waited for\n/);
    for (const { id } of summary.jobs) {
      expect(said).toContain(`newsletter imports watch ${id}`);
      expect(await call('GET', `/v1/subscriber-imports/${id}`)).toMatchObject({ total_count: 10 });
    }
    expect((await loadText('Email\nbad\n', {})).said).not.toContain('sent');
  });
});

describe('a service that takes small imports only', () => {
  test('batches that are too large are halved, and later ones keep to that size', async () => {
    const { loadText, emails, posts } = await account({ maxImport: 300 });
    const { summary, failure } = await loadText(file(4100), { batchSize: 1000, wait: true });
    expect(failure).toBeUndefined();
    expect(summary).toMatchObject({ accepted: 4100, created: 4100, failed: 0 });
    expect(Math.max(...summary.jobs.map(job => job.rows))).toBeLessThanOrEqual(300);
    expect(await emails()).toHaveLength(4100);
    // Each batch under way may be refused twice; what comes later has the size that worked.
    expect(posts() - summary.jobs.length).toBeLessThanOrEqual(4 * 3);
  });
});

describe('a service that fails', () => {
  test('a failed job rejects its own rows, and no others', async () => {
    const { loadText, emails } = await account();
    const text = lines('Email,City', ...many(10), 'job-fails@x.org,Oslo', ...many(9, 10));
    const { summary, failure, rejects } = await loadText(text, { batchSize: 5, wait: true });
    expect(summary).toMatchObject({ accepted: 20, created: 15, failed: 5 });
    expectSums(summary);
    expect(failure).toMatchObject({ code: 'partly_done', exit: 8 });
    expect(rejects.map(row => row._line)).toEqual(['12', '13', '14', '15', '16']);
    for (const row of rejects)
      expect(row).toMatchObject({ _code: 'job_failed', City: expect.stringMatching(/./) });
    expect(rejects[0]?._reason).toContain('made to fail');
    expect(await emails()).toHaveLength(15);
  });

  test.each([
    ['merge', { first_name: 'Ann', city: 'Oslo' }],
    ['last', { city: 'Oslo' }],
    ['first', { first_name: 'Ann' }],
  ] as const)(
    'rejects of a failed job (%s) give, imported, what the file would have given',
    async (duplicates, fields) => {
      const { loadText, load, write, people } = await account();
      const text = lines(
        'Email,First name,City',
        'a@x.org,Ann,',
        'b@x.org,Bo,Rome',
        'a@x.org,,Oslo',
        'job-fails@x.org,,',
      );
      const { rejects } = await loadText(text, { duplicates, wait: true });
      const back = rejects
        .filter(row => !row.Email?.startsWith('job-fails'))
        .map(row => `${row.Email},${row['First name']},${row.City}`);
      await load(write('back.csv', lines('Email,First name,City', ...back)), { duplicates });
      expect((await people()).map(one => one.fields)).toEqual([fields, { first_name: 'Bo', city: 'Rome' }]);
    },
  );

  test('an import whose service goes away says what is known, and how to resume; nothing of it is a reject', async () => {
    const { loadText, sandbox, call } = await account({ importSeconds: 3 });
    const jobs = async () => (await call('GET', '/v1/subscriber-imports')).data;
    const closing = expect
      .poll(jobs, { interval: 5 })
      .not.toEqual([])
      .then(() => sandbox.close());
    const loading = loadText(file(40), { batchSize: 10, concurrency: 1, wait: true });
    const [{ summary, failure, rejects }] = await Promise.all([loading, closing]);
    expectSums(summary);
    // The next batch may have been on its way when the connection broke.
    expect([10, 20]).toContain(summary.unknown);
    expect(summary).toMatchObject({ accepted: 40, created: 0, failed: 40 - summary.unknown });
    expect(failure).toMatchObject({ code: 'outcome_unknown', exit: 9 });
    expect(failure?.hint).toContain('people.csv --resume');
    expect(rejects).toEqual([]);
  });

  test('an import whose service cannot be reached leaves no file behind', async () => {
    const { loadText, sandbox, folder } = await account();
    await sandbox.close();
    const failure = await failureOf(loadText(file(3)));
    expect(failure).toMatchObject({ code: 'connection_refused', exit: 7 });
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });
});
