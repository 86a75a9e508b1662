import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressKey,
  looksLikeAddress,
  parseAddress,
} from '../../../../src/import/rows/values/email-address.ts';
import { anyText } from '../../../support/any-text.ts';
import { casesOf } from '../../../support/cases.ts';
import { account, lines } from '../../account.ts';

const cells = casesOf<[cell: string, address: string, reason?: string]>(
  new URL('addresses.tsv', import.meta.url),
);

describe('one address', () => {
  test('a cell that holds an address is read as that, and any other says why it is none', () => {
    expect(cells.map(([cell]) => [cell, parseAddress(cell)])).toEqual(
      cells.map(([cell, address, reason]) => [
        cell,
        reason === undefined
          ? expect.objectContaining({ address })
          : { problem: expect.stringContaining(reason) },
      ]),
    );
  });
});

describe('what is said of a cell that is no address', () => {
  const domain = (length: number) => `${'b.'.repeat((length - 3) / 2)}org`;
  test.each<[reason: string, cells: readonly string[]]>([
    ['more than 64 bytes before the @', [`${'a'.repeat(65)}@x.org`, `${'é'.repeat(33)}@x.org`]],
    ['longer than 254 bytes', [`a@${domain(253)}`, `${'a'.repeat(64)}@${domain(191)}`]],
    ['a domain name longer than 253 bytes', [`a@${domain(255)}`]],
    ['is not a domain name', [`a@${'b'.repeat(64)}.org`]],
    ['too long for an address', [`${'a'.repeat(995)}@x.org`]],
  ])('of a long address it is said: %s', (reason, cells) => {
    expect(cells.map(cell => [cell, parseAddress(cell)])).toEqual(
      cells.map(cell => [cell, { problem: expect.stringContaining(reason) }]),
    );
  });

  test('the longest possible address is one', () => {
    const longest = [
      `${'a'.repeat(64)}@${domain(189)}`,
      `${'a'.repeat(63)}@${'b'.repeat(59)}.org`,
      `${'a'.repeat(64)}@${'b'.repeat(59)}.org`,
      `${'é'.repeat(32)}@x.org`,
      `a@${domain(251)}`,
      `a@${'b'.repeat(63)}.org`,
    ];
    expect(longest.map(cell => parseAddress(cell))).toEqual(
      longest.map(address => ({ address, key: address, at: address.indexOf('@') })),
    );
    expect(parseAddress(`${' '.repeat(2000)}ann@x.org`)).toMatchObject({ address: 'ann@x.org' });
    const named = (length: number) => parseAddress(`${'n'.repeat(length - 11)}<ann@x.org>`);
    expect([named(1000), named(1001)]).toEqual([
      expect.objectContaining({ address: 'ann@x.org' }),
      { problem: 'too long for an address' },
    ]);
  });

  test('the key of an address has neither case nor the writing of its domain', () => {
    expect(addressKey('ANN@X.org')).toBe('ann@x.org');
    expect(addressKey('No Address')).toBe('no address');
    expect(addressKey('a@München.DE')).toBe('a@xn--mnchen-3ya.de');
    expect(addressKey('E\u0301.mil@X.org')).toBe('é.mil@x.org');
    for (const other of ['ann+a@x.org', 'a.nn@x.org']) expect(addressKey(other)).toBe(other);
    expect(parseAddress('Ömil@x.org')).toEqual({ address: 'Ömil@x.org', key: 'ömil@x.org', at: 4 });
  });

  test('a cell with a line of cells in it is no address', () => {
    const yes = ['ann@x.org', 'Ann <ann@x.org>', '"Lee, Ann" <ann@x.org>', ' ann@x.org'];
    const no = ['ann', 'ann@x', 'ann@x.org,Ann', 'ann@x.org;Ann', 'a,b@x.org|Ann', 'ann@x.org\tAnn'];
    expect([...yes, ...no].filter(looksLikeAddress)).toEqual(yes);
  });
});

describe('any text', () => {
  const characters = 'aB1.-@"\'<> ,;\\(_éß中\t\n\u00a0\u200b\u0000\u0085\u2028\ud800\u0301\ufffd\u3164';
  const piece = fc.constantFrom(...characters.split(''), 'x.org', 'mailto:');
  const cell = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map(parts => parts.join('')),
    fc.array(piece, { maxLength: 6 }).map(parts => `a${parts.join('')}@x.org`),
    anyText({ maxLength: 20 }),
    fc.emailAddress(),
  );

  test('any text that is an address is one line without spaces and with one usable @', () => {
    fc.assert(
      fc.property(cell, text => {
        const read = parseAddress(text);
        if ('problem' in read) return;
        expect(read.address.split('@')).toHaveLength(2);
        expect(read.address).not.toMatch(/[\p{Z}\p{C}\ufffd\u3164]/u);
        expect(read.address).toMatch(/^[^@]+@[^@]+\.[^@.]{2,}$/);
        expect(Buffer.byteLength(read.address)).toBeLessThanOrEqual(254);
        expect(parseAddress(read.address)).toEqual(read);
      }),
      { numRuns: 5_000 },
    );
  });

  test('addresses that differ in case have one key', () => {
    fc.assert(
      fc.property(fc.emailAddress(), text => {
        const [upper, lower] = [parseAddress(text.toUpperCase()), parseAddress(text.toLowerCase())];
        expect('key' in upper && upper.key).toBe('key' in lower && lower.key);
      }),
    );
  });

  // The runner's time limit is the assertion: a careless pattern takes hours here.
  test.each([
    ['a bracket and spaces', `<${' '.repeat(90_000)}@`],
    ['signs', '@'.repeat(90_000)],
    ['signs and spaces', '@ '.repeat(45_000)],
    ['brackets', `${'<'.repeat(45_000)}@${'>'.repeat(45_000)}x`],
    ['dots', `${'a.'.repeat(45_000)}@x.org`],
    ['hyphens', `a@${'a-'.repeat(45_000)}.`],
  ])('a very long text full of %s is judged', (_what, text) => {
    expect('problem' in parseAddress(text)).toBe(true);
    expect('problem' in parseAddress(`  ${text}`)).toBe(true);
  });
});

test('addresses of every good kind are taken by the service', async () => {
  const { loadText, emails } = await account();
  // The sandbox knows no domains with combining marks.
  const taken = cells.filter(([, address, reason]) => reason === undefined && !/\p{M}/u.test(address));
  const expected = [...new Set(taken.map(([, address]) => address))].toSorted();
  const quoted = taken.map(([cell]) => `"${cell.replaceAll('"', '""')}"`);
  const { summary } = await loadText(lines('Email', ...quoted), { wait: true });
  expect(summary).toMatchObject({ rows: taken.length, created: expected.length, skipped: 0, rejected: 0 });
  expect(await emails()).toEqual(expected);
});
