import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { account, lines } from './account.ts';

const zip = (name: string) =>
  Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\b\0'), Buffer.from(name), Buffer.alloc(40, 7)]);
const binary = Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919 + (i >> 3)) % 256));
const files: [string, string, string | Buffer, RegExp][] = [
  ['is empty', 'empty_file', '', /empty/],
  ['is a byte order mark', 'empty_file', '\ufeff', /no rows/],
  ['has only blank lines', 'empty_file', '\n \r\n\t\n,,\n', /no rows/],
  ['is an empty gzip', 'empty_file', gzipSync(''), /empty/],
  ['is half a zip', 'unreadable_file', zip('people.csv'), /damaged/],
  ['is an .xls', 'binary_file', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), /xls/],
  ['is a PDF', 'binary_file', '%PDF-1.7\n%âãÏÓ\n', /PDF/],
  ['is a PNG', 'binary_file', Buffer.from('89504e470d0a1a0a0000', 'hex'), /PNG/],
  ['is a JPEG', 'binary_file', Buffer.from('ffd8ffe000104a464946', 'hex'), /JPEG/],
  ['is a web page', 'binary_file', '\n<!DOCTYPE html><html><body>Sign in: a@x.org</body></html>', /web page/],
  ['is a web page with a mark', 'binary_file', '\ufeff<html lang="en">', /web page/],
  ['is JSON of something else', 'empty_file', '{"name": "x", "list": []}', /no list/],
  ['is broken JSON', 'unreadable_file', '[\n  {"email": "a@x.org"}, ?]', /JSON/],
  ['is a gzipped .xlsx', 'binary_file', gzipSync(zip('xl/workbook.xml')), /zip/],
  ['is a gzipped web page', 'binary_file', gzipSync('<html>'), /web page/],
  ['is gzipped twice', 'binary_file', gzipSync(gzipSync('email\na@x.org\n')), /gzip/],
  ['is a program', 'binary_file', binary, /binary/],
  [
    'has no addresses',
    'no_email_column',
    lines('Name,City', 'Ann,Oslo', 'Bo,Rome'),
    /no column looks like email addresses/,
  ],
  [
    'has several addresses in a line',
    'no_email_column',
    'Ann Lee <ann@x.org>, bo@x.org, cy@x.org',
    /3 columns look like email addresses/,
  ],
  ['has a single word', 'no_email_column', 'hello', /looks like email addresses, and there are no rows/],
];

describe('a file that cannot be imported', () => {
  test.each(files)(
    'a file that %s is refused with %s, and nothing is sent',
    async (_what, code, content, words) => {
      const { refusal, posts, folder } = await account();
      const failure = await refusal(content);
      expect(failure).toMatchObject({ code, exit: 2, message: expect.stringMatching(words) });
      // Less the path, which may hold anything.
      expect(failure.message.replace(/\/\S+/g, '')).not.toMatch(/\n|\b[EZ]_?[A-Z]{4,}/);
      expect(posts()).toBe(0);
      expect(readdirSync(folder)).toEqual(['refused']);
    },
  );

  test('half a gzip is unreadable', async () => {
    const { refusal, posts, folder } = await account();
    const noise = Array.from({ length: 20_000 }, (_, i) => `p${(i * 2654435761) % 4294967296}@x.org`);
    const packed = gzipSync(lines('Email', ...noise));
    const failure = await refusal(packed.subarray(0, packed.length / 2));
    expect(failure).toMatchObject({ code: 'unreadable_file', message: expect.stringContaining('gzip') });
    expect(posts()).toBe(0);
    expect(readdirSync(folder)).toEqual(['refused']);
  });

  test('a binary file is refused whatever --encoding says', async () => {
    const { refusal } = await account();
    expect((await refusal(binary, { encoding: 'windows-1252' })).code).toBe('binary_file');
  });

  test('a file in another encoding than the given one is refused, and leaves no rejects', async () => {
    const { refusal, folder, posts } = await account();
    const late = `Email\nnone\n${'p@x.org\n'.repeat(60_000)}\xe9\n`;
    const failure = await refusal(Buffer.from(late, 'latin1'), { encoding: 'utf-8' });
    expect(failure).toMatchObject({ code: 'bad_encoding', exit: 2 });
    expect(failure.hint).toContain('--encoding');
    expect(readdirSync(folder)).toEqual(['refused']);
    expect(posts()).toBe(0);
  });

  test.each([
    ['there is none', 'no.csv', 'file not found'],
    ['its name is not UTF-8', 'caf\ufffd.csv', 'file not found, or its name is not UTF-8'],
    ['it lies below a file', 'people.csv/more.csv', 'people.csv/more.csv'],
  ])('%s: it is unreadable', async (_what, name, words) => {
    const { load, at, write } = await account();
    write('people.csv', 'Email\n');
    const failure = await failureOf(load(at(name)));
    expect(failure).toMatchObject({
      code: 'unreadable_file',
      exit: 2,
      message: expect.stringContaining(words),
    });
    expect(failure.message.replace(/\/\S+/g, '')).not.toMatch(/E[A-Z]{4,}/);
  });
});

describe('an import that the rails do not allow', () => {
  const refusal = 'not allowed: changing 2 subscribers (allow is draft, set by NEWSLETTER_ALLOW)';
  const env = { NEWSLETTER_ALLOW: 'draft' };

  test('leaves nothing to resume', async () => {
    const { write, run, posts, emails } = await account();
    write('people.csv', lines('Email', 'a@x.org', 'b@x.org'));
    const refused = await run(['import', 'people.csv'], { env });
    expect([refused.status, posts()]).toEqual([3, 0]);
    expect(refused.stderr).toContain(refusal);
    const allowed = await run(['import', 'people.csv']);
    expect(allowed.status, allowed.stderr).toBe(0);
    expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
  });

  test('ends its dry run, too, after the plan', async () => {
    const { write, run } = await account();
    write('people.csv', lines('Email', 'a@x.org', 'b@x.org'));
    const { stderr, status } = await run(['import', 'people.csv', '--dry-run'], { env });
    expect(status).toBe(3);
    expect(stderr).toContain('Would import 2 subscribers');
    expect(stderr).toContain(refusal);
    expect(stderr).not.toContain('To import');
  });
});
