import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/terminal/terminal.ts';
import { anyText } from '../support/any-text.ts';
import { ada, bob, linesOf, listed, people, screens } from './screens.ts';

const table = async (rows: Iterable<Row>, columns: number, fields?: readonly string[]) =>
  await listed(rows, people, { columns, color: false, ...(fields ? { fields } : {}) });

describe('a table', () => {
  it('a wide table has aligned columns, numbers to the right, relative times', async () => {
    const { out } = await table([ada, bob], 120);
    expect(linesOf(out)).toEqual([
      'id                                    email             tags          age  seen_at',
      '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01  ada@example.com   vip, math  36,000  3 h ago',
      '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c02  bob@例え.example                  –  in 2 d',
    ]);
  });

  it('no line of a table is wider than the terminal, whatever the texts', async () => {
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), anyText(), fc.double(), fc.boolean());
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
      { numRuns: 15 },
    );
  });

  it('titles that do not fit on a line are broken, and end on the last', async () => {
    const view = { plural: 'emails', columns: ['subject', 'delivery_rate', 'fields.city'] };
    const rows = [{ subject: 'Hello', delivery_rate: 99.5, fields: { city: 'Rome' } }];
    const { out } = await listed(rows, view, { columns: 28, color: false });
    expect(linesOf(out)).toEqual([
      '         delivery  fields.',
      'subject      rate  city',
      'Hello        99.5  Rome',
    ]);
  });

  it('a title beyond ASCII stays on one line', async () => {
    const { out } = await table([{ 'fields.都市_🫠': 'Rome', age: 7 }], 80, ['fields.都市_🫠', 'age']);
    expect(linesOf(out)).toEqual(['fields.都市_🫠  age', 'Rome              7']);
  });

  it('a narrow table cuts texts and drops the last columns before it cuts ids', async () => {
    const { out, err } = await table([ada, bob], 64);
    expect(linesOf(out)).toEqual([
      'id                                    email            tags',
      '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01  ada@example.com  vip, math',
      '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c02  bob@例え.examp…',
    ]);
    expect(err).toContain('Hidden columns: age, seen_at');
  });

  it('ids show eight characters if nothing else fits', async () => {
    const { out } = await table([ada], 50);
    expect(linesOf(out)[1]).toMatch(/^0b6f1a52… {2}ada@example/);
  });

  it('of columns that do not fit, the one that the next command needs stays', async () => {
    const view = { ...people, columns: ['email', 'tags', 'age', 'seen_at', 'id'], handle: 'id' };
    const person = { ...ada, email: 'ada.lovelace@analytical.example' };
    const { out, err } = await listed([person], view, { columns: 60, color: false });
    expect(linesOf(out)).toEqual([
      'email                           tags          age  id',
      'ada.lovelace@analytical.examp…  vip, math  36,000  0b6f1a52…',
    ]);
    expect(err).toContain('Hidden columns: seen_at');
  });

  it('columns that were asked for are all shown, however narrow', async () => {
    const fields = ['id', 'email', 'status', 'tags', 'seen_at'];
    const { out, err } = await table([ada], 70, fields);
    expect(linesOf(out).at(-1)?.split(/ {2,}/)).toHaveLength(5);
    expect(err).toBe('');
    const names = linesOf((await table([ada], 30, fields)).out).map(line => line.split(' ')[0]);
    expect(names.filter(name => name !== '')).toEqual(fields);
  });

  it('a time more than a week away is shown as a day', async () => {
    const days = (count: number) => ({ seen_at: new Date(Date.now() + count * 86_400_000).toISOString() });
    const rows = [days(-6.9), days(6.9), { seen_at: '2024-03-09T12:00:00Z' }, { seen_at: 'soon' }];
    const { out } = await table(rows, 80, ['seen_at']);
    expect(linesOf(out)).toEqual(['seen_at', '6 d ago', 'in 6 d', '2024-03-09', 'soon']);
  });

  it('a share is shown as a percentage', async () => {
    const view = {
      plural: 'emails',
      columns: ['rate'],
      kinds: { rate: { kind: 'number' } },
      shares: ['rate'],
    } as const;
    const rows = [0.993, null, 'many', 0].map(rate => ({ rate }));
    const { out } = await listed(rows, view, { columns: 80, color: false });
    expect(linesOf(out)).toEqual([' rate', '99.3%', '    –', ' many', ' 0.0%']);
  });

  it('columns stay aligned beside emoji, and wide, joined and right-to-left text', async () => {
    const texts = [
      'plain',
      '👩‍👩‍👧 family',
      '🇩🇪🇫🇷 flags',
      '❤️ and 1️⃣',
      '👍🏽 skin',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag',
      '日本語の読者',
      '한국어',
      'e\u0301\u0323 marks',
      'שלום עולם',
      'مرحبا',
      'a\u202eb',
      'a\u0007b',
    ];
    const { out } = await table(
      texts.map(text => ({ text, end: 'end' })),
      80,
      ['text', 'end'],
    );
    const lines = linesOf(out);
    expect(lines).toHaveLength(texts.length + 1);
    const places = lines.map(line => stringWidth(line.slice(0, line.lastIndexOf('end'))));
    expect(new Set(places)).toEqual(new Set([14]));
  });

  it('columns stay aligned beside any European script', async () => {
    const letters = Array.from({ length: 0x530 }, (_, code) => String.fromCodePoint(code)).filter(letter =>
      /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter),
    );
    const rows = [...letters, ...'–—‘’“”…†•€↵␛␡'].map(letter => ({ a: letter.repeat(5), b: 'end' }));
    const { out } = await table(rows, 80, ['a', 'b']);
    for (const line of linesOf(out).slice(1)) expect(stringWidth(line.slice(0, -'end'.length))).toBe(7);
  });

  it('a number is never shown cut', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({ age: n < 250 ? 1 : 123_456 }));
    const { out } = await table(rows, 80, ['age']);
    expect(linesOf(out)[1]).toBe('  1');
    expect(linesOf(out).at(-1)).toBe('  …');
  });

  it('a long table streams under one title', async () => {
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

  it('a terminal of unknown width is as wide as COLUMNS says, or 80', async () => {
    const long = [{ text: 'word '.repeat(100) }];
    const width = async (environment: NodeJS.ProcessEnv) => {
      const { out } = await listed(long, people, { format: 'table', environment, fields: ['text'] });
      return stringWidth(linesOf(out)[1] ?? '');
    };
    expect(await width({ COLUMNS: '33' })).toBeGreaterThan(28);
    expect(await width({ COLUMNS: '33' })).toBeLessThanOrEqual(33);
    for (const COLUMNS of [undefined, '', '0', '-5', 'wide']) {
      expect(await width({ COLUMNS })).toBeGreaterThan(74);
      expect(await width({ COLUMNS })).toBeLessThanOrEqual(80);
    }
  });

  it('the width of stderr counts when it alone is a terminal', async () => {
    const options = { format: 'table', person: true, stderrColumns: 33, fields: ['text'] } as const;
    const { out } = await listed([{ text: 'word '.repeat(100) }], people, options);
    expect(Math.max(...linesOf(out).map(line => stringWidth(line)))).toBeLessThanOrEqual(33);
  });

  it.each([1, 2, 3, 5])('a table on %d columns comes to an end', async columns => {
    const { terminal, out } = screens({ columns, color: false });
    await terminal.list([ada, bob], people);
    await terminal.record(ada, people);
    expect(out().length).toBeGreaterThan(0);
  });

  it('a dumb terminal gets no colours', async () => {
    const { out } = await listed([ada], people, { columns: 80, environment: { TERM: 'dumb' } });
    expect(out).not.toContain('\x1b');
  });

  it('with colours, states are coloured and titles bold', async () => {
    const { out } = await listed([ada, bob], people, { columns: 80, fields: ['email', 'status', 'age'] });
    expect(out).toContain('\x1b[1memail\x1b[22m');
    expect(out).toContain('\x1b[32mactive\x1b[39m');
    expect(out).toContain('\x1b[31mfailed\x1b[39m');
    expect(out).toContain('\x1b[2m–\x1b[22m');
  });
});

describe('a single record on a terminal', () => {
  it('a record has a line for each field, objects by dotted names, long texts cut', async () => {
    const { terminal, out, err } = screens({ columns: 80, color: false });
    await terminal.record({ ...ada, note: 'one two three four five\n'.repeat(20), age: 0.987654 }, people);
    const lines = linesOf(out());
    expect(lines.slice(0, 8)).toEqual([
      'id                       0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01',
      'email                    ada@example.com',
      'status                   active',
      'fields.city              London',
      'fields.favourite.colour  green',
      'tags                     vip, math',
      'age                      0.9877',
      expect.stringMatching(/^seen_at {18}\d{4}-\d\d-\d\d \d\d:\d\d \(3 h ago\)$/),
    ]);
    const note = lines.slice(lines.findIndex(line => line.startsWith('note')));
    expect(note).toHaveLength(8);
    expect(note.at(-1)).toMatch(/…$/);
    expect(err()).toBe('hint: Cut to fit: note. Use --fields note to see all of it\n');
  });

  it('a long text that is asked for by name is shown whole', async () => {
    const { terminal, out, err } = screens({ columns: 80, color: false, fields: ['note'] });
    await terminal.record({ ...ada, note: 'one\n'.repeat(50) }, people);
    expect(linesOf(out())).toHaveLength(50);
    expect(err()).toBe('');
  });
});

describe('a terminal too narrow for columns', () => {
  it('on 30 columns each record has a line for each field, with a blank line between', async () => {
    const { out } = await table([ada, bob], 30, ['id', 'email', 'tags', 'age']);
    expect(out).toBe(
      [
        'id     0b6f1a52-93d4-4c1e-8f60',
        '       -2a7d4e9b1c01',
        'email  ada@example.com',
        'tags   vip, math',
        'age    36,000',
        '',
        'id     0b6f1a52-93d4-4c1e-8f60',
        '       -2a7d4e9b1c02',
        'email  bob@例え.example',
        'tags',
        'age    –',
        '',
      ].join('\n'),
    );
  });

  it.each([30, 40])('columns that fit into %d stay columns', async columns => {
    const { out } = await table([ada, bob], columns, ['email', 'age']);
    expect(linesOf(out)[0]).toBe('email                age');
  });

  it('records of many lines stream', async () => {
    const { out } = await table(
      Array.from({ length: 450 }, () => ada),
      30,
    );
    expect(out.split('\n\n')).toHaveLength(450);
  });

  it('with colours, the names of a record are bold and states coloured', async () => {
    const { out } = await listed([ada], people, { columns: 30, fields: ['email', 'status', 'tags', 'id'] });
    expect(out).toContain('\x1b[1mstatus\x1b[22m  \x1b[32mactive\x1b[39m\n');
  });
});
