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
  ])('a file %s loses nobody', async (_what, content) => {
    const { loadText, people } = firstPass();
    const { summary, rejects } = await loadText(content);
    expect(rejects).toEqual([]);
    expect(summary).toMatchObject({ rows: 2, accepted: 2, rejected: 0 });
    expect(await people()).toEqual([ann, bo]);
  });

  test('another encoding late in a large file is noticed', async () => {
    const { loadText, emails } = firstPass();
    const many = Array.from({ length: 30_000 }, (_, i) => `p${i}@x.org,Oslo`).join('\n');
    const { summary } = await loadText(latin(`Email,City\n${many}\nlast@x.org,Åbo\n`), { dryRun: true });
    expect(summary.accepted).toBe(30_001);
    expect(await emails()).toEqual([]);
  });
});

describe('long headers', () => {
  test.each([
    ['many columns', ['Email', ...Array.from({ length: 5000 }, (_, n) => `Column ${n}`), 'City']],
    ['columns of one name', ['Email', ...Array.from({ length: 5000 }, () => 'Note'), 'City']],
    ['a long name', ['Email', `Note "${'long, '.repeat(30_000)}"`, 'City']],
  ])('a header with %s is read whole', async (_what, header) => {
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
});
