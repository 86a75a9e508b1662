import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../support/failure.ts';
import { account } from '../account.ts';
import { firstPass } from '../first-pass.ts';
import { partsOf, workbookOf, zipOf } from './outside-files.ts';

const people = [
  ['Email', 'First name', 'Orders', 'Birthday', 'Tags'],
  ['a@x.org', 'Ann', 7, { t: 'n', v: 33_000, z: 'yyyy\\-mm\\-dd' } as const, 'reader;member'],
  ['b@x.org', 'Bö & <Co>', 0.1, { t: 'n', v: 45_296, z: 'd mmmm yyyy' } as const, 'reader'],
];

describe('a workbook', () => {
  test.each([
    ['with shared texts', { bookSST: true }],
    ['with texts in their cells', { bookSST: false }],
  ])('one %s brings its values, dates by their format', async (_, options) => {
    const { loadText, people: all } = await account();
    const { summary, failure, said } = await loadText(workbookOf({ People: people }, options), {}, 'p.xlsx');
    expect(failure).toBeUndefined();
    expect(said).toContain('p.xlsx: Excel, header on line 1');
    expect(summary).toMatchObject({ rows: 2, accepted: 2 });
    expect(await all()).toMatchObject([
      {
        email: 'a@x.org',
        fields: { first_name: 'Ann', orders: 7, birthday: '1990-05-07' },
        tags: ['reader', 'member'],
      },
      {
        email: 'b@x.org',
        fields: { first_name: 'Bö & <Co>', orders: 0.1, birthday: '2024-01-05' },
        tags: ['reader'],
      },
    ]);
  });

  test('days that are counted from 1904 are the same days', async () => {
    const { loadText, people: all } = await account();
    const rows = [
      ['Email', 'Birthday'],
      ['a@x.org', { t: 'n', v: 33_000 - 1462, z: 'dd/mm/yyyy' } as const],
    ];
    const parts = partsOf(workbookOf({ People: rows }));
    const book = parts['xl/workbook.xml'] ?? '';
    parts['xl/workbook.xml'] = book.includes('<workbookPr')
      ? book.replace(/<workbookPr[^>]*>/, '<workbookPr date1904="1"/>')
      : book.replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
    await loadText(zipOf(parts), {}, 'p.xlsx');
    expect(await all()).toMatchObject([{ fields: { birthday: '1990-05-07' } }]);
  });

  test('formulas, booleans, errors and zip codes count as they are shown', async () => {
    const { loadText, rows } = await withRows([
      ['Email', 'Code', 'Full name', 'VIP', 'Odd'],
      [
        'a@x.org',
        { t: 'n', v: 1234, z: '00000' },
        { t: 's', v: 'Ann Lee', f: 'A1&B1' },
        { t: 'b', v: true },
        { t: 'e', v: 42, w: '#N/A' },
      ],
    ]);
    expect(loadText.summary).toMatchObject({ accepted: 1 });
    expect(rows[0]?.fields).toMatchObject({ code: '01234', full_name: 'Ann Lee', vip: true });
  });

  test('titles above the header are no rows, and lines are those of the sheet', async () => {
    const { loadText } = await account();
    const rows = [['Members of the club'], [], ['Email', 'Orders'], ['a@x.org', 1], [], ['bad', 2]];
    const { summary, rejects } = await loadText(workbookOf({ People: rows }), {}, 'p.xlsx');
    expect(summary).toMatchObject({ rows: 2, accepted: 1, rejected: 1 });
    expect(rejects).toMatchObject([{ Email: 'bad', _line: '6' }]);
  });

  test.each([
    ['<f>IF(B2="in","yes","no")</f><v></v>', true],
    ['<f>IF(B2="in","yes","no")</f>', true],
    ['<f t="shared" si="0"/>', true],
    ['<f>IF(B2="in","yes","no")</f><v>1</v>', false],
  ])('a formula saved as %s without its value imports nobody', async (cell, isRefused) => {
    const { loadText } = firstPass();
    const parts = partsOf(
      workbookOf({
        People: [
          ['Email', 'Reply', 'Newsletter'],
          ['a@x.org', 'in', 7],
        ],
      }),
    );
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    parts['xl/worksheets/sheet1.xml'] = sheet.replace(/<c r="C2"[^>]*>.*?<\/c>/, `<c r="C2">${cell}</c>`);
    const loaded = loadText(zipOf(parts), {}, 'p.xlsx');
    if (!isRefused) {
      expect((await loaded).summary.accepted).toBe(1);
      return;
    }
    const failure = await failureOf(loaded);
    expect(failure).toMatchObject({ code: 'unreadable_file', exit: 2 });
    expect(failure.message).toContain('without the values of its formulas: cell C2');
    expect(failure.hint).toContain('open it in Excel or LibreOffice, save it');
  });

  test('the one sheet with addresses is taken; others are named', async () => {
    const { loadText, emails } = await account();
    const book = workbookOf(
      { Notes: [['nothing']], Old: [['Email'], ['old@x.org']], People: people },
      { hidden: ['Old'] },
    );
    const { said } = await loadText(book, {}, 'p.xlsx');
    expect(said).toContain('People: Excel, sheet People');
    expect(said).toContain('1 other file: 1 not imported (Old 1)');
    expect(said).toMatch(/skipped \(no email addresses\): .*p\.xlsx\/Notes/);
    expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
  });

  test('several sheets with addresses need --sheet', async () => {
    const { write, load, emails, posts, run } = await account();
    const path = write(
      'p.xlsx',
      workbookOf({ Berlin: [['Email'], ['b@x.org']], Rome: [['Email'], ['r@x.org']] }),
    );
    const refused = await failureOf(load(path));
    expect(refused).toMatchObject({
      code: 'confirmation_needed',
      hint: '--sheet Berlin, --sheet Rome, --sheet Berlin --sheet Rome (all of them)',
    });
    expect(refused.message).toContain('several sheets with addresses: Berlin, Rome');
    expect(await failureOf(load(path, { sheet: ['Paris'] }))).toMatchObject({
      code: 'invalid_value',
      details: ['its sheets: Berlin, Rome'],
    });
    expect(posts()).toBe(0);
    await load(path, { sheet: ['rome'] });
    expect(await emails()).toEqual(['r@x.org']);
    await load(path, { sheet: ['rome', 'Berlin'] });
    expect(await emails()).toEqual(['b@x.org', 'r@x.org']);
    const list = await run(['subscribers', 'update', '--from', 'p.xlsx', '--add-tag', 'x']);
    expect(list.stderr).toContain('p.xlsx holds several tables: p.xlsx/Berlin, p.xlsx/Rome');
  });

  test('a sheet whose name may mean people who left is asked about, whatever other sheet has the people', async () => {
    const { write, load } = await account();
    const [email, ann] = [['Email'], ['ann@x.org']];
    const path = write(
      'p.xlsx',
      workbookOf({ Kunden: [email, ann, ['bo@x.org']], Abgemeldet: [email, ann] }),
    );
    const refused = await failureOf(load(path));
    expect(refused).toMatchObject({ code: 'consent_unclear' });
    expect(refused.hint).toContain("--opt-out-value 'Abgemeldet:Email=*' (leave out everybody in it)");
  });

  test('who refuses on a sheet that was not chosen is not sent from the chosen one', async () => {
    const { loadText, emails } = await account();
    const header = ['Email', 'Consent'];
    const book = workbookOf(
      {
        Shop: [
          header,
          ['ann@x.org', 'yes'],
          ['bob@x.org', 'yes'],
          ['cid@x.org', 'yes'],
          ['dee@x.org', 'yes'],
        ],
        Online: [
          [...header, 'Plan', 'City'],
          ['ann@x.org', 'no', 'a', 'Oslo'],
          ['eve@x.org', 'yes', 'b'],
          ['broken', 'yes', 'a'],
        ],
        Old: [['Mail'], ['bob@x.org']],
        Unsubscribed: [['Email'], ['cid@x.org']],
      },
      { hidden: ['Unsubscribed'] },
    );
    const options = { sheet: ['Shop'], createFields: true, strict: true };
    const { summary, rejects } = await loadText(book, options, 'p.xlsx');
    expect(await emails()).toEqual(['bob@x.org', 'dee@x.org']);
    expect(summary).toMatchObject({ rows: 6, accepted: 2, suppressed: 4, rejected: 0, warnings: [] });
    expect(Object.values(summary.mapping).sort()).toEqual(['email', 'email', 'status']);
    expect(summary.files.map(one => [one.file.split('/').at(-1), one.suppressed, one.not_imported])).toEqual([
      ['Online', 1, 2],
      ['Old', 0, 1],
      ['Unsubscribed', 1, 0],
      ['Shop', 2, 0],
    ]);
    expect(rejects.map(({ _file, _line }) => `${_file}:${_line}`)).toEqual([
      'Online:2',
      'Unsubscribed:2',
      'Shop:2',
      'Shop:4',
    ]);
  });

  test('a doubt about a sheet that was not chosen is asked', async () => {
    const { write, load } = await account();
    const shop = [['Email'], ['ann@x.org']];
    const online = [
      ['Email', 'Newsletter'],
      ['ann@x.org', 'perhaps'],
    ];
    const refused = await failureOf(load(write('p.xlsx', workbookOf({ shop, online })), { sheet: ['shop'] }));
    expect(refused).toMatchObject({ code: 'consent_unclear' });
    expect(refused.hint).toContain('online:Newsletter');
  });

  test('nobody in a sheet with a name of people who left is sent from the others', async () => {
    const { loadText, emails } = await account();
    const book = workbookOf({
      People: [['Email'], ['a@x.org'], ['b@x.org']],
      Unsubscribed: [['Email'], ['b@x.org'], ['c@x.org']],
    });
    const { summary, rejects } = await loadText(book, {}, 'p.xlsx');
    expect(summary).toMatchObject({ accepted: 1, suppressed: 3 });
    expect(await emails()).toEqual(['a@x.org']);
    expect(rejects.map(({ _file, _line }) => `${_file}:${_line}`)).toEqual([
      'Unsubscribed:2',
      'Unsubscribed:3',
      'People:3',
    ]);
  });

  test.each([
    ['.xls', 'biff8', /old Excel file/],
    ['.xlsb', 'xlsb', /binary Excel workbook/],
    ['.ods', 'ods', /LibreOffice spreadsheet/],
  ] as const)('an %s is refused, with how to save it', async (_, bookType, words) => {
    const { refusal } = await account();
    const refused = await refusal(workbookOf({ People: people }, { bookType }));
    expect(refused).toMatchObject({ code: 'binary_file', hint: expect.stringContaining('.xlsx') });
    expect(refused.message).toMatch(words);
  });

  test.each([
    ['a sheet that is cut off', (parts: Record<string, string>) => cut(parts, 'xl/worksheets/sheet1.xml')],
    ['texts that are cut off', (parts: Record<string, string>) => cut(parts, 'xl/sharedStrings.xml')],
  ])('a workbook with %s is refused, and nothing is sent', async (_, change) => {
    const { refusal, posts, settings } = await account();
    const parts = partsOf(workbookOf({ People: people }, { bookSST: true }));
    change(parts);
    const refused = await refusal(zipOf(parts));
    expect(refused).toMatchObject({ code: 'unreadable_file', exit: 2 });
    expect(refused.message).toContain('damaged workbook');
    expect(posts()).toBe(0);
    expect(readdirSync(join(settings, 'imports'))).toEqual([]);
  });

  test('a cell whose shared text does not exist makes it a damaged file, and nobody is imported', async () => {
    const parts = partsOf(workbookOf({ People: people }, { bookSST: true }));
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    parts['xl/worksheets/sheet1.xml'] = sheet.replace(/(<c r="A3"[^>]*><v>)\d+/, '$1999');
    const refused = await failureOf(firstPass().loadText(zipOf(parts), {}, 'p.xlsx'));
    expect(refused).toMatchObject({ code: 'unreadable_file', exit: 2 });
    expect(refused.message).toContain('is a damaged workbook: the text of cell A3 is missing');
  });

  test('a number with more digits than JavaScript keeps is rejected by a number field', async () => {
    const parts = partsOf(workbookOf({ People: people }, { bookSST: true }));
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    parts['xl/worksheets/sheet1.xml'] = sheet.replace('<v>7</v>', '<v>12345678901234567890</v>');
    const { rejects } = await firstPass().loadText(zipOf(parts), {}, 'p.xlsx');
    expect(rejects).toMatchObject([{ Email: 'a@x.org', Orders: '12345678901234567890', _code: 'bad_value' }]);
  });

  test('rejected rows come back as a CSV that spreadsheets can read', async () => {
    const { write, run } = await account();
    write(
      'p.xlsx',
      workbookOf({
        People: [
          ['Email', 'Name'],
          ['bad', 'Ö'],
        ],
      }),
    );
    const ended = await run(['import', 'p.xlsx', '-o', 'json']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ rejected: 1, rejects_file: 'p.xlsx.rejects.csv' });
  });
});

async function withRows(rows: Parameters<typeof workbookOf>[0][string]) {
  const { loadText, people: all } = await account();
  return {
    loadText: await loadText(workbookOf({ People: rows }), { createFields: true }, 'p.xlsx'),
    rows: await all(),
  };
}

function cut(parts: Record<string, string>, name: string): void {
  const text = parts[name] ?? '';
  parts[name] = text.slice(0, text.length / 2);
}
