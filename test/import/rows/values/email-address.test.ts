import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressKey,
  looksLikeAddress,
  parseAddress,
} from '../../../../src/import/rows/values/email-address.ts';
import { anyText } from '../../../support/any-text.ts';
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
  ['Ann < mailto:ann@x.org>', 'ann@x.org'],
  ['\u200b mailto:ann@x.org', 'ann@x.org'],
  ['"Lee, Ann" <mailto:ann@x.org >', 'ann@x.org'],
  ['<ann@x.org>', 'ann@x.org'],
  ["'ann@x.org'", 'ann@x.org'],
  ["'ann@x.org", 'ann@x.org'],
  ["o'neil@x.org", "o'neil@x.org"],
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
  'émailto:l@x.org',
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

describe('what is said of a cell that is no address', () => {
  const domain = (length: number) => `${'b.'.repeat((length - 3) / 2)}org`;
  const none =
    '| - | --- | . | ... | ? | ??? | n/a | NA | none | null | NIL | unknown | no mail | nomail | no email | noemail | no e-mail | undefined | #N/A | #REF! | mailto: | MAILTO:  ';
  test.each<[reason: string, cells: readonly string[]]>([
    ['no address', none.split(' | ').slice(1)],
    ['no @ in it', ['ann', 'x n/a', 'n/a x', 'noon', '-.-', '--x', 'x.org', 'mailto:ann', 'an null', 'n//a']],
    ['nothing before the @', ['@x.org', '@', 'mailto:@x.org']],
    ['nothing after the @', ['ann@', 'ann@ ']],
    [
      'more than one address',
      ['a@x.org, b@x.org', 'a@x.org;b@x.org', 'a@x.org b@x.org', 'a,b@x.org', 'a@x.org: b@x.org'],
    ],
    ['a space in it', ['ann lee@x.org', 'an\u00a0n@x.org', 'ann @x.org', 'ann@ x.org', 'an\nn@x.org']],
    ['more than one @', ['ann@@x.org', 'ann@lee@x.org']],
    ['a misplaced dot before the @', ['.ann@x.org', 'ann.@x.org', 'ann..lee@x.org']],
    [
      'characters before the @ that no mail server takes',
      ['ann"lee@x.org', 'ann\\@x.org', '(ann)@x.org', 'an\ufffdn@x.org'],
    ],
    ['an IP address instead of a domain', ['ann@[1.2.3.4]', 'ann@[IPv6:::1]']],
    ['a misplaced dot after the @', ['ann@x.org.', 'ann@.x.org', 'ann@x..org']],
    ['no dot in "x"', ['ann@x', 'ann@X']],
    [
      'is not a domain name',
      ['ann@x.c', 'ann@-x.org', 'ann@x-.org', 'ann@x_y.org', 'ann@1.2.3.4', 'ann@x.123', 'ann@x.org[home'],
    ],
    ['more than 64 bytes before the @', [`${'a'.repeat(65)}@x.org`, `${'é'.repeat(33)}@x.org`]],
    ['longer than 254 bytes', [`a@${domain(253)}`, `${'a'.repeat(64)}@${domain(191)}`]],
    ['a domain name longer than 253 bytes', [`a@${domain(255)}`]],
    ['too long for an address', [`${'a'.repeat(995)}@x.org`]],
  ])('when it is %s, then that is said', (reason, cells) => {
    expect(cells.map(cell => [cell, parseAddress(cell)])).toEqual(
      cells.map(cell => [cell, { problem: expect.stringContaining(reason) }]),
    );
  });

  test('when it is as long as an address may be, then it is one', () => {
    const longest = [
      `${'a'.repeat(64)}@${domain(189)}`,
      `${'a'.repeat(63)}@${'b'.repeat(59)}.org`,
      `${'a'.repeat(64)}@${'b'.repeat(59)}.org`,
      `${'é'.repeat(32)}@x.org`,
      `a@${domain(251)}`,
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

  test('when something stands around it, then that is taken away, and nothing else', () => {
    const cells = [
      '< ann@x.org >',
      "' ann@x.org '",
      '"ann@x.org "',
      '<mailto: ann@x.org>',
      '\u00a0mailto:ann@x.org',
    ];
    for (const cell of cells)
      expect([cell, parseAddress(cell)]).toEqual([cell, expect.objectContaining({ address: 'ann@x.org' })]);
    const others = [
      "x 'ann@x.org'",
      "'ann@x.org' x",
      'x "ann@x.org"',
      '"ann@x.org" x',
      'x mailto:ann@x.org',
      '<ann@x.org> x',
    ];
    for (const cell of others) expect([cell, 'problem' in parseAddress(cell)]).toEqual([cell, true]);
  });

  test('when it is compared with others, then case and the writing of a domain do not count', () => {
    expect(addressKey('ANN@X.org')).toBe('ann@x.org');
    expect(addressKey('No Address')).toBe('no address');
    expect(addressKey('a@München.DE')).toBe('a@xn--mnchen-3ya.de');
    expect(addressKey('É@x.org')).toBe('é@x.org');
    expect(parseAddress('Ömil@x.org')).toEqual({ address: 'Ömil@x.org', key: 'ömil@x.org', at: 4 });
  });

  test('when a cell is looked at for the column of addresses, then one with a line of cells in it is none', () => {
    const yes = ['ann@x.org', 'Ann <ann@x.org>', '"Lee, Ann" <ann@x.org>', ' ann@x.org'];
    const no = ['ann', 'ann@x', 'ann@x.org,Ann', 'ann@x.org;Ann', 'a,b@x.org|Ann', 'ann@x.org\tAnn'];
    expect([...yes, ...no].filter(looksLikeAddress)).toEqual(yes);
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
      { numRuns: 5_000 },
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
