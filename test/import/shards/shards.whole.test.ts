import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { account, lines } from '../account.ts';

/** Spellings of one address. */
const spellings = [
  (n: number) => `p${n}@bücher.example.org`,
  (n: number) => `P${n}@BÜCHER.Example.ORG`,
  (n: number) => `mailto:p${n}@xn--bcher-kva.example.org`,
  (n: number) => `Somebody <p${n}@bücher.example.org>`,
  (n: number) => `\u200b p${n}@xn--bcher-kva.example.org\u00a0`,
] as const;
const address = fc
  .tuple(fc.nat(12), fc.nat(spellings.length - 1))
  .map(([n, how]) => spellings[how]?.(n) ?? '');
const row = fc.oneof(
  { weight: 6, arbitrary: address.map(text => `"${text}",subscribed`) },
  { weight: 1, arbitrary: address.map(text => `"${text}",unsubscribed`) },
  { weight: 1, arbitrary: address.map(text => `"${text}",bounced,too,many`) },
  { weight: 1, arbitrary: fc.nat(99).map(n => `p${n} at x.org,subscribed`) },
);
const counts = ['rows', 'accepted', 'duplicates', 'rejected', 'suppressed', 'created', 'failed'] as const;

async function isTheSame(rows: readonly string[], of: number): Promise<void> {
  const text = lines('Email,Status', ...rows);
  const [whole, divided] = [await account(), await account()];
  try {
    const { summary: expected } = await whole.loadText(text, { wait: true });
    const sums: Record<string, number> = {};
    const rejected: unknown[] = [];
    for (let share = 1; share <= of; share++) {
      const { summary, rejects } = await divided.loadText(text, { wait: true, shard: { share, of } });
      for (const count of counts) sums[count] = (sums[count] ?? 0) + summary[count];
      rejected.push(...rejects);
    }
    expect(sums).toEqual(Object.fromEntries(counts.map(count => [count, expected[count]])));
    expect((await divided.emails()).map(email => email.toLowerCase()).sort()).toHaveLength(expected.created);
    expect(rejected).toHaveLength(expected.rejected + expected.suppressed);
  } finally {
    await Promise.all([whole.sandbox.close(), divided.sandbox.close()]);
  }
}

test('shards do together what one import would have done', async () => {
  const lists = fc.array(row, { minLength: 1, maxLength: 40 });
  const property = fc.asyncProperty(lists, fc.integer({ min: 1, max: 5 }), isTheSame);
  await fc.assert(property, { numRuns: 12 });
});

test('the files that a shard writes have it in their names', async () => {
  const { run, write, folder, settings } = await account({ importSeconds: 30 });
  write('people.csv', lines('Email', 'a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'bad', 'worse', 'no'));
  const options = ['--report', 'report.ndjson', '--save-mapping', 'map.json'];
  for (const share of ['1/2', '2/2'])
    await run(['import', 'people.csv', '--shard', share, ...options, '--wait-timeout', '0.1']);
  const own = ['map.1-of-2.json', 'people.csv.rejects.1-of-2.csv', 'report.1-of-2.ndjson'];
  const expected = [...own, ...own.map(name => name.replace('1-of', '2-of')), 'people.csv'].sort();
  expect(readdirSync(folder).filter(name => name !== 'config')).toEqual(expected);
  const journals = readdirSync(`${settings}/imports`).filter(name => name.endsWith('.journal'));
  expect(journals.map(name => name.replace(/^\w+/, '')).sort()).toEqual([
    '.1-of-2.journal',
    '.2-of-2.journal',
  ]);
});
