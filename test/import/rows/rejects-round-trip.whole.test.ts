/** What import.md promises of the rejects file: fixing it and importing that file loses nothing; unfixed, it says again why. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { account, lines, records } from '../account.ts';
import { workbookOf, zipOf } from '../files/outside-files.ts';

/** Rows of each kind; the good ones show how the columns are written. */
const rows = [
  ['Email', 'First name', 'City', 'Birthday', 'Orders', 'VIP', 'Tags', 'Status'],
  ['good@x.org', 'Ann', 'Oslo', '25/12/1999', '1.234,50', 'yes', 'a; b', 'active'],
  ['bad at x.org', "=cmd|'/C calc'!A0", '#1, "Main" St', '03/04/2001', '1.234', 'no', 'x, y; z', 'active'],
  ['', '+49 170 1234', 'line\nbreak', '05/06/2002', '0,125', '', '', 'active'],
  ['gone@x.org', "O'Neil", '-', '07/08/2003', '12', '', '', 'unsubscribed'],
  ['worth@x.org', '@home', "'=quoted", '09/10/2004', 'many', '', '', 'active'],
  ['gone two@x.org', 'Bo', '', '', '', '', '', 'bounced'],
  ['other@x.org', 'Eve', '  two  ', '11/12/2005', '-5', '', '', 'active'],
];
const objects = rows
  .slice(1)
  .map(cells => Object.fromEntries(cells.map((cell, i) => [rows[0]?.[i] ?? '', cell])));
const csv = (delimiter: string, newline = '\n') => `${Papa.unparse(rows, { delimiter, newline })}${newline}`;

const sources: readonly (readonly [string, string | Buffer])[] = [
  ['people.csv', csv(',')],
  ['people.csv', csv(';')],
  ['people.tsv', csv('\t')],
  ['crlf.csv', csv(';', '\r\n')],
  ['bom.csv', `\ufeff${csv(',')}`],
  ['utf16.csv', Buffer.from(`\ufeff${csv('\t')}`, 'utf16le')],
  ['people.csv.gz', gzipSync(csv(','))],
  ['people.zip', zipOf({ 'people.csv': csv(',') })],
  ['people.xlsx', workbookOf({ People: rows })],
  ['people.json', JSON.stringify(objects)],
  ['people.ndjson', objects.map(one => JSON.stringify(one)).join('\n')],
];

describe('the rejects of every kind of file', () => {
  test.each(sources)('rejects of %s that are imported as they are say again why', async (name, content) => {
    const { write, load } = await account();
    const first = await load(write(name, content));
    expect(first.rejects.map(({ _code }) => _code)).toEqual([
      'invalid_email',
      'missing_email',
      'bad_value',
      'suppressed',
      'suppressed',
    ]);
    const again = await load(first.summary.rejects_file ?? '');
    expect(again.summary).toMatchObject({ accepted: 0, rejected: 3, suppressed: 0 });
    expect(again.summary.ignored_columns).not.toContain('_line');
    expect(again.said).toContain('rejects of an earlier import');
    const why = ({ _line, ...row }: Readonly<Record<string, string>>) => row;
    expect(again.rejects.map(why)).toEqual(first.rejects.slice(0, 3).map(why));
    const out = await load(first.summary.left_out_file ?? '');
    expect(out.summary).toMatchObject({ accepted: 0, rejected: 0, suppressed: 2 });
    expect(out.rejects.map(({ _code, _reason }) => [_code, _reason])).toEqual(
      first.rejects.slice(3).map(({ _code, _reason }) => [_code, _reason]),
    );
  });

  test.each(sources)('rejects of %s that are fixed lose no value', async (name, content) => {
    const { write, load, people } = await account();
    const { summary } = await load(write(name, content));
    const path = summary.rejects_file ?? '';
    const text = readFileSync(path, 'utf8');
    const fixed = text
      .replace('bad at x.org', 'bad@x.org')
      .replace(/^(\ufeff?)([,;\t])(?='\+49)/m, '$1none@x.org$2')
      .replace('many', '2,5'.includes(',') && /^[^\n]*;/.test(text) ? '2,5' : '2.5');
    writeFileSync(path, fixed);
    const again = await load(path);
    expect(again.summary).toMatchObject({ accepted: 3, rejected: 0 });
    const fields = Object.fromEntries((await people()).map(one => [one.email, one]));
    expect(fields['bad@x.org']).toEqual({
      email: 'bad@x.org',
      fields: {
        first_name: "=cmd|'/C calc'!A0",
        city: '#1, "Main" St',
        birthday: '2001-04-03',
        orders: 1234,
        vip: false,
      },
      tags: ['x, y', 'z'],
    });
    expect(fields['none@x.org']?.fields).toEqual({
      first_name: '+49 170 1234',
      city: 'line\nbreak',
      birthday: '2002-06-05',
      orders: 0.125,
    });
    expect(fields['worth@x.org']?.fields).toEqual({
      first_name: '@home',
      city: "'=quoted",
      birthday: '2004-10-09',
      orders: 2.5,
    });
    expect(Object.keys(fields).some(email => email.startsWith('gone'))).toBe(false);
  });
});

/** The commands that import fixed rows, without the program's name. */
const commandsIn = (stderr: string) =>
  [...stderr.matchAll(/To import them: newsletter ([^;\n]*)/g)].map(([, words = '']) => words);

describe('the rejects of several files', () => {
  test('of files with commas and with points in numbers, the printed commands import every value', async () => {
    const { write, run, at, people } = await account();
    const two = 'E-mail Address,Birthday,Total,Labels,Note';
    write(
      'one.csv',
      lines(
        'Email;Geburtsdatum;Orders;Tags',
        'a@x.org;25.12.1999;1,5;"x;y"',
        'bad;03.04.2001;1.234,5;"p, q; r"',
      ),
    );
    write('two.csv', lines(two, 'b@x.org,12/25/1999,1.5,x,n', 'worse,04/03/2001,"1,234.5",u;v,"keep, this"'));
    write('three.csv', lines(two, 'c at x.org,25/12/2000,1.5,x,n', 'd@x.org,26/12/2000,,,'));
    const map = ['Geburtsdatum=fields.birthday', 'Total=fields.orders'].flatMap(text => ['--map', text]);
    const first = await run(['import', 'one.csv', 'two.csv', 'three.csv', '--create-fields', ...map]);
    const commands = commandsIn(first.stderr);
    expect(commands).toEqual([
      'import one.csv.rejects.csv --create-fields --map Geburtsdatum=fields.birthday --decimal-mark Orders=,',
      'import one.csv.rejects-2.csv --create-fields --map Total=fields.orders',
    ]);
    for (const [i, name] of ['one.csv.rejects.csv', 'one.csv.rejects-2.csv'].entries()) {
      const text = readFileSync(at(name), 'utf8');
      writeFileSync(at(name), text.replace(/^(bad|worse)/m, '$1@x.org').replace(' at ', '@'));
      const ended = await run((commands[i] ?? '').split(' '));
      expect(ended.status, ended.stderr).toBe(0);
    }
    const got = (await people()).filter(({ email }) => /bad|worse|c@/.test(email));
    expect(got).toEqual([
      { email: 'bad@x.org', fields: { birthday: '2001-04-03', orders: 1234.5 }, tags: ['p, q', 'r'] },
      {
        email: 'c@x.org',
        fields: { birthday: '2000-12-25', orders: 1.5, note: 'n' },
        tags: ['x'],
      },
      {
        email: 'worse@x.org',
        fields: { birthday: '2001-04-03', orders: 1234.5, note: 'keep, this' },
        tags: ['u', 'v'],
      },
    ]);
  });

  test('rows to fix and people left out are in two files, and whoever left does not come back by the printed command', async () => {
    const { write, run, at, emails } = await account();
    write('subscribed.csv', lines('Email,City', 'a@x.org,Oslo', 'maria@@x.org,Oslo', 'bad at x.org,Rome'));
    write('unsubscribed.csv', lines('City,Kontakt,Note', 'Oslo,maria@x.org,moved', 'Rome,gone at x.org,'));
    const first = await run(['import', 'subscribed.csv', 'unsubscribed.csv', '--map', 'Kontakt=email']);
    expect(first.stderr).toMatch(
      /2 rows left out are listed in subscribed\.csv\.left-out\.csv \(nothing to do\)\n.*undo.*\n! 2 rows to fix: subscribed\.csv\.rejects\.csv\n/,
    );
    expect(records(readFileSync(at('subscribed.csv.left-out.csv'), 'utf8'))).toMatchObject([
      { Email: 'maria@x.org', City: 'Oslo', Note: 'moved', _file: 'unsubscribed.csv', _line: '2' },
      { Email: 'gone at x.org', City: 'Rome', Note: '', _file: 'unsubscribed.csv', _code: 'suppressed' },
    ]);
    const path = at('subscribed.csv.rejects.csv');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('@@', '@').replace(' at ', '@'));
    expect(text).not.toMatch(/gone|suppressed/);
    const [command = ''] = commandsIn(first.stderr);
    expect(command).toBe('import subscribed.csv.rejects.csv');
    expect((await run(command.split(' '))).status).toBe(0);
    expect(await emails()).toEqual(['a@x.org', 'bad@x.org']);
  });
});

describe('rows whose fault cannot be seen in the rejects file', () => {
  test('a misplaced quote is said until the row is divided', async () => {
    const { loadText, load, emails } = await account();
    const first = await loadText(
      lines('Email,City,Note', 'a@x.org,Oslo,', 'bob@x.org,"oops,x', 'c@x.org,Rome,'),
    );
    const [row] = first.rejects;
    expect(row).toMatchObject({ _code: 'malformed_row' });
    const path = first.summary.rejects_file ?? '';
    const again = await load(path);
    expect(again.rejects).toMatchObject([{ _code: 'malformed_row', _reason: row?._reason }]);
    const fixed = readFileSync(path, 'utf8').replace('"bob@x.org,""oops,x",,', 'bob@x.org,oops,x');
    writeFileSync(path, fixed);
    expect((await load(path)).summary).toMatchObject({ accepted: 1 });
    expect(await emails()).toContain('bob@x.org');
  });

  test('bytes that could not be decoded, and too many cells, are said again', async () => {
    const { write, load } = await account();
    const bytes = Buffer.concat([
      Buffer.from(lines('Email,City', ...Array.from({ length: 50 }, (_, i) => `p${i}@x.org,Åbo`))),
      Buffer.from([...Buffer.from('b@x.org,M'), 0xff, 0x0a]),
      Buffer.from('long@x.org,Oslo,more\n'),
    ]);
    const first = await load(write('people.csv', bytes));
    const again = await load(first.summary.rejects_file ?? '');
    expect(first.rejects.map(({ _code }) => _code)).toEqual(['bad_encoding', 'ragged_row']);
    expect(again.rejects.map(({ _code }) => _code)).toEqual(['bad_encoding', 'ragged_row']);
  });

  /** Imports a file, fixes a text in its rejects, and runs the command that is printed for them. */
  async function fixed(text: string, [from, to]: readonly [string, string], ...flags: string[]) {
    const here = await account();
    here.write('people.csv', text);
    const first = await here.run(['import', 'people.csv', ...flags]);
    const path = here.at('people.csv.rejects.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    const [command = ''] = commandsIn(first.stderr);
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' });
    const ended = await here.run(words.trimEnd().split('\n'));
    return { ...here, command, ended };
  }

  test('of a file without a header, then the printed command names columns by number', async () => {
    const text = lines('a@x.org,Oslo,03/04/2001', 'bad@@x.org,Rome,25/12/1999');
    const flags = ['--map', '2=fields.city', '--map', '3=fields.birthday', '--tag', 'new'];
    const { command, ended, people } = await fixed(text, ['@@', '@'], ...flags);
    expect(command).toBe(
      'import people.csv.rejects.csv --tag new --map 2=fields.city --map 3=fields.birthday --map 1=email --date-format 3=DMY',
    );
    expect(ended.status, ended.stderr).toBe(0);
    const fields = { city: 'Rome', birthday: '1999-12-25' };
    expect(await people()).toContainEqual({ email: 'bad@x.org', fields, tags: ['new'] });
  });

  test('an address column that only content showed is named by the printed command', async () => {
    const text = lines('Kontakt,City', 'a@x.org,Oslo', 'b@x.org,Oslo', 'bad,Rome', 'worse,Rome');
    const { command, emails } = await fixed(text, ['bad', 'bad@x.org']);
    expect(command).toBe('import people.csv.rejects.csv --map Kontakt=email');
    expect(await emails()).toContain('bad@x.org');
  });

  test('a decimal mark that the whole file showed is in the printed command', async () => {
    const text = lines('Email;Orders', 'a@x.org;1,5', 'bad;1,250');
    const { command, people } = await fixed(text, ['bad', 'b@x.org']);
    expect(command).toBe('import people.csv.rejects.csv --decimal-mark Orders=,');
    expect((await people())[1]?.fields).toEqual({ orders: 1.25 });
  });
});
