/**
 * kill -9 at any request, then --resume, also of a service that fails now and then: the account is as after an import that
 * nothing interrupted, of two files.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ImportSummary } from '../../../src/import/summary-fields.ts';
import { limit } from '../../support/load.ts';
import { randomFrom } from '../../support/random.ts';
import { seedInForce } from '../../support/seed.ts';
import { account, lines } from '../account.ts';

/** `NEWSLETTER_TEST_KILLS=200` kills as often. */
const kills = Number(process.env.NEWSLETTER_TEST_KILLS ?? 12);
const random = randomFrom(seedInForce());
const below = (n: number) => Math.floor(random() * n);

const total = 240;
const person = (i: number) => `p${i}@x.org`;
/** New and known people, some of them changed and one unsubscribed; rows to reject, a duplicate, a person to leave out. */
const header = 'Email,City,Status,Tags';
const all = Array.from({ length: total }, (_, i) => `${person(i)},City ${i % 7},active,new`);
const first = lines(header, ...all.slice(0, total / 2));
const second = lines(
  header,
  ...all.slice(total / 2),
  'nobody,Rome,active,',
  'p7@x.org,Oslo,active,late',
  'gone@x.org,Bonn,unsubscribed,',
);
const options = ['--batch-size', '20', '--concurrency', '3', '--output', 'json'];
const begin = ['import', 'people.csv', 'more.csv', ...options];
const resume = [...begin, '--resume'];
const env = { NEWSLETTER_RETRIES: '10' };

async function prepared(failRate = 0) {
  const target = await account({ importSeconds: 0.02, latency: 2, failRate, seed: below(1e6) });
  target.write('people.csv', first);
  target.write('more.csv', second);
  const known = Array.from({ length: 60 }, (_, i) => ({
    email: person(i * 3),
    fields: { city: i % 2 === 0 ? 'Lund' : `City ${(i * 3) % 7}` },
    tags: ['old', ...(i % 2 === 0 ? [] : ['new'])],
  }));
  const isIn = () =>
    target.call('POST', '/v1/subscriber-imports', { subscribers: known }).then(Boolean, () => false);
  await expect.poll(isIn).toBe(true);
  await expect.poll(async () => (await target.emails()).length, { interval: 20 }).toBe(known.length);
  const requests = () => Object.values(target.sandbox.requests()).reduce((sum, n) => sum + n, 0);
  const rejects = () => readFileSync(target.at('people.csv.rejects.csv'), 'utf8');
  return { ...target, requests, rejects };
}

function sumsOf(stdout: string) {
  const { created, updated, skipped, failed, unknown, accepted, rejected, suppressed } = JSON.parse(
    stdout,
  ) as ImportSummary;
  // People who were sent again count as updated.
  return { in: created + updated + skipped, failed, unknown, accepted, rejected, suppressed };
}

describe('an import that is killed', () => {
  test(
    `ends as one that is not, ${kills} times, whether or not the service fails`,
    async () => {
      const undisturbed = await prepared();
      const before = undisturbed.requests();
      const ended = await undisturbed.run(begin);
      const needed = undisturbed.requests() - before;
      expect(ended.status, ended.stderr).toBe(8);
      const [people, rejects, sums] = [
        await undisturbed.people(),
        undisturbed.rejects(),
        sumsOf(ended.stdout),
      ];
      for (let n = 0; n < kills; n++) {
        const target = await prepared(n % 4 === 3 ? 0.1 : 0);
        // Each request in turn, in an order that differs; every third time it is killed again.
        const at = [(n * 7) % (needed + 3), ...(n % 3 === 0 ? [below(needed)] : [])];
        for (const [round, requests] of at.entries()) {
          const from = target.requests();
          const delay = Date.now() + below(15);
          const when = () => target.requests() - from > requests && Date.now() > delay;
          await target.interrupted(round === 0 ? begin : resume, { when, signal: 'SIGKILL' }, { env });
        }
        let resumed = await target.run(resume, { env });
        // A service that fails may take several times.
        for (let left = 20; left > 0 && ![0, 8].includes(resumed.status ?? -1); left--)
          resumed = await target.run(resume, { env });
        const label = `killed at requests ${at}: ${resumed.stderr}`;
        expect([0, 8], label).toContain(resumed.status);
        expect(await target.people(), label).toEqual(people);
        // If it had ended before the kill, it began anew, and everybody is unchanged.
        expect(sumsOf(resumed.stdout), label).toEqual(sums);
        expect(target.rejects(), label).toBe(rejects);
      }
    },
    limit(20 + 3 * kills),
  );
});
