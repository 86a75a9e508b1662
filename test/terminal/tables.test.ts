import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/terminal/terminal.ts';
import { ada, bob, linesOf, listed, people, screens } from './screens.ts';

const table = async (rows: Iterable<Row>, columns: number, fields?: readonly string[]) =>
  await listed(rows, people, { columns, color: false, ...(fields ? { fields } : {}) });

describe('a table', () => {
  it('when there is room then columns are aligned, numbers to the right, times relative', async () => {
    const { out } = await table([ada, bob], 120);
    expect(linesOf(out)).toEqual([
      'id                                    email             tags          age  seen_at',
      '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01  ada@example.com   vip, math  36,000  3 h ago',
      '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c02  bob@例え.example                  –  in 2 d',
    ]);
  });

  it('when texts, names and numbers are of any kind then no line is wider than the terminal', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
    );
    const row = fc.dictionary(fc.string({ unit: 'grapheme' }), value, { minKeys: 1, maxKeys: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 4 }),
        fc.integer({ min: 8, max: 100 }),
        async (rows, columns) => {
          const view = { plural: 'things', columns: Object.keys(rows[0] ?? {}) };
          const { terminal, out } = screens({ columns, color: false, format: 'table' });
          await terminal.list(rows, view);
          for (const each of rows) await terminal.record(each, view);
          for (const line of linesOf(out())) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('when it is narrow then texts are cut and the last columns left out before any identifier is cut', async () => {
    const { out, err } = await table([ada, bob], 64);
    expect(linesOf(out)).toEqual([
      'id                                    email            tags',
      '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01  ada@example.com  vip, math',
      '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c02  bob@例え.examp…',
    ]);
    expect(err).toContain('no room for age, seen_at');
  });

  it('when nothing else fits then identifiers show eight characters', async () => {
    const { out } = await table([ada], 40);
    expect(linesOf(out)[1]).toMatch(/^0b6f1a52… {2}ada@example/);
  });

  it('when columns were asked for then all of them are shown, however narrow', async () => {
    const fields = ['id', 'email', 'status', 'tags', 'seen_at'];
    const { out, err } = await table([ada], 40, fields);
    expect(linesOf(out).at(-1)?.split(/ {2,}/)).toHaveLength(5);
    expect(err).toBe('');
  });

  it('when text is in any European script then columns stay aligned', async () => {
    const letters = Array.from({ length: 0x530 }, (_, code) => String.fromCodePoint(code)).filter(letter =>
      /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter),
    );
    const rows = [...letters, ...'–—‘’“”…†•€↵␛␡'].map(letter => ({ a: letter.repeat(5), b: 'end' }));
    const { out } = await table(rows, 80, ['a', 'b']);
    for (const line of linesOf(out).slice(1)) expect(stringWidth(line.slice(0, -'end'.length))).toBe(7);
  });

  it('when a number does not fit then it is not shown cut', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({ age: n < 250 ? 1 : 123_456 }));
    const { out } = await table(rows, 80, ['age']);
    expect(linesOf(out)[1]).toBe('  1');
    expect(linesOf(out).at(-1)).toBe('  …');
  });

  it('when it is long then it streams in pieces under one title', async () => {
    const { terminal, out } = screens({ columns: 80, color: false });
    let seenEarly = '';
    async function* rows() {
      for (let n = 0; n < 1000; n++) {
        if (n === 900) {
          // The piece before has been handed over by now; let it arrive.
          await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
          seenEarly = out();
        }
        yield { ...ada, age: n };
      }
    }
    expect(await terminal.list(rows(), people)).toBe(1000);
    expect(linesOf(seenEarly).length).toBeGreaterThan(200);
    expect(linesOf(out())).toHaveLength(1001);
    expect(out().match(/email/g)).toHaveLength(1);
    expect(new Set(linesOf(out()).map(line => line.indexOf('example'))).size).toBe(2);
  });

  it('when the width is not known then COLUMNS counts, and else 80', async () => {
    const long = [{ text: 'word '.repeat(100) }];
    const width = async (environment: NodeJS.ProcessEnv) => {
      const { out } = await listed(long, people, { format: 'table', environment, fields: ['text'] });
      return stringWidth(linesOf(out)[1] ?? '');
    };
    expect(await width({ COLUMNS: '33' })).toBeGreaterThan(28);
    expect(await width({ COLUMNS: '33' })).toBeLessThanOrEqual(33);
    expect(await width({})).toBeGreaterThan(74);
    expect(await width({})).toBeLessThanOrEqual(80);
  });

  it('when stdout takes colours then states are coloured and titles bold', async () => {
    const { out } = await listed([ada, bob], people, { columns: 80, fields: ['email', 'status', 'age'] });
    expect(out).toContain('\x1b[1memail\x1b[22m');
    expect(out).toContain('\x1b[32mactive\x1b[39m');
    expect(out).toContain('\x1b[31mfailed\x1b[39m');
    expect(out).toContain('\x1b[2m–\x1b[22m');
  });
});

describe('a single record on a terminal', () => {
  it('when shown then every field has its line, objects by dotted names, long texts wrapped and cut', async () => {
    const { terminal, out } = screens({ columns: 40, color: false });
    await terminal.record({ ...ada, note: 'one two three four five\n'.repeat(20), age: 0.987654 }, people);
    const lines = linesOf(out());
    expect(lines.slice(0, 9)).toEqual([
      'id                    0b6f1a52-93d4-4c1e',
      '                      -8f60-2a7d4e9b1c01',
      'email                 ada@example.com',
      'status                active',
      'fields.city           London',
      'fields.favourite.co…  green',
      'tags                  vip, math',
      'age                   0.9877',
      `seen_at               ${String(ada.seen_at).slice(0, 18)}`,
    ]);
    const note = lines.slice(lines.findIndex(line => line.startsWith('note')));
    expect(note).toHaveLength(8);
    expect(note.at(-1)).toMatch(/…$/);
  });
});
