import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { JobPace } from '../../../src/import/jobs/job-pace.ts';
import { temporaryFolder } from '../../support/home.ts';
import { newsletter } from '../../support/program.ts';
import { json, service } from '../../support/service.ts';
import { lines } from '../account.ts';

/** Jobs that take this long, one after the other: how long they were waited for, and how often they were looked at. */
function watched(jobs: readonly number[]): { waited: number; looks: number } {
  const pace = new JobPace();
  let [waited, looks] = [0, 0];
  for (const time of jobs) {
    let [undone, look] = [0, 0];
    for (;;) {
      look = pace.nextLook(undone);
      expect(look).toBeGreaterThan(undone);
      looks++;
      if (look >= time) break;
      undone = look;
    }
    pace.jobEnded(undone, look);
    waited += look;
  }
  return { waited, looks };
}

const jobs = (time: number, count = 60): number[] => Array.from({ length: count }, () => time);
const sum = (times: readonly number[]) => times.reduce((all, time) => all + time, 0);

describe('looking at jobs', () => {
  test.each([
    ['are done at once', 1, { most: 1000, looks: 1 }],
    ['take 150 ms', 150, { most: 150 * 60 * 1.15, looks: 2 }],
    ['take a second', 1000, { most: 1000 * 60 * 1.15, looks: 2 }],
    ['take 20 seconds', 20_000, { most: 20_000 * 60 * 1.15, looks: 2.2 }],
  ])('when they %s, then little time is lost, with few looks', (_what, time, { most, looks }) => {
    const seen = watched(jobs(time));
    expect(seen.waited).toBeLessThan(most);
    expect(seen.looks).toBeLessThanOrEqual(looks * 60);
  });

  test('when some take longer than others, then they are waited for, and no more looks are spent', () => {
    const mixed = Array.from({ length: 60 }, (_, n) => 600 + ((n * 7919) % 800));
    const { waited, looks } = watched(mixed);
    expect(waited).toBeLessThan(sum(mixed) * 1.35);
    expect(looks).toBeLessThan(60 * 2.5);
  });

  test('when they become faster or slower, then that is noticed', () => {
    const faster = [...jobs(5000, 3), ...jobs(100, 60)];
    expect(watched(faster).waited).toBeLessThan(3 * 8000 + 60 * 1000);
    const slower = [...jobs(5, 30), ...jobs(3000, 30)];
    expect(watched(slower).waited).toBeLessThan(sum(slower) * 1.3);
    expect(watched(slower).looks).toBeLessThan(30 + 30 * 2.7);
  });
});

test('when a service is done at the next look, then each job is looked at once', async () => {
  const job = (status: string) => ({
    id: '00000000-0000-4000-8000-000000000000',
    status,
    file_name: null,
    total_count: 5,
    created_count: status === 'completed' ? 5 : 0,
    updated_count: 0,
    skipped_count: 0,
    error_message: null,
    completed_at: null,
    created_at: '2026-01-02T03:04:05Z',
  });
  const { url, seen } = await service((request, response, one) => {
    const isJob = one.url.startsWith('/v1/subscriber-imports');
    const none = { data: [], meta: { current_page: 1, per_page: 50, total: 0, last_page: 1 } };
    const isList = one.url.startsWith('/v1/fields') || (isJob && one.url.includes('?'));
    const body = isList ? none : job(one.method === 'POST' ? 'pending' : 'completed');
    json(body, one.method === 'POST' ? 202 : 200)(request, response, one);
  });
  const file = join(temporaryFolder(), 'people.csv');
  writeFileSync(file, lines('Email', ...Array.from({ length: 60 }, (_, n) => `p${n}@x.org`)));
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  const { status, stderr } = await newsletter(['import', file, '--batch-size', '5', '--yes'], { env });
  expect(status, stderr).toBe(0);
  const looks = seen.filter(one => one.method === 'GET' && /^\/v1\/subscriber-imports\/\w/.test(one.url));
  expect([seen.filter(one => one.method === 'POST').length, looks.length]).toEqual([12, 12]);
});
