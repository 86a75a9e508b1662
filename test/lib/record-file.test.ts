/** Files with a record per line: what is written comes back, however it lies in the pieces that are read. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RecordFileWriter, readLines, readRecords } from '../../src/lib/files/record-file.ts';
import { temporaryFolder } from '../support/home.ts';

const collected = async <T>(records: AsyncIterable<T>) => {
  const all: T[] = [];
  for await (const record of records) all.push(record);
  return all;
};

describe('a file of records', () => {
  it('records longer than a piece come back as they were', async () => {
    const path = join(temporaryFolder(), 'records.ndjson');
    const records = [0, 1, 2, 3].map(at => ({ at, text: `${at}${'Zürich 🚂\n'.repeat(30_000 * at)}` }));
    const writer = new RecordFileWriter<(typeof records)[number]>(path);
    for (const record of records) writer.add(record);
    expect([writer.count, existsSync(path)]).toEqual([4, false]);
    writer.commit();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await collected(readRecords(path))).toEqual(records);
  });

  it('a file that was discarded has no records', async () => {
    const path = join(temporaryFolder(), 'records.ndjson');
    const discarded = new RecordFileWriter<number>(path);
    discarded.add(1);
    discarded.discard();
    expect([existsSync(path), await collected(readRecords(path))]).toEqual([false, []]);
    new RecordFileWriter<number>(path).commit();
    expect([statSync(path).size, await collected(readRecords(path))]).toEqual([0, []]);
  });

  it('a last line without an end is a line', async () => {
    const path = join(temporaryFolder(), 'lines.txt');
    writeFileSync(path, 'a\n\nb');
    expect((await collected(readLines(path))).flat()).toEqual(['a', '', 'b']);
    writeFileSync(path, 'a\nb\n');
    expect((await collected(readLines(path))).flat()).toEqual(['a', 'b']);
  });
});
