import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DuplicateRule } from '../../../src/import/options.ts';
import { AddressTable, suppressed } from '../../../src/lib/address-table.ts';
import { account, lines } from '../account.ts';

describe('rows of one address', () => {
  test('small files of every kind make the account that a plain model says', async () => {
    const row = fc.record({
      email: fc.constantFrom('a@x.org', 'A@x.org', 'b@x.org', 'c@x.org', 'C@X.ORG', 'bad', '', 'd@x.org'),
      status: fc.constantFrom('active', 'active', 'active', 'active', 'bounced'),
      city: fc.constantFrom('', '', 'Oslo', 'Rome'),
      orders: fc.constantFrom('', '1', '2', 'many'),
      tags: fc.constantFrom('', 'x', 'y;z'),
    });
    const rows = fc.array(row, { minLength: 1, maxLength: 10 });
    const rule = fc.constantFrom<DuplicateRule>('merge', 'first', 'last');
    await fc.assert(
      fc.asyncProperty(rows, rule, fc.integer({ min: 1, max: 4 }), async (all, duplicates, batchSize) => {
        const { loadText, people } = await account();
        const table = all.map(({ email, status, city, orders, tags }) =>
          [email, status, city, orders, tags].join(','),
        );
        const { summary, rejects } = await loadText(lines('Email,Status,City,Orders,Tags', ...table), {
          duplicates,
          batchSize,
          // Rows with a bad value are rejected, even where no value of the column fits.
          badValues: ['reject'],
        });
        const expected = model(all, duplicates);
        const got = (await people()).map(one => ({
          ...one,
          email: one.email.toLowerCase(),
          tags: one.tags.toSorted(),
        }));
        expect(got.toSorted(byEmail)).toEqual(expected.people);
        expect(summary).toMatchObject(expected.counts);
        expect(summary.accepted + summary.duplicates + summary.rejected + summary.suppressed).toBe(
          summary.rows,
        );
        expect(rejects).toHaveLength(summary.rejected + summary.suppressed);
        expect(summary.jobs).toHaveLength(Math.ceil(summary.accepted / batchSize));
      }),
      { numRuns: 60 },
    );
  });
});

const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1);

interface ModelRow {
  readonly email: string;
  readonly status: string;
  readonly city: string;
  readonly orders: string;
  readonly tags: string;
}

/** What ought to happen, said as simply as possible. */
function model(all: readonly ModelRow[], rule: DuplicateRule) {
  // A mark wins also where there is no address, or none that can be read.
  const usable = all.filter(row => row.email.includes('@') || row.status === 'bounced');
  const gone = new Set(usable.filter(row => row.status === 'bounced').map(row => row.email.toLowerCase()));
  const isBad = (row: ModelRow) => row.orders === 'many' && row.status === 'active';
  const sound = usable.filter(row => !isBad(row));
  const wanted = sound.filter(row => !gone.has(row.email.toLowerCase()));
  const people = [...group(wanted)].map(([email, rows]) => {
    const used = rule === 'merge' ? rows : rule === 'first' ? rows.slice(0, 1) : rows.slice(-1);
    const fields = Object.assign(
      {},
      ...used.map(({ city, orders }) => ({
        ...(city && { city }),
        ...(orders && { orders: Number(orders) }),
      })),
    );
    return {
      email,
      fields,
      tags: [...new Set(used.flatMap(row => row.tags.split(';')))].filter(tag => tag).sort(),
    };
  });
  return {
    people: people.sort(byEmail),
    counts: {
      rows: all.filter(row => Object.values(row).some(cell => cell !== '')).length,
      accepted: people.length,
      duplicates: wanted.length - people.length,
      suppressed: sound.length - wanted.length,
      rejected: all.length - sound.length,
    },
  };
}

function group(rows: readonly ModelRow[]): Map<string, ModelRow[]> {
  const groups = new Map<string, ModelRow[]>();
  for (const row of rows) {
    const key = row.email.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

describe('the table of addresses', () => {
  test('of many addresses in any order, it knows what a map and a set know', () => {
    const step = fc.record({
      n: fc.nat(40),
      line: fc.integer({ min: 1, max: 1e9 }),
      what: fc.constantFrom('add', 'add', 'suppress', 'look'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), fc.integer({ min: 0, max: 20 }), (steps, expected) => {
        compare(
          new AddressTable(expected),
          steps.map(({ n, line, what }) => ({ key: `person${n}@x.org`, line, what })),
        );
      }),
    );
  });

  test('50,000 addresses in a table made for ten are known apart', () => {
    const steps = Array.from({ length: 120_000 }, (_, i) => {
      const n = (i * 7919) % 50_000;
      return {
        key: `${n.toString(36)}@${n % 7}.example.org`,
        line: i + 1,
        what: i % 11 === 0 ? 'suppress' : 'add',
      };
    });
    compare(new AddressTable(10), steps);
  });

  test('started again, it remembers who is suppressed, and nothing else', () => {
    const table = new AddressTable(10);
    for (let n = 0; n < 5000; n++) table.add(`p${n}@x.org`, n + 1);
    expect(table.suppress('p3@x.org', 9)).toBe(true);
    expect(table.suppress('p3@x.org', 9)).toBe(false);
    expect(table.suppress('new@x.org', 9)).toBe(false);
    table.restart();
    expect(table.lineOf('p3@x.org')).toBe(9);
    for (let n = 0; n < 5000; n++) {
      expect(table.isSuppressed(`p${n}@x.org`)).toBe(n === 3);
      expect(table.add(`p${n}@x.org`, n + 10)).toBe(n === 3 ? suppressed : 0);
    }
    expect(table.suppress('new@x.org', 9)).toBe(false);
    expect(table.add('p7@x.org', 9999)).toBe(17);
    expect(table.isRepeated(table.slotOf('p7@x.org'))).toBe(true);
    expect(table.isSuppressed('p7@x.org')).toBe(false);
  });
});

function compare(table: AddressTable, steps: readonly { key: string; line: number; what: string }[]): void {
  const lineOf = new Map<string, number>();
  const repeated = new Set<string>();
  const against = new Set<string>();
  let wrong = 0;
  for (const { key, line, what } of steps) {
    if (what === 'add') {
      const first = against.has(key) ? suppressed : (lineOf.get(key) ?? 0);
      if (table.add(key, line) !== first) wrong++;
      if (first === 0) lineOf.set(key, line);
      else if (first > 0) repeated.add(key);
    } else if (what === 'suppress') {
      const late = lineOf.has(key) && !against.has(key);
      if (table.suppress(key, line) !== late) wrong++;
      against.add(key);
    }
    if (table.isRepeated(table.slotOf(key)) !== repeated.has(key)) wrong++;
    if (table.isSuppressed(key) !== against.has(key)) wrong++;
  }
  for (const key of lineOf.keys()) if (table.isRepeated(table.slotOf(key)) !== repeated.has(key)) wrong++;
  expect(wrong).toBe(0);
}
