import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../../support/failure.ts';
import { limit } from '../../support/load.ts';
import { account, lines, records } from '../account.ts';

const text = lines(
  'Email;"Note, with a comma";Orders;Status',
  'good@x.org;fine;12,5;active',
  'bad address;"two\nlines; and ""quotes""";1,5;active',
  'gone@x.org; padded ;;unsubscribed',
  ';nobody;;active',
  'worth@x.org;;much;active',
  'long@x.org;a;2;active;more',
  'broken@x.org;"oops;3;active',
  'GOOD@x.org;again;;active',
);

describe('the rejects file', () => {
  test('has the rows that were not sent, with line, code and reason', async () => {
    const { loadText, at } = await account();
    const { summary, rejects, failure } = await loadText(text);
    expect(summary).toMatchObject({ rows: 8, accepted: 1, duplicates: 1, rejected: 5, suppressed: 1 });
    expect(summary.rejects_file).toBe(at('people.csv.rejects.csv'));
    expect(failure).toMatchObject({
      code: 'partly_done',
      exit: 8,
      hint: expect.stringContaining('.rejects.csv'),
    });
    expect(Object.keys(rejects[0] ?? {})).toEqual([
      'Email',
      'Note, with a comma',
      'Orders',
      'Status',
      '_line',
      '_code',
      '_reason',
    ]);
    expect(rejects.map(row => [row._line, row._code])).toEqual([
      ['3', 'invalid_email'],
      ['6', 'missing_email'],
      ['7', 'bad_value'],
      ['8', 'ragged_row'],
      ['9', 'malformed_row'],
      ['5', 'suppressed'],
    ]);
    expect(rejects[0]).toMatchObject({ 'Note, with a comma': 'two\nlines; and "quotes"', Orders: '1.5' });
    expect(rejects[5]).toMatchObject({ 'Note, with a comma': ' padded ' });
    expect(rejects[4]).toMatchObject({ Email: 'broken@x.org;"oops;3;active' });
    for (const row of rejects) expect(row._reason).toMatch(/\w{2}/);
    expect(statSync(at('people.csv.rejects.csv')).mode & 0o777).toBe(0o600);
  });

  test('is not written if none is wanted; the rows are counted', async () => {
    const { loadText, folder } = await account();
    const { summary } = await loadText(text, { rejects: undefined });
    expect(summary).toMatchObject({ rejected: 5, rejects_file: null });
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });

  test('goes if nobody agrees to send', async () => {
    const { loadText, folder } = await account();
    await failureOf(loadText(lines('Email', 'a@x.org', 'bad'), { includeSuppressed: true }));
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });
});

describe('the report', () => {
  test('has a line for each row that is not sent as it stands', async () => {
    const { loadText, at } = await account();
    await loadText(text, { report: at('report.ndjson') });
    const report = readFileSync(at('report.ndjson'), 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(report.map(({ line, code, of }) => [line, code, of])).toEqual([
      [3, 'invalid_email', null],
      [5, 'suppressed', null],
      [6, 'missing_email', null],
      [7, 'bad_value', null],
      [8, 'ragged_row', null],
      [9, 'malformed_row', null],
      [10, 'duplicate', 2],
    ]);
    for (const line of report) expect(Object.keys(line)).toEqual(['line', 'code', 'reason', 'email', 'of']);
    expect(report[6]).toMatchObject({ email: 'GOOD@x.org' });
    expect(report[1]).toMatchObject({ email: 'gone@x.org' });
    expect(statSync(at('report.ndjson')).mode & 0o777).toBe(0o600);
  });

  test('is there, and empty, if every row is sent as it stands', async () => {
    const { loadText, at } = await account();
    await loadText(lines('Email', 'a@x.org'), { report: at('report.ndjson') });
    expect(readFileSync(at('report.ndjson'), 'utf8')).toBe('');
  });
});

describe('a place that cannot be written', () => {
  const few = lines('Email', 'a@x.org', 'bad');

  test.each([
    ['rejects', 'no such folder', 'nowhere/rejects.csv'],
    ['rejects', 'a file for a folder', 'people.csv/rejects.csv'],
    ['rejects', 'a folder', 'folder'],
    ['report', 'no such folder', 'nowhere/report.ndjson'],
    ['report', 'a folder', 'folder'],
  ])('in --%s, %s, is said before anything is sent', async (option, _what, name) => {
    const { loadText, at, posts, folder } = await account();
    mkdirSync(at('folder'));
    const failure = await failureOf(loadText(few, { [option]: at(name) }));
    expect(failure).toMatchObject({
      code: 'write_failed',
      exit: 1,
      hint: expect.stringContaining(`--${option}`),
    });
    expect(failure.message.replace(/\/\S+/g, '')).not.toMatch(/E[A-Z]{4,}/);
    expect(posts()).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['folder', 'people.csv']);
  });

  test.each<Partial<Record<'rejects' | 'report', string>>>([
    { rejects: './people.csv' },
    { rejects: 'link.csv' },
    { rejects: 'second.csv' },
    { report: 'sub/../people.csv' },
    { report: 'link.csv' },
    { rejects: 'same', report: 'same' },
  ])('one file is not two of input, rejects and report, by whatever names: %j', async given => {
    const { loadText, at, folder, posts, write } = await account();
    write('people.csv', few);
    mkdirSync(at('sub'));
    symlinkSync(at('people.csv'), at('link.csv'));
    linkSync(at('people.csv'), at('second.csv'));
    const there = Object.fromEntries(Object.entries(given).map(([key, name]) => [key, `${folder}/${name}`]));
    expect(await failureOf(loadText(few, there))).toMatchObject({ code: 'usage', exit: 2 });
    expect(posts()).toBe(0);
    expect(readFileSync(at('people.csv'), 'utf8')).toBe(few);
  });

  test('on a full disk nothing is sent, and nothing half-written is left', async context => {
    const { write, load, at, posts } = await account();
    mkdirSync(at('small'));
    try {
      execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', at('small')], {
        stdio: 'ignore',
        timeout: limit(5),
      });
    } catch {
      return context.skip('needs the right to mount a file system');
    }
    onTestFinished(() => {
      execFileSync('/bin/umount', [at('small')], { timeout: limit(5) });
    });
    const bad = Array.from({ length: 500 }, (_, i) => `bad ${i} ${'x'.repeat(60)}`);
    const path = write('people.csv', lines('Email', 'a@x.org', ...bad));
    const failure = await failureOf(load(path, { rejects: at('small/rejects.csv') }));
    expect(failure).toMatchObject({
      code: 'write_failed',
      exit: 1,
      message: expect.stringContaining('full'),
    });
    expect(posts()).toBe(0);
    expect(readdirSync(at('small'))).toEqual([]);
  });
});

describe('files that are there already', () => {
  const few = lines('Email', 'bad');

  test('a rejects file of an earlier run stays, and the new one is written beside', async () => {
    const { loadText, write, at } = await account();
    write('people.csv.rejects.csv', 'fixed by hand');
    expect((await loadText(few)).summary.rejects_file).toBe(at('people.csv.rejects-2.csv'));
    const third = await loadText(lines('Email', 'worse'));
    expect(third.summary.rejects_file).toBe(at('people.csv.rejects-3.csv'));
    expect(third.rejects).toMatchObject([{ Email: 'worse' }]);
    expect(readFileSync(at('people.csv.rejects.csv'), 'utf8')).toBe('fixed by hand');
    expect(records(readFileSync(at('people.csv.rejects-2.csv'), 'utf8'))).toMatchObject([{ Email: 'bad' }]);
    expect(statSync(at('people.csv.rejects-2.csv')).mode & 0o777).toBe(0o600);
  });

  test('a rejects file that holds what this run would write is the only one', async () => {
    const { loadText, folder } = await account();
    for (let run = 0; run < 2; run++) await loadText(few);
    expect(readdirSync(folder).toSorted()).toEqual(['people.csv', 'people.csv.rejects.csv']);
  });

  test('a file with something in it that --rejects names stays; an empty one is filled', async () => {
    const { loadText, write, at } = await account();
    const { summary } = await loadText(few, { rejects: write('out', 'precious') });
    expect(summary.rejects_file).toBe(at('out-2'));
    expect(readFileSync(at('out'), 'utf8')).toBe('precious');
    const empty = write('empty.csv', '');
    expect((await loadText(few, { rejects: empty })).summary.rejects_file).toBe(empty);
  });

  test('what a link in its place leads to stays', async () => {
    const { loadText, write, at } = await account();
    write('precious.csv', 'precious');
    symlinkSync(at('precious.csv'), at('people.csv.rejects.csv'));
    const { summary } = await loadText(few);
    expect(readFileSync(at('precious.csv'), 'utf8')).toBe('precious');
    expect(summary.rejects_file).not.toBe(at('people.csv.rejects.csv'));
  });

  test('the rejects of a dry run are in a temporary place', async () => {
    const { loadText, folder } = await account();
    const { summary, rejects } = await loadText(few, { dryRun: true });
    expect(readdirSync(folder)).toEqual(['people.csv']);
    expect(summary.rejects_file?.startsWith(tmpdir())).toBe(true);
    expect(rejects).toMatchObject([{ Email: 'bad', _code: 'invalid_email' }]);
    rmSync(dirname(summary.rejects_file ?? ''), { recursive: true });
  });

  test('the rejects of a dry run with --rejects are in that file', async () => {
    const { loadText, at } = await account();
    const there = { dryRun: true, rejects: at('out.csv'), given: ['rejects'] };
    expect((await loadText(few, there)).summary.rejects_file).toBe(at('out.csv'));
  });

  test('a report that would replace a file that is no report is refused', async () => {
    const { loadText, write, at, posts } = await account();
    const report = write('notes.txt', 'precious\n');
    const failure = await failureOf(loadText(lines('Email', 'a@x.org'), { report }));
    expect(failure).toMatchObject({ exit: 2, hint: expect.stringContaining('--report') });
    expect(posts()).toBe(0);
    expect(readFileSync(report, 'utf8')).toBe('precious\n');
    for (let run = 0; run < 2; run++) await loadText(few, { report: at('report.ndjson') });
    expect(readFileSync(at('report.ndjson'), 'utf8').trim().split('\n')).toHaveLength(1);
  });
});

describe('rejects as a spreadsheet reads them', () => {
  const raw = (text: string) => text.replaceAll('\n', '\r\n');

  test.each([
    ['LF', lines('Email,City', 'bad,Åbo'), /^Email,City,_line,_code,_reason\nbad,Åbo,[^\r\n]*\n$/],
    ['CRLF', raw(lines('Email,City', 'bad,Åbo')), /^Email,City,_line,_code,_reason\r\nbad,Åbo,[^\r\n]*\r\n$/],
    ['CR', 'Email,City\rbad,Åbo\r', /^Email,City,_line,_code,_reason\rbad,Åbo,[^\r\n]*\r$/],
    [
      'a BOM, CRLF, and a line end in a quoted header',
      raw(lines('\ufeffEmail,City', 'bad,Åbo')).replace('City', '"The\nCity"'),
      /^\ufeffEmail,"The\nCity",_line,_code,_reason\r\nbad,Åbo,[^\r\n]*\r\n$/,
    ],
  ])('rejects of a file with %s have the same', async (_what, text, expected) => {
    const { loadText, at, load } = await account();
    await loadText(text);
    expect(readFileSync(at('people.csv.rejects.csv'), 'utf8')).toMatch(expected);
    const again = await load(at('people.csv.rejects.csv'));
    expect(again.rejects).toMatchObject([{ _code: 'invalid_email' }]);
  });

  test.each([
    ['utf-16le', Buffer.from(`\ufeff${lines('Email\tCity', 'bad\tÅbo')}`, 'utf16le')],
    ['windows-1252', Buffer.from(lines('Email\tCity', 'bad\tÅbo'), 'latin1')],
  ])('rejects of a file in %s have a BOM, whatever encoding is said of them', async (encoding, bytes) => {
    const { loadText, at, load } = await account();
    await loadText(bytes);
    expect(readFileSync(at('people.csv.rejects.csv'), 'utf8')).toMatch(/^\ufeffEmail\tCity\t/);
    const { rejects } = await load(at('people.csv.rejects.csv'), { encoding });
    expect(rejects).toMatchObject([{ City: 'Åbo', _code: 'invalid_email' }]);
  });
});
