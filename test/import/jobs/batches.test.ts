/** How accepted subscribers become batches, and how rows of one address are joined: import.md, "From rows to jobs". */
import { describe, expect, it } from 'vitest';
import { type BatchLimits, type FinishedRange, requestBody } from '../../../src/import/jobs/batch.ts';
import { BatchBuilder } from '../../../src/import/jobs/batches.ts';
import { DuplicateRows } from '../../../src/import/jobs/duplicate-rows.ts';
import type { DuplicateRule } from '../../../src/import/options.ts';
import type { ImportedSubscriber } from '../../../src/import/rows/parsed-row.ts';
import { AddressTable } from '../../../src/lib/address-table.ts';

/** The batches of so many subscribers, of which some ranges are finished. */
function built(
  total: number,
  limits: BatchLimits,
  finished: readonly FinishedRange[] = [],
  subscriber: (n: number) => ImportedSubscriber = n => ({ email: `p${n}@x.org` }),
) {
  const builder = new BatchBuilder(limits, finished);
  const batches = [];
  for (let n = 0; n < total; n++) {
    // Rows of a file are counted from 2; the third subscriber stands on two of them.
    builder.add(subscriber(n), n === 2 ? [4, 99] : n + 2);
    batches.push(...builder.full());
  }
  builder.end();
  batches.push(...builder.full());
  const people = batches.map(batch => {
    const { subscribers } = JSON.parse(Buffer.concat(requestBody(batch, [])).toString()) as {
      subscribers: ImportedSubscriber[];
    };
    return subscribers;
  });
  return { batches, people, ranges: batches.map(({ from, to }) => `${from}-${to}`) };
}
const roomy = 2 ** 20;

describe('batches', () => {
  it.each([
    [0, 10, '', ''],
    [5, 10, '', '0-5'],
    [10, 10, '', '0-10'],
    [11, 10, '', '0-10 10-11'],
    [25, 10, '', '0-10 10-20 20-25'],
    // What has been sent is not sent again, and no batch goes across it.
    [25, 10, '0-10', '10-20 20-25'],
    [25, 10, '3-13', '0-3 13-23 23-25'],
    [25, 10, '0-10 10-20', '20-25'],
    [25, 10, '5-6 24-25', '0-5 6-16 16-24'],
    [25, 10, '0-25', ''],
    [25, 1, '1-25', '0-1'],
  ])('of %d subscribers in batches of %d, less %s, each is in one', (total, rows, sent, ranges) => {
    const rowNumbers: number[] = [];
    const finished = [...sent.matchAll(/(\d+)-(\d+)/g)].map(([, from, to]) => ({
      from: Number(from),
      to: Number(to),
      rowNumbers,
    }));
    const made = built(total, { rows, bytes: roomy }, finished);
    expect(made.ranges.join(' ')).toBe(ranges);
    for (const [at, { from, to, slices, rows }] of made.batches.entries())
      expect([made.people[at]?.[0]?.email, rows, slices[0]?.rowNumbers[0]]).toEqual([
        ...[`p${from}@x.org`, to - from, from === 2 ? [4, 99] : from + 2],
      ]);
    const hasTwoRows = finished.some(({ from, to }) => from <= 2 && to > 2);
    expect(rowNumbers).toHaveLength(finished.reduce((n, { from, to }) => n + to - from, hasTwoRows ? 1 : 0));
    expect(rowNumbers.includes(99)).toBe(hasTwoRows);
  });

  it('batches keep to the bytes of a request', () => {
    const subscriber = (n: number) => ({ email: `p${n}@x.org`, fields: { city: 'x'.repeat(900) } });
    const { batches, ranges } = built(100, { rows: 1000, bytes: 10_000 }, [], subscriber);
    const sizes = batches.map(batch => Buffer.concat(requestBody(batch, [])).length);
    expect(Math.max(...sizes)).toBeLessThan(10_000);
    expect(batches.length).toBeLessThan(20);
    expect(ranges.map(range => range.split('-')[0]).slice(1)).toEqual(
      ranges.map(range => range.split('-')[1]).slice(0, -1),
    );
    expect(ranges.at(-1)?.endsWith('-100')).toBe(true);
    // One that is too large alone goes alone: the service decides.
    const huge = (n: number) => ({
      email: `p${n}@x.org`,
      fields: { city: 'x'.repeat(n === 1 ? 20_000 : 10) },
    });
    const { people } = built(3, { rows: 1000, bytes: 10_000 }, [], huge);
    expect(people.map(all => all.length)).toEqual([1, 1, 1]);
  });

  it('two people fill a request to the last byte; a byte less, and there are two requests', () => {
    const subscriber = (n: number) => ({ email: `p${n}@x.org` });
    const one = JSON.stringify(subscriber(0)).length;
    expect(built(2, { rows: 1000, bytes: 2 * one + 1 }, [], subscriber).people.length).toBe(1);
    expect(built(2, { rows: 1000, bytes: 2 * one }, [], subscriber).people.length).toBe(2);
  });

  it('later batches keep to limits that have fallen', () => {
    const limits: BatchLimits = { rows: 50, bytes: roomy };
    const builder = new BatchBuilder(limits, []);
    const sizes: number[] = [];
    for (let n = 0; n < 100; n++) {
      builder.add({ email: `ä${n}@x.org` }, n);
      for (const { rows } of builder.full()) {
        sizes.push(rows);
        limits.rows = 20;
      }
    }
    builder.end();
    for (const { rows } of builder.full()) sizes.push(rows);
    expect(sizes).toEqual([50, 20, 20, 10]);
  });
});

describe('rows of one address', () => {
  const person = (email: string, fields?: object, tags?: readonly string[]) =>
    ({ email, ...(fields && { fields }), ...(tags && { tags }) }) as ImportedSubscriber;
  /** @param rows the key of each, and the row */
  function joined(rows: readonly (readonly [string, ImportedSubscriber])[], rule: DuplicateRule = 'merge') {
    const addresses = new AddressTable(rows.length);
    for (const [at, [key]] of rows.entries()) addresses.add(key, at + 1);
    const duplicates = new DuplicateRows(addresses.slots, rule, ['city', 'orders', 'city']);
    for (const [at, [key, row]] of rows.entries()) duplicates.add(addresses.slotOf(key), row, at + 1);
    return [...duplicates.joined()];
  }

  const rows = [
    ['a@x.org', person('a@x.org', { city: 'Bern', orders: 1 }, ['x'])],
    ['b@x.org', person('b@x.org')],
    ['a@x.org', person('A@x.org', { city: 'Oslo' }, ['X', 'y'])],
    ['b@x.org', person('b@x.org', { orders: 0 })],
    ['a@x.org', person('A@x.org', undefined, ['z'])],
  ] as const;

  it.each<[DuplicateRule, ImportedSubscriber, ImportedSubscriber]>([
    [
      'merge',
      person('a@x.org', { city: 'Oslo', orders: 1 }, ['x', 'y', 'z']),
      person('b@x.org', { orders: 0 }),
    ],
    ['first', person('a@x.org', { city: 'Bern', orders: 1 }, ['x']), person('b@x.org')],
    ['last', person('A@x.org', undefined, ['z']), person('b@x.org', { orders: 0 })],
  ])('with %s, rows of one address become one subscriber, in the order of their first rows', (rule, a, b) => {
    expect(joined(rows, rule)).toEqual([
      { subscriber: a, rowNumbers: [1, 3, 5] },
      { subscriber: b, rowNumbers: [2, 4] },
    ]);
  });

  it('rows without fields and tags make a subscriber without them', () => {
    const [one] = joined([
      ['a@x.org', person('a@x.org')],
      ['a@x.org', person('a@x.org')],
    ]);
    expect(one?.subscriber).toStrictEqual({ email: 'a@x.org' });
    const [two] = joined([
      ['a@x.org', person('a@x.org', { city: 'Bern' })],
      ['a@x.org', person('a@x.org')],
    ]);
    expect(two?.subscriber).toStrictEqual({ email: 'a@x.org', fields: { city: 'Bern' } });
  });

  it.each([
    ['many', 3000, 300],
    ['longer than a chunk', 3, 1_200_000],
    ['as long as what is left of a chunk', 40, 87_000],
  ])('rows that are %s are each joined with their own', (_, count, length) => {
    const text = (n: number) => `${n}${'–'.repeat(length / 3)}`;
    const names = Array.from({ length: count }, (_, n) => `p${n}@x.org`);
    const all = [
      ...names.map((email, n) => [email, person(email, { city: text(n) })] as const),
      ...names.map((email, n) => [email, person(email, { orders: n })] as const),
    ];
    expect(joined(all)).toEqual(
      names.map((email, n) => ({
        subscriber: person(email, { city: text(n), orders: n }),
        rowNumbers: [n + 1, count + n + 1],
      })),
    );
  });
});
