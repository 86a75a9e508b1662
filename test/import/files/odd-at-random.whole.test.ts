/** Sound files of every kind, with some characters changed: they are refused, or each of their rows is accounted for. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/lib/failure.ts';
import { randomFrom } from '../../support/random.ts';
import { seedInForce } from '../../support/seed.ts';
import { firstPass } from '../first-pass.ts';
import { partsOf, workbookOf, zipOf } from './outside-files.ts';

const random = randomFrom(seedInForce());
const below = (most: number) => Math.floor(random() * most);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

/** A text that is cut, lacks something, or has something more. */
function changed(text: string): string {
  let result = text;
  for (let changes = 1 + below(3); changes > 0; changes--) {
    const at = below(result.length);
    const [start, end] = [result.slice(0, at), result.slice(at)];
    const more = oneOf([
      '"',
      ',',
      '\n',
      '<',
      '>',
      '{',
      ']',
      '\0',
      '\r',
      'ü',
      '&',
      '9',
      result.slice(at, at + 40),
    ]);
    result = oneOf([
      start + more + end,
      start + end.slice(1 + below(5)),
      start + end,
      random() < 0.3 ? start : text,
    ]);
  }
  return result;
}

function changedByte(bytes: Buffer): Buffer {
  const at = below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
  return bytes;
}

const rows = Array.from(
  { length: 20 },
  (_, i) => [i % 7 === 0 ? 'bad' : `p${i % 17}@x.org`, 'Köln', i] as const,
);
const objects = rows.map(([email, city, orders]) => ({
  email,
  fields: { city, orders },
  tags: ['a', '"b"'],
}));
const ndjson = objects.map(one => JSON.stringify(one)).join('\n');
const csv = `Email,City,Note\r\n${rows.map(([email, city, i]) => `${email},"${city}, ${i}","a\r\n""q"" ${i}"`).join('\r\n')}`;

function workbook(): Buffer {
  const parts = partsOf(
    workbookOf({ People: [['Email', 'City', 'Orders'], ...rows] }, { bookSST: random() < 0.5 }),
  );
  const name = oneOf(Object.keys(parts).filter(part => /sheet1|sharedStrings|workbook|styles/.test(part)));
  return zipOf({ ...parts, [name]: changed(parts[name] ?? '') });
}

test.each<[kind: string, make: () => string | Buffer]>([
  ['CSV', () => changed(csv)],
  ['CSV in UTF-16', () => Buffer.from(`\ufeff${changed(csv)}`, 'utf16le')],
  ['CSV in Windows-1252', () => Buffer.from(changed(csv), 'latin1')],
  ['gzip', () => changedByte(gzipSync(changed(csv)))],
  ['zip', () => changedByte(zipOf({ 'a.csv': csv, 'b.json': JSON.stringify(objects) }))],
  ['JSON', () => changed(JSON.stringify({ data: { people: objects }, meta: [] }, null, below(2)))],
  ['NDJSON', () => changed(ndjson)],
  ['a workbook', workbook],
])('damaged %s is refused, or all its rows are accounted for', async (_kind, make) => {
  for (let run = 0; run < 60; run++) {
    const loaded = await firstPass()
      .loadText(make(), { createFields: true }, 'people')
      .catch((error: unknown) => error);
    if (loaded instanceof Failure) expect(loaded.exit).toBe(2);
    else {
      const { summary, rejects } = loaded as Awaited<ReturnType<ReturnType<typeof firstPass>['loadText']>>;
      const { accepted, duplicates, rejected, suppressed } = summary;
      expect(summary.rows).toBe(accepted + duplicates + rejected + suppressed);
      expect(rejects).toHaveLength(rejected + suppressed);
    }
  }
});
