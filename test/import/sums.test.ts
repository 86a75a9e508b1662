import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedInForce } from '../support/seed.ts';
import { account, lines } from './account.ts';

/** What a row of a generated file may be, and what has to become of it. */
const kinds = {
  good: (n: number) => `p${n}@x.org,Rome,active`,
  repeated: (n: number) => `P${n % 5}@x.org,Oslo,active`,
  invalid: (n: number) => `p${n} at x.org,Rome,active`,
  missing: () => ',Rome,active',
  suppressed: (n: number) => `s${n % 7}@x.org,Rome,unsubscribed`,
  /** Suppressed by another row of the same address. */
  shadowed: (n: number) => `s${n % 7}@x.org,Bonn,active`,
  ragged: (n: number) => `r${n}@x.org,Rome,active,too,many`,
  malformed: (n: number) => `m${n}@x.org,"Ro"me",active`,
  fatal: (n: number) => `job-fails@x${n}.org,Rome,active`,
} as const;
const kind = fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[]), 'good', 'good', 'good');

const faults = fc.record({
  failRate: fc.constantFrom(0, 0, 0.1),
  maxImport: fc.constantFrom(10_000, 7, 3),
  seed: fc.nat(1000),
});

type Fault = typeof faults extends fc.Arbitrary<infer T> ? T : never;

async function addsUp(rows: readonly (keyof typeof kinds)[], fault: Fault): Promise<void> {
  const target = await account(fault);
  try {
    const text = lines('Email,City,Status', ...rows.map((name, n) => kinds[name](n)));
    const { summary, rejects } = await target.loadText(text, {
      wait: true,
      batchSize: 11,
      report: target.at('report'),
    });
    expect(summary.rows).toBe(rows.length);
    expect(summary.accepted + summary.duplicates + summary.rejected + summary.suppressed).toBe(summary.rows);
    const { created, updated, skipped, failed, unknown } = summary;
    expect(created + updated + skipped + failed + unknown).toBe(summary.accepted);
    const count = (...wanted: string[]) => rows.filter(name => wanted.includes(name)).length;
    expect(summary.rejected).toBe(count('invalid', 'missing', 'ragged', 'malformed'));
    const shadows = rows.flatMap((name, n) => (name === 'suppressed' ? [n % 7] : []));
    const shadowed = rows.filter((name, n) => name === 'shadowed' && shadows.includes(n % 7)).length;
    expect(summary.suppressed).toBe(count('suppressed') + shadowed);
    // What the summary says is in, is in; and nothing else.
    expect(unknown).toBe(0);
    expect(await target.emails()).toHaveLength(created);
    const failedLines = rejects.filter(({ _code }) => _code === 'job_failed');
    expect(failedLines.length).toBeGreaterThanOrEqual(failed);
    expect(rejects).toHaveLength(summary.rejected + summary.suppressed + failedLines.length);
  } finally {
    await target.sandbox.close();
  }
}

test('every row is accounted for, whatever files and faults, and the account says the same', async () => {
  const property = fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 60 }), faults, addsUp);
  // Side by side: most of the time is spent in waiting for jobs.
  await Promise.all([0, 1, 2, 3].map(n => fc.assert(property, { seed: seedInForce() + n, numRuns: 3 })));
});
