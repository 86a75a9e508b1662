import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { account, lines, type Person } from '../account.ts';
import { firstPass } from '../first-pass.ts';

const ann: Person = { email: 'ann@x.org', fields: { city: 'Åbo; "old, town"', first_name: 'Ann' }, tags: [] };
const bo: Person = { email: 'bo@x.org', fields: { first_name: 'Bo' }, tags: [] };
const sheet = (mark: string) =>
  lines(
    ['Email', 'First name', 'City'].join(mark),
    ['ann@x.org', 'Ann', '"Åbo; ""old, town"""'].join(mark),
    ['bo@x.org', 'Bo', ''].join(mark),
  );
const quoted = lines(
  '"Email", "First name", "City"',
  '"ann@x.org", "Ann", "Åbo; ""old, town"""',
  '"bo@x.org", "Bo", ""',
);
const utf16 = (text: string, mark = '\ufeff') => Buffer.from(mark + text, 'utf16le');
const latin = (text: string) => Buffer.from(text, 'latin1');

describe('a file that says what it is', () => {
  test.each<[string, string | Buffer]>([
    ['separated by commas', sheet(',')],
    ['separated by semicolons', sheet(';')],
    ['separated by tabs', sheet('\t')],
    ['separated by bars', sheet('|')],
    ['ended by CRLF', sheet(',').replaceAll('\n', '\r\n')],
    ['ended by CR', sheet(';').replaceAll('\n', '\r')],
    ['not ended at all', sheet(',').trimEnd()],
    ['with a byte order mark', `\ufeff${sheet(',')}`],
    ['with a byte order mark before a quote', `\ufeff${sheet(',').replace('Email', '"Email"')}`],
    ['with "sep=;"', `sep=;\r\n${sheet(';')}`],
    ['with a quoted "sep=|"', `"sep=|"\n${sheet('|')}`],
    ['with "sep=," behind a byte order mark', `\ufeffsep=,\n${sheet(',')}`],
    ['with title lines', `Subscribers of "The Slow Carriage"\n31 May 2025\n\n${sheet(',')}`],
    ['with a title line with an address', `Account,boss@x.org\n${sheet(',')}`],
    ['with blank lines above', `\n\r\n  \n${sheet('\t')}`],
    ['with blank lines between', sheet(',').replaceAll('\n', '\n\n')],
    ['in UTF-16LE with a mark', utf16(sheet('\t'))],
    ['in UTF-16LE without a mark', utf16(sheet('\t'), '')],
    ['in UTF-16BE with a mark', utf16(sheet(',')).swap16()],
    ['in UTF-16BE without a mark', utf16(sheet(';'), '').swap16()],
    ['in Windows-1252', latin(sheet(';'))],
    ['gzipped', gzipSync(sheet(','))],
    ['gzipped in parts', Buffer.concat([gzipSync(sheet(',').slice(0, 30)), gzipSync(sheet(',').slice(30))])],
    ['gzipped UTF-16', gzipSync(utf16(sheet('\t')))],
    ['full of NULs', sheet(',').replaceAll('n', 'n\0')],
    ['with trailing delimiters', sheet(',').replaceAll('\n', ',,\n')],
    ['with a no-break space in a header', sheet(',').replace('First name', 'First\u00a0name ')],
    ['with spaces before quotes', quoted],
    ['with spaces before quotes, and semicolons', quoted.replaceAll('", "', '"; "')],
    ['in capitals', sheet(',').replace('Email,First name,City', 'E-MAIL,FIRST_NAME,CITY')],
  ])('when it is %s, then everybody comes in', async (_what, content) => {
    const { loadText, people } = firstPass();
    const { summary, rejects } = await loadText(content);
    expect(rejects).toEqual([]);
    expect(summary).toMatchObject({ rows: 2, accepted: 2, rejected: 0 });
    expect(await people()).toEqual([ann, bo]);
  });

  test('when the other encoding comes late in a large file, then it is noticed', async () => {
    const { loadText, emails } = firstPass();
    const many = Array.from({ length: 30_000 }, (_, i) => `p${i}@x.org,Oslo`).join('\n');
    const { summary } = await loadText(latin(`Email,City\n${many}\nlast@x.org,Åbo\n`), { dryRun: true });
    expect(summary.accepted).toBe(30_001);
    expect(await emails()).toEqual([]);
  });
});

describe('what divides the cells', () => {
  test('when every row has tags with semicolons, then commas divide all the same', async () => {
    const { loadText, people } = firstPass();
    await loadText(
      lines('Email,City,Tags', 'a@x.org,Oslo,x;y', 'b@x.org,,y;z', 'c@x.org,x;z', 'd@x.org,Bergen,z;x'),
    );
    expect((await people())[0]).toEqual({ email: 'a@x.org', fields: { city: 'Oslo' }, tags: ['x', 'y'] });
  });

  test('when there is no header and every row has two quoted semicolons, then commas divide all the same', async () => {
    const { loadText, emails } = firstPass();
    await loadText(lines('a@x.org,"x;y;z"', 'b@x.org,"x;y;z"', 'c@x.org,"x;y;z"'));
    expect(await emails()).toEqual(['a@x.org', 'b@x.org', 'c@x.org']);
  });

  test('when the delimiter is given, then it is that', async () => {
    const { loadText, people } = firstPass();
    await loadText(lines('Email:City', 'a@x.org:Oslo'), { delimiter: ':' });
    expect((await people())[0]?.fields).toEqual({ city: 'Oslo' });
  });
});

describe('headers', () => {
  test('when there is none and a line is an address, then the first line is a row too', async () => {
    const { loadText, emails } = firstPass();
    const { summary } = await loadText(lines('a@x.org', 'b@x.org', '', 'c@x.org'));
    expect(summary).toMatchObject({ rows: 3, mapping: { 1: 'email' } });
    expect(await emails()).toEqual(['a@x.org', 'b@x.org', 'c@x.org']);
  });

  test('when there is a single address in the file, then it comes in', async () => {
    const { loadText, emails } = firstPass();
    await loadText('only@x.org');
    expect(await emails()).toEqual(['only@x.org']);
  });

  test('when there is none and columns are numbered, then --map takes the numbers', async () => {
    const { loadText, people } = firstPass();
    const { summary } = await loadText(lines('Ann,a@x.org,Oslo', 'Bo,b@x.org,Rome'), {
      map: ['1=fields.first_name', '3=city'],
    });
    expect(summary.mapping).toEqual({ 1: 'fields.first_name', 2: 'email', 3: 'fields.city' });
    expect((await people())[1]?.fields).toEqual({ first_name: 'Bo', city: 'Rome' });
  });

  test('when --no-header is given, then the first line is a row, whatever it holds', async () => {
    const { loadText } = firstPass();
    const { summary } = await loadText(lines('Email', 'a@x.org'), { header: false });
    expect(summary).toMatchObject({ rows: 2, accepted: 1, rejected: 1 });
  });

  test('when the header is in no language we know, then it is still the line above the rows', async () => {
    const { loadText, people } = firstPass();
    await loadText(lines('Mitgliederliste', '', 'Kennung;Ort', 'a@x.org;Oslo', 'b@x.org;Rom'), {
      map: ['Ort=city'],
    });
    expect((await people()).map(one => one.fields.city)).toEqual(['Oslo', 'Rom']);
  });

  test('when a header is repeated, then each column has a name of its own', async () => {
    const { loadText } = firstPass();
    const { summary } = await loadText(lines('Email,Note,note,Note,Note_2', 'a@x.org,1,2,3,4'));
    expect(summary.ignored_columns).toHaveLength(4);
    expect(new Set(summary.ignored_columns.map(name => name.toLowerCase())).size).toBe(4);
  });

  test('when a column has no name, then it is left out if empty, and called by its place if not', async () => {
    const { loadText } = firstPass();
    const { summary } = await loadText(lines('Email,,City,', 'a@x.org,something,Oslo,'));
    expect(summary.ignored_columns).toEqual(['column 2']);
  });

  test('when lines stand above the header, then rows keep their line numbers', async () => {
    const { loadText } = await account();
    const { rejects } = await loadText(
      'sep=,\r\n\r\nList\r\nEmail,Note\r\n"a@x.org","two\r\nlines"\r\nnone,x\r\n',
    );
    expect(rejects).toMatchObject([{ Email: 'none', _line: '7', _code: 'invalid_email' }]);
  });

  test('when there is a header only, then there are no rows, and it says so', async () => {
    const { loadText, posts } = await account();
    const { summary, failure, said } = await loadText('Email,City\n');
    expect(summary).toMatchObject({ rows: 0, accepted: 0, rejects_file: null });
    expect(failure).toBeUndefined();
    expect(said).toMatch(/0\s+rows in the file/);
    expect(posts()).toBe(0);
  });
});

describe('long headers', () => {
  test.each([
    ['many columns', ['Email', ...Array.from({ length: 5000 }, (_, n) => `Column ${n}`), 'City']],
    ['columns of one name', ['Email', ...Array.from({ length: 5000 }, () => 'Note'), 'City']],
    ['a long name', ['Email', `Note "${'long, '.repeat(30_000)}"`, 'City']],
  ])('when the header has %s, then it is read whole', async (_what, header) => {
    const { loadText, people } = firstPass();
    const blank = ','.repeat(header.length - 1);
    const text = lines(
      header.map(name => `"${name.replaceAll('"', '""')}"`).join(','),
      `ann@x.org${blank}Oslo`,
    );
    const { summary } = await loadText(text);
    expect(summary).toMatchObject({ rows: 1, accepted: 1, rejected: 0 });
    expect((await people())[0]?.fields.city).toBe('Oslo');
  });
});

describe('a first line that is a row', () => {
  test.each([
    ['two @ in it', 'john@@x.com,John', 'john@@x.com'],
    ['no dot in its domain', 'bob@localhost,Bob', 'bob@localhost'],
    ['no @ in it', 'bob.example.org,Bob', 'bob.example.org'],
    ['a space in it', 'ann lee@x.org,Ann', 'ann lee@x.org'],
    ['a word for the @', 'ann at x.org,Ann', 'ann at x.org'],
    ['a sign for the @', 'ann [at] x.org,Ann', 'ann [at] x.org'],
    ['a word instead', 'n/a,Bob', 'n/a'],
    ['no address at all', ',Bob', ''],
    ['a name for an address, and a value that comes again', 'bob,Ann', 'bob'],
  ])(
    'when its address is bad (%s), then it is rejected, and does not vanish',
    async (_what, row, address) => {
      const { loadText, emails } = firstPass();
      const { summary, rejects } = await loadText(lines(row, 'ann@x.org,Ann', 'cy@x.org,Cy'));
      expect(summary).toMatchObject({ rows: 3, accepted: 2, rejected: 1 });
      expect(rejects).toMatchObject([{ 1: address, _line: '1' }]);
      expect(await emails()).toEqual(['ann@x.org', 'cy@x.org']);
    },
  );

  test('when a value of it is the word "email", then it is a row all the same', async () => {
    const { loadText } = firstPass();
    const { summary } = await loadText(lines('john@@x.com,email', 'ann@x.org,email'));
    expect(summary).toMatchObject({ rows: 2, accepted: 1, rejected: 1 });
  });

  test.each(['Kennung,Ort', 'Kontakt,Name', ',Name', 'contact.email,name', 'Email (you@example.org),Name'])(
    'when it is "%s", then it is a header',
    async header => {
      const { loadText } = firstPass();
      const { summary } = await loadText(lines(header, 'ann@x.org,Ann', 'cy@x.org,Cy'));
      expect(summary).toMatchObject({ rows: 2, accepted: 2, rejected: 0 });
    },
  );
});

describe('two exports in one file', () => {
  test.each([
    ['the same', 'Email,First name,City'],
    ['in another order', 'City,Email,First name'],
    ['in other case, behind a byte order mark', '\ufeff"CITY",FIRST_NAME,E-mail'],
    ['fewer', 'First name,Email'],
    ['others', 'First name,Last name,Email'],
  ])('when the columns of the second are %s, the file is refused, naming the line', async (_what, header) => {
    const { refusal, posts } = await account();
    const many = Array.from({ length: 3000 }, (_, n) => `p${n}@x.org,Paula,Oslo`);
    const first = header.includes('E-mail') ? 'E-mail' : 'Email';
    const failure = await refusal(lines(`${first},First name,City`, ...many, header, 'Rome,Bo,bo@x.org'));
    expect(failure).toMatchObject({ code: 'unreadable_file', message: 'line 3002 is a second header' });
    expect(failure.hint).toContain('split the file before line 3002');
    expect(posts()).toBe(0);
  });

  test.each([
    ['with a header', lines('Email,City', 'ann@x.org,Oslo', 'First name,Last name,Email', 'Bo,Lee,bo@x.org')],
    ['without a header', lines('ann@x.org,Oslo', 'Name,Email', 'Bo,bo@x.org')],
  ])('when the first is %s and the second has other columns, then nothing is sent', async (_what, text) => {
    const { refusal, posts } = await account();
    const failure = await refusal(text);
    expect(failure.code).toBe('unreadable_file');
    expect(failure.message).toMatch(/line [23] is a second header/);
    expect(posts()).toBe(0);
  });

  test('when a bad row stands above the header, then it is rejected, and does not vanish', async () => {
    const { loadText, emails } = firstPass();
    const { summary } = await loadText(
      lines('ann@localhost,Ann', 'Email,Name', 'bo@x.org,Bo', 'cy@x.org,Cy'),
    );
    expect(summary).toMatchObject({ rows: 4, accepted: 2, rejected: 2 });
    expect(await emails()).toEqual(['bo@x.org', 'cy@x.org']);
  });

  test('when a row without an address has a word that is a header, then it is a row', async () => {
    const { loadText } = firstPass();
    const { summary } = await loadText(
      lines('Email,Name,Source', 'ann@x.org,Ann,email', ',Bo,Email', ',Name,x'),
    );
    expect(summary).toMatchObject({ rows: 3, accepted: 1, rejected: 2 });
  });
});

describe('rows of another length than the header', () => {
  test('when they are short or their extra cells are empty, then they come in; others are rejected', async () => {
    const { loadText, emails } = firstPass();
    const text = lines('Email,City,Note', 'short@x.org', 'long@x.org,Oslo,n,, ', 'ragged@x.org,Oslo,n,more');
    const { rejects } = await loadText(text);
    expect(await emails()).toEqual(['long@x.org', 'short@x.org']);
    expect(rejects).toMatchObject([{ Email: 'ragged@x.org', _line: '4', _code: 'ragged_row' }]);
  });
});
