/** What the first pass counts, keeps and writes of each row: `rows = accepted + duplicates + rejected + suppressed`. */
import { expect, it } from 'vitest';
import type { BlockList } from '../../../src/import/rows/block-list.ts';
import type { ParsedRow } from '../../../src/import/rows/parsed-row.ts';
import type { Rejects } from '../../../src/import/rows/rejects.ts';
import { RowNumbers } from '../../../src/import/rows/row-numbers.ts';
import { RowValidation } from '../../../src/import/rows/row-validation.ts';
import { AddressTable } from '../../../src/lib/address-table.ts';
import { LineSet } from '../../../src/lib/line-set.ts';

const sent = (email: string, more: Partial<Extract<ParsedRow, { kind: 'subscriber' }>> = {}): ParsedRow => ({
  kind: 'subscriber',
  key: email.toLowerCase(),
  subscriber: { email },
  plain: true,
  dropped: [],
  risk: undefined,
  ...more,
});
const rejected = (more: object = {}): ParsedRow => ({
  kind: 'rejected',
  code: 'invalid_email',
  reason: 'no @',
  blame: [{ cause: 'not an email address', column: 0, value: 'x' }],
  ...more,
});
const suppressed = (key?: string, more: object = {}): ParsedRow => ({
  kind: 'suppressed',
  ...(key !== undefined && { key }),
  suppression: { reason: 'says unsubscribed', cause: 'unsubscribed', column: 1 },
  ...more,
});
const dropped = [
  { column: 2, value: 'five', cause: 'not a number', problem: 'Orders: "five" is not a number' },
];

/** One pass over files; `again` are the addresses that an earlier one found to be left out. */
function pass(
  files: readonly (readonly ParsedRow[])[],
  again?: Pick<RowValidation, 'addresses' | 'rowNumbers'>,
  blocked?: string,
) {
  const written: string[] = [];
  const write =
    (how: string): Rejects['add'] =>
    (file, { line }, { code, reason, email, of }) =>
      void written.push(
        [how, `${file}:${line}`, code, reason, email ?? '-', of ? `${of.file}:${of.line}` : '-'].join(' | '),
      );
  const rejects = { add: write('add'), note: write('note') } as Rejects;
  const addresses = again?.addresses ?? new AddressTable(10);
  addresses.restart();
  const rowNumbers = again?.rowNumbers ?? new RowNumbers(files.map((_, at) => `f${at}.csv`));
  const plain = new LineSet(10);
  const suppression = { reason: 'on the list l', cause: 'on the list l' };
  const block = { suppression: (key: string) => (key === blocked ? suppression : undefined) } as BlockList;
  const validation = new RowValidation({
    ...{ addresses, plain, rowNumbers, rejects },
    blocked: blocked === undefined ? undefined : block,
  });
  for (const rows of files) {
    validation.begin([]);
    rows.forEach((row, at) => {
      validation.add({ line: at + 2, cells: [] }, row);
    });
  }
  validation.end();
  const linesIn = (set: LineSet) =>
    Array.from({ length: 40 }, (_, line) => line).filter(line => set.has(line));
  const { rows, accepted, duplicates, isOutdated } = validation;
  return {
    ...{ validation, addresses, rowNumbers },
    written,
    isOutdated,
    counts: { rows, accepted, duplicates, rejected: validation.rejected, suppressed: validation.suppressed },
    lines: {
      plain: linesIn(validation.plain),
      leftOut: linesIn(validation.leftOut),
      partial: linesIn(validation.partial),
    },
  };
}

it('rows of every kind are each counted once, kept and written', () => {
  const typo = { cause: 'misspelt_domain', action: 'keep', suggestion: 'gmail.com' } as const;
  const disposable = { cause: 'disposable_domain', action: 'keep' } as const;
  const end = { cause: 'unknown_tld', action: 'reject' } as const;
  const result = pass([
    [
      sent('ann@x.org'),
      sent('Bob@x.org', { plain: false }),
      rejected(),
      rejected({ code: 'bad_value', key: 'cy@x.org' }),
      suppressed('dee@x.org'),
      suppressed(),
      sent('eve@x.org', { dropped }),
      { kind: 'other-shard' },
    ],
    [
      sent('ANN@x.org'),
      sent('fay@gmial.com', { risk: typo }),
      sent('jo@trash.org', { risk: disposable, plain: false }),
      sent('gil@example.org'),
      rejected({
        code: 'unknown_tld',
        reason: 'no end',
        risk: end,
        blame: [{ cause: 'e', value: 'a@x.nosuch' }],
      }),
    ],
  ]);
  expect(result.counts).toEqual({ rows: 12, accepted: 6, duplicates: 1, rejected: 3, suppressed: 2 });
  // The rows of the second file are counted on from line 9. The first row of somebody who is on two is not plain.
  expect(result.lines).toEqual({ plain: [8, 12, 14], leftOut: [4, 5, 6, 7, 9, 15], partial: [8] });
  expect(result.written).toEqual([
    'add | 0:4 | invalid_email | no @ | - | -',
    'add | 0:5 | bad_value | no @ | - | -',
    'add | 0:6 | suppressed | says unsubscribed | dee@x.org | -',
    'add | 0:7 | suppressed | says unsubscribed | - | -',
    'note | 0:8 | bad_value | left out: Orders: "five" is not a number | eve@x.org | -',
    'note | 1:2 | duplicate | same address as f0.csv:2 | ANN@x.org | 0:2',
    'note | 1:3 | misspelt_domain | sent anyway: "gmial.com" looks misspelt: gmail.com? | fay@gmial.com | -',
    'note | 1:4 | disposable_domain | sent anyway: "trash.org" is a disposable email domain | jo@trash.org | -',
    'add | 1:6 | unknown_tld | no end | a@x.nosuch | -',
  ]);
  const { validation } = result;
  expect(validation.rejectedAddresses.lineOf('cy@x.org')).toBe(5);
  expect(validation.files.map(({ otherShards }) => otherShards)).toEqual([1, 0]);
  const risks = validation.risks
    .list()
    .map(({ cause, count, example: first, rowNumber }) => [cause, count, first, rowNumber]);
  expect(risks).toContainEqual(['unknown_tld', 1, 'a@x.nosuch', 15]);
  expect(risks).toContainEqual(['misspelt_domain', 1, 'fay@gmial.com', 12]);
  expect(risks).toContainEqual(['disposable_domain', 1, 'jo@trash.org', 13]);
  expect(result.isOutdated).toBe(false);
});

it('a later row that leaves somebody out has the files read again, and no row of theirs sent', () => {
  const rows = [
    sent('ann@x.org'),
    suppressed('ANN@x.org'.toLowerCase()),
    sent('ann@x.org'),
    sent('bob@x.org'),
  ];
  const first = pass([rows]);
  expect([first.isOutdated, first.counts.accepted]).toEqual([true, 2]);
  const second = pass([rows], first);
  expect(second.isOutdated).toBe(false);
  expect(second.counts).toEqual({ rows: 4, accepted: 1, duplicates: 0, rejected: 0, suppressed: 3 });
  expect(second.lines).toMatchObject({ plain: [5], leftOut: [2, 3, 4] });
  expect(second.written).toEqual([
    'add | 0:2 | suppressed | line 3 says that this address must not be emailed | ann@x.org | -',
    'add | 0:3 | suppressed | says unsubscribed | ann@x.org | -',
    'add | 0:4 | suppressed | line 3 says that this address must not be emailed | ann@x.org | -',
  ]);
});

it.each([
  rejected({ optedOut: ['ann@x.org', 'bob@x.org'] }),
  suppressed(undefined, { optedOut: ['ann@x.org'] }),
  { kind: 'other-shard', optedOut: ['ann@x.org'] } satisfies ParsedRow,
])('a row that cannot be read, and names somebody, is the reason: %j', row => {
  const rows = [sent('ann@x.org'), row, { ...rejected(), optedOut: ['ann@x.org'] } as ParsedRow];
  const first = pass([rows, []]);
  expect(first.isOutdated).toBe(true);
  const { written, lines, isOutdated } = pass([rows, []], first);
  expect(isOutdated).toBe(false);
  expect(lines.leftOut).toContain(2);
  expect(written[0]).toBe(
    'add | 0:2 | suppressed | f0.csv:3 says that this address must not be emailed | ann@x.org | -',
  );
});

it('of somebody on a block list, all rows are left out at once', () => {
  const { counts, written, isOutdated, lines } = pass(
    [[sent('ann@x.org'), sent('bob@x.org'), sent('ann@x.org', { dropped })]],
    undefined,
    'ann@x.org',
  );
  expect([isOutdated, counts]).toEqual([
    false,
    { rows: 3, accepted: 1, duplicates: 0, rejected: 0, suppressed: 2 },
  ]);
  expect(lines).toEqual({ plain: [3], leftOut: [2, 4], partial: [] });
  expect(written).toEqual([
    'add | 0:2 | suppressed | on the list l | ann@x.org | -',
    'add | 0:4 | suppressed | on the list l | ann@x.org | -',
  ]);
});

it('the digest is the same where each row comes to the same, and otherwise another', () => {
  const digest = (...rows: readonly ParsedRow[]) => pass([rows]).validation.digest();
  const rows = [sent('ann@x.org'), sent('bob@x.org')];
  expect(digest(...rows)).toBe(digest(...rows));
  expect(digest(...rows)).toMatch(/^[0-9a-f]{64}$/);
  const others = [
    digest(),
    digest(sent('ann@x.org')),
    digest(sent('ann@x.org'), sent('ann@x.org')),
    digest(sent('ann@x.org'), rejected()),
    digest(sent('ann@x.org'), suppressed('bob@x.org')),
    digest(rejected(), sent('bob@x.org')),
    digest(sent('ann@x.org'), { kind: 'other-shard' }, sent('bob@x.org')),
    digest(sent('ann@x.org'), sent('bob@x.org'), sent('ann@x.org')),
    digest(sent('ann@x.org'), sent('bob@x.org'), sent('bob@x.org')),
  ];
  expect(new Set([digest(...rows), ...others]).size).toBe(others.length + 1);
});
