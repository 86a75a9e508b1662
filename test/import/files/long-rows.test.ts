import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../src/import/files/csv/csv-reader.ts';
import type { SourceRow } from '../../../src/import/files/row.ts';

/** The rows of a text that comes in pieces of a length that divides no record evenly. */
async function rowsOf(text: string): Promise<SourceRow[]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += 70_001) yield text.slice(at, at + 70_001);
  }
  const rows: SourceRow[] = [];
  for await (const some of readCsv(pieces(), ',')) rows.push(...some);
  return rows;
}

const most = 1 << 20;
const line = 'a note, of several lines\n';
const long = line.repeat(Math.ceil(most / line.length));

describe('a row longer than 1 MiB', () => {
  test.each<[string, string, number]>([
    ['a quoted cell', `gone@x.org,unsubscribed,"${long}"`, long.split('\n').length],
    ['a quoted cell at its start', `"${long}",gone@x.org,unsubscribed`, long.split('\n').length],
    ['letters beyond Latin', `gone@x.org,unsubscribed,"${long}ж"`, long.split('\n').length],
    ['a cell without quotes', `gone@x.org,unsubscribed,${'x'.repeat(most)}`, 1],
  ])('with %s is rejected alone, and shows who it is about', async (_what, record, lines) => {
    const rows = await rowsOf(`ann@x.org,subscribed,1\n${record}\nbo@x.org,subscribed,2\n`);
    expect(rows).toHaveLength(3);
    const [before, row, after] = rows;
    expect(before?.cells).toEqual(['ann@x.org', 'subscribed', '1']);
    expect(row).toMatchObject({ line: 2, damaged: 'longer than 1 MiB' });
    expect(row?.cells.join()).toContain('gone@x.org,unsubscribed');
    expect(row?.cells.join().length).toBeLessThan(1 << 16);
    expect(after).toEqual({ line: 2 + lines, cells: ['bo@x.org', 'subscribed', '2'] });
  });

  test('and a broken row behind it are each rejected for their own reason', async () => {
    const rows = await rowsOf(`a,b,"${long}"\nc,"d" e,f\ng,h,i\n`);
    expect(rows.map(({ damaged }) => damaged)).toEqual(['longer than 1 MiB', 'misplaced quote', undefined]);
    expect(rows[2]?.cells).toEqual(['g', 'h', 'i']);
  });

  test('cells of a shorter row come whole', async () => {
    const cell = long.slice(0, most - 10);
    const [row] = await rowsOf(`a,"${cell}"\n`);
    expect(row).toEqual({ line: 1, cells: ['a', cell] });
  });

  test('rows behind a quote that is never closed are read', async () => {
    const name = 'n'.repeat(1000);
    const row = `ann@x.org,${name}\n`;
    const rows = await rowsOf(`x@x.org,X\ngone@x.org,"Gone\n${row.repeat(Math.ceil(most / row.length))}`);
    expect(rows[1]).toMatchObject({ line: 2, damaged: 'misplaced quote' });
    expect(rows[2]).toEqual({ line: 3, cells: ['ann@x.org', name] });
    expect(rows).toHaveLength(2 + Math.ceil(most / row.length));
  });

  test('signals have their turn while the rows behind an open quote are read', async () => {
    const row = `ann@x.org,${'n'.repeat(1000)}\n`;
    let turns = 0;
    let isRead = false;
    const turn = () => {
      turns++;
      if (!isRead) setImmediate(turn);
    };
    setImmediate(turn);
    await rowsOf(`gone@x.org,"Gone\n${row.repeat(5000)}`);
    isRead = true;
    expect(turns).toBeGreaterThan(10);
  });
});
