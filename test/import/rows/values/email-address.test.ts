import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../../../src/import/rows/values/email-address.ts';
import { anyText } from '../../../support/any-text.ts';
import { runsOf } from '../../../support/part.ts';
import { account, lines } from '../../account.ts';
import { firstPass } from '../../first-pass.ts';

const good: [string, string][] = [
  ['ann@x.org', 'ann@x.org'],
  ['Ann.Lee@X.ORG', 'Ann.Lee@x.org'],
  ['ann+tag@x.org', 'ann+tag@x.org'],
  ["o'brien@x.co.uk", "o'brien@x.co.uk"],
  ["!#$%&'*+/=?^_`{|}~-@x.org", "!#$%&'*+/=?^_`{|}~-@x.org"],
  ['"ann..lee"@x.org', '"ann..lee"@x.org'],
  [`${'a'.repeat(64)}@x.org`, `${'a'.repeat(64)}@x.org`],
  [`a@${'b'.repeat(63)}.org`, `a@${'b'.repeat(63)}.org`],
  ['a@1and1.com', 'a@1and1.com'],
  ['a@x-y.museum', 'a@x-y.museum'],
  ['a@xn--mnchen-3ya.de', 'a@xn--mnchen-3ya.de'],
  ['ömil@münchen.de', 'ömil@münchen.de'],
  ['用户@例子.中国', '用户@例子.中国'],
  ['a@hindi.भारत', 'a@hindi.भारत'],
  ['  ann@x.org\t', 'ann@x.org'],
  ['\u00a0ann@x.org\u2003', 'ann@x.org'],
  ['\u200bann@x.org\ufeff', 'ann@x.org'],
  ['an\u200dn@x\u00ad.org', 'ann@x.org'],
  ['\u202aann@x.org\u202c', 'ann@x.org'],
  ['mailto:ann@x.org', 'ann@x.org'],
  ['MAILTO: ann@x.org', 'ann@x.org'],
  ['Ann Lee <ann@x.org>', 'ann@x.org'],
  ['"Lee, Ann" <mailto:ann@x.org >', 'ann@x.org'],
  ['<ann@x.org>', 'ann@x.org'],
  ["'ann@x.org'", 'ann@x.org'],
  ['"ann@x.org"', 'ann@x.org'],
  ['e\u0301mil@x.org', 'émil@x.org'],
];

const bad: string[] = [
  '',
  ' ',
  '\u200b',
  '-',
  '--',
  'n/a',
  'N/A',
  'none',
  'NULL',
  '#N/A',
  'unknown',
  '???',
  'ann',
  'ann@',
  '@x.org',
  'ann@x',
  'ann@localhost',
  'Bob.Something@adv',
  'ann.x.org',
  'ann at x.org',
  'ann@@x.org',
  'ann@lee@x.org',
  'ann @x.org',
  'ann@ x.org',
  'ann lee@x.org',
  'ann@x .org',
  '.ann@x.org',
  'ann.@x.org',
  'ann..lee@x.org',
  'ann@.x.org',
  'ann@x.org.',
  'ann@x..org',
  'ann@x.org,',
  'ann@-x.org',
  'ann@x-.org',
  'ann@x_y.org',
  'ann@x.c',
  'ann@1.2.3.4',
  'ann@[1.2.3.4]',
  'ann@x.123',
  'a@x.org, b@x.org',
  'a@x.org;b@x.org',
  'a@x.org b@x.org',
  'a@x.org ::: b@x.org',
  'a@x.org/b@x.org',
  'user%40example.com',
  '(ann)ann@x.org',
  'ann@x.org(home)',
  'ann"lee@x.org',
  '"ann lee"@x.org',
  '"a@b"@x.org',
  '/o=ExchangeLabs/ou=Group/cn=Ann',
  '=HYPERLINK("mailto:a@x.org")',
  'mailto:',
  'Ann <>',
  'ann@x.org?subject=hi',
  'ann\\@x.org',
  'ann:lee@x.org',
  'an\u00a0n@x.org',
  'an\u2028n@x.org',
  'an\u0085n@x.org',
  'an\x07n@x.org',
  'an\x7fn@x.org',
  'ann@x\x07.org',
  'ann\ufffd@x.org',
  '\ud800ann@x.org',
  'an\nn@x.org',
  'ann@exa\u3000mple.org',
  'ann@x。org',
  'ann＠x.org',
  `${'a'.repeat(65)}@x.org`,
  `a@${'b'.repeat(64)}.org`,
  `${'é'.repeat(33)}@x.org`,
  `a@${'b.'.repeat(130)}org`,
  `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c.'.repeat(70)}org`,
];

describe('one address', () => {
  test.each(good)('when a cell holds %j, then it is read as %j', (cell, address) => {
    expect(parseAddress(cell)).toMatchObject({ address });
  });

  test.each(bad)('when a cell holds %j, then it is no address, and the reason says why', cell => {
    expect(parseAddress(cell)).toEqual({ problem: expect.stringMatching(/^[^\n]{5,}/) });
  });

  test('when addresses differ in case, or in how letters are composed, then they are equal', () => {
    const key = (cell: string) => {
      const read = parseAddress(cell);
      return 'key' in read ? read.key : read.problem;
    };
    expect(key('ANN@X.ORG')).toBe(key('ann@x.org'));
    expect(key('É.Mil@x.org')).toBe(key('e\u0301.mil@X.org'));
    expect(key('ann+a@x.org')).not.toBe(key('ann@x.org'));
    expect(key('a.nn@x.org')).not.toBe(key('ann@x.org'));
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'B',
      '1',
      '.',
      '-',
      '@',
      'x.org',
      '"',
      "'",
      '<',
      '>',
      ' ',
      '\u00a0',
      '\u200b',
      '\t',
      '\n',
      'é',
      'ß',
    ],
    ...[
      '\u0000',
      '\u0085',
      '\u2028',
      '\ud800',
      'mailto:',
      ',',
      ';',
      '\\',
      '中',
      '\u0301',
      '(',
      '_',
      '\ufffd',
      '\u3164',
    ],
  );
  const cell = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map(parts => parts.join('')),
    fc.array(piece, { maxLength: 6 }).map(parts => `a${parts.join('')}@x.org`),
    anyText({ maxLength: 20 }),
    fc.emailAddress(),
  );

  test('when it is taken for an address, then it is one line without spaces and with one usable @', () => {
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
      { numRuns: runsOf(20_000) },
    );
  });

  test('when its case differs, then the keys are equal', () => {
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
  ])('when it is very long and full of %s, then it is judged all the same', (_what, text) => {
    expect('problem' in parseAddress(text)).toBe(true);
    expect('problem' in parseAddress(`  ${text}`)).toBe(true);
  });
});

test('when rows have no usable address, then each comes back with its line and the reason', async () => {
  const { loadText, emails } = firstPass();
  const { summary, rejects } = await loadText(
    lines(
      'Email,City',
      ',Oslo',
      ' \u200b,Rome',
      'bad address,Bergen',
      'ok@x.org,Lund',
      'n/a,Lyon',
      'TOTALS,',
    ),
  );
  expect(summary).toMatchObject({ rows: 6, accepted: 1, rejected: 5 });
  expect(rejects.map(row => [row._line, row._code])).toEqual([
    ['2', 'missing_email'],
    ['3', 'missing_email'],
    ['4', 'invalid_email'],
    ['6', 'invalid_email'],
    ['7', 'invalid_email'],
  ]);
  expect(rejects[2]?._reason).toContain('bad address');
  expect(await emails()).toEqual(['ok@x.org']);
});

test('when addresses are of every good kind, then the service takes them all', async () => {
  const { loadText, emails } = await account();
  // The sandbox knows no domains with combining marks.
  const taken = good.filter(([, address]) => !/\p{M}/u.test(address));
  const expected = [...new Set(taken.map(([, address]) => address))].toSorted();
  const quoted = taken.map(([cell]) => `"${cell.replaceAll('"', '""')}"`);
  const { summary } = await loadText(lines('Email', ...quoted), { wait: true });
  expect(summary).toMatchObject({ rows: taken.length, created: expected.length, skipped: 0, rejected: 0 });
  expect(await emails()).toEqual(expected);
});
