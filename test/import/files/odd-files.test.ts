import { describe, expect, test } from 'vitest';
import { lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';
import { zipOf } from './outside-files.ts';

describe('JSON in UTF-16', () => {
  const people = [{ email: 'a@x.org', city: 'Åbo' }, { email: 'b@x.org' }];
  const ndjson = people.map(one => JSON.stringify(one)).join('\n');
  test.each([
    ['NDJSON with a mark', Buffer.from(`\ufeff${ndjson}`, 'utf16le')],
    ['NDJSON, big-endian', Buffer.from(`\ufeff${ndjson}`, 'utf16le').swap16()],
    ['a list without a mark', Buffer.from(JSON.stringify(people), 'utf16le')],
  ])('when it is %s, then it is read', async (_what, content) => {
    const { loadText, people: got } = firstPass();
    await loadText(content, {}, 'people.ndjson');
    expect((await got()).map(({ email, fields }) => [email, fields.city])).toEqual([
      ['a@x.org', 'Åbo'],
      ['b@x.org', undefined],
    ]);
  });
});

describe('a table that is none', () => {
  const names = Array.from({ length: 16_385 }, (_, i) => `c${i}`);
  test.each([
    ['a CSV', lines(`Email,${names.join(',')}`, `a@x.org${','.repeat(names.length)}`)],
    ['JSON', JSON.stringify([{ email: 'a@x.org', ...Object.fromEntries(names.map(name => [name, '1'])) }])],
  ])('too many columns of %s are said', async (_what, content) => {
    expect(await firstPass().refusal(content)).toMatchObject({
      code: 'unreadable_file',
      message: expect.stringContaining('has more than 16,384 columns'),
    });
  });

  const card = lines('BEGIN:VCARD', 'VERSION:3.0', 'FN:Ann', 'EMAIL:ann@x.org', 'END:VCARD');
  const fods =
    '<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>';
  test.each([
    ['contacts', card, 'an address book (vCard)'],
    ['flat.fods', fods, 'a spreadsheet saved as XML (.fods)'],
  ])('%s is named as what it is', async (_name, content, what) => {
    expect(await firstPass().refusal(content)).toMatchObject({
      code: 'binary_file',
      message: expect.stringContaining(what),
      hint: expect.stringContaining('CSV'),
    });
  });

  test('such files in an archive are skipped by their names', async () => {
    const { said } = await firstPass().loadText(
      zipOf({ 'a.csv': lines('Email', 'a@x.org'), 'b.vcf': card, 'c.fods': fods }),
      {},
      'all.zip',
    );
    expect(said).toMatch(/skipped \(address book \(vCard\).*b\.vcf/);
    expect(said).toMatch(/skipped \(unsupported spreadsheet.*c\.fods/);
  });
});
