import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { OutputFormat } from '../../src/lib/output-formats.ts';
import type { Row } from '../../src/terminal/terminal.ts';
import { anyText } from '../support/any-text.ts';
import { ada, bob, linesOf, listed, people, screens } from './screens.ts';

const text = anyText();
const anyRows = fc.array(fc.record({ a: text, b: text }), { minLength: 1, maxLength: 5 });
const view = { plural: 'things', columns: ['a', 'b'] };

describe('TSV', () => {
  it('in a pipe, a record is one line of full values without a header', async () => {
    const { out } = await listed([ada, bob], people);
    expect(linesOf(out)).toEqual([
      `${ada.id}\tada@example.com\tvip,math\t36000\t${ada.seen_at}`,
      `${bob.id}\tbob@例え.example\t\t\t${bob.seen_at}`,
    ]);
  });

  it('TSV has one line for each record, whatever characters the values hold', async () => {
    const unescaped: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };
    await fc.assert(
      fc.asyncProperty(anyRows, async rows => {
        const { out } = await listed(rows, view, { format: 'tsv' });
        const cells = linesOf(out).map(line =>
          line
            .split('\t')
            .map(cell =>
              cell.replace(/\\(?:([tnr\\])|u\{([\da-f]+)\})/g, (_, key: string, code: string) =>
                key === undefined ? String.fromCodePoint(Number.parseInt(code, 16)) : (unescaped[key] ?? ''),
              ),
            ),
        );
        expect(cells).toEqual(rows.map(({ a, b }) => [a, b]));
      }),
      { numRuns: 25 },
    );
  });

  it('a list of which an element holds a comma is a cell of JSON', async () => {
    const { out } = await listed([{ a: ['x,y', 'z'], b: { c: 1 } }], view);
    expect(out).toBe('["x,y","z"]\t{"c":1}\n');
  });
});

describe('CSV', () => {
  it('a CSV parser reads back every cell as it was', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async rows => {
        const { out } = await listed(rows, view, { format: 'csv' });
        const { data, errors } = Papa.parse<string[]>(out, {
          delimiter: ',',
          newline: '\n',
          skipEmptyLines: true,
        });
        expect(errors).toEqual([]);
        expect(data).toEqual([['a', 'b'], ...rows.map(({ a, b }) => [a, b])]);
      }),
      { numRuns: 25 },
    );
  });

  it('custom fields are columns of a CSV', async () => {
    const { out } = await listed([ada, bob], people, { format: 'csv' });
    expect(linesOf(out)[0]).toBe(
      'id,email,status,fields.city,fields.favourite.colour,"fields.shoe, size",tags,age,seen_at',
    );
    const own = ['fields.city', 'fields.favourite.colour', 'fields.shoe, size', 'tags'];
    const { data } = Papa.parse<Record<string, string>>(out, { header: true, skipEmptyLines: true });
    expect(data.map(row => own.map(name => row[name]))).toEqual([
      ['London', 'green', '', 'vip,math'],
      ['', '', '44', ''],
    ]);
  });

  it('a column that first appears after a thousand records is warned of', async () => {
    const rows: Row[] = Array.from({ length: 1500 }, (_, n) => ({
      n,
      fields: n === 1200 ? { late: 1 } : {},
    }));
    const { out, err } = await listed(rows, view, { format: 'csv' });
    expect(linesOf(out)).toHaveLength(1501);
    expect(linesOf(out).at(-1)).toBe('1499');
    expect(err).toContain('fields.late');
  });

  it('the CSV of an empty list has a header of the known columns', async () => {
    const { out } = await listed([], people, { format: 'csv' });
    expect(out).toBe('id,email,status,tags,age,seen_at\n');
  });

  it('a line of CSV with one empty cell is not blank', async () => {
    const { out } = await listed([{ a: '' }, { a: 'x' }], view, { format: 'csv', fields: ['a'] });
    expect(out).toBe('a\n""\nx\n');
  });
});

describe('JSON and YAML', () => {
  const readers: Record<string, (text: string) => unknown> = {
    json: text => JSON.parse(text),
    yaml: text => parse(text),
    ndjson: text => linesOf(text).map(line => JSON.parse(line)),
  };

  it.each(['json', 'yaml', 'ndjson'] as const)('%s, read back, is what the service sent', async format => {
    const anyRecord = fc.dictionary(text, fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 3 }), async rows => {
        const sent: Row[] = JSON.parse(JSON.stringify(rows));
        const { out } = await listed(sent, view, { format });
        expect(readers[format]?.(out) ?? []).toEqual(sent);
      }),
      { numRuns: 15 },
    );
  });

  it.each(['json', 'yaml'] as const)('with --envelope, %s holds data and meta', async format => {
    const meta = { current_page: 1, total: 2 };
    for (const rows of [[], [ada], [ada, bob]]) {
      const { out } = await listed(rows, people, { format, envelope: true });
      expect(readers[format]?.(out)).toEqual({ data: rows, meta });
    }
    const chosen = await listed([ada], people, { format, envelope: true, fields: ['email'] });
    expect(readers[format]?.(chosen.out)).toEqual({ data: [{ email: ada.email }], meta });
    expect(chosen.err).toBe('');
  });

  it('JSON is indented by two spaces', async () => {
    const { out } = await listed([{ a: 1 }, { b: [2] }], view, { format: 'json' });
    expect(out).toBe(`${JSON.stringify([{ a: 1 }, { b: [2] }], null, 2)}\n`);
  });

  it('a string that YAML parsers would take for something else is quoted', async () => {
    const words = 'no off ~ 1e3 1_000 0o17 12:30 2026-01-01 = <<'.split(' ');
    const texts = [...words, '- a', 'a: b', 'a #b'];
    const { out } = await listed([{ texts }], view, { format: 'yaml' });
    expect(out).toBe(`- texts:\n${texts.map(text => `    - ${JSON.stringify(text)}\n`).join('')}`);
  });

  it.each(['1.1', '1.2'] as const)('YAML read by version %s is what the service sent', async version => {
    const words = fc.constantFrom(
      ...'no yes null 1e3 0x1f 017 12:30:45 2026-01-01 = << --- # " \' \\ | > % @ word é 👩‍👩‍👧'.split(' '),
      ...[': ', '- ', ' ', '  ', '\t', '\n', '\n\n', '\r', '\r\n'],
      ...['\x07', '\x1b', '\x7f', '\x85', '\u2028', '\ufeff', '\ud800'],
    );
    const anyWords = fc.array(words, { maxLength: 6 }).map(parts => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ a: anyWords, b: fc.array(anyWords) })), async rows => {
        const { out } = await listed(rows, view, { format: 'yaml' });
        expect(parse(out, { version })).toEqual(rows);
        // Nothing that is only allowed as an escape (YAML 1.2, section 5.1).
        expect(out).not.toMatch(/[^\P{C}\n\u200d]|[\u2028\u2029\ufeff]/u);
      }),
      { numRuns: 50 },
    );
  });

  it('a single record is the object itself', async () => {
    for (const format of ['json', 'yaml', 'ndjson'] as const) {
      const { terminal, out } = screens({ format, envelope: true });
      await terminal.record(ada, people);
      expect(parse(out())).toEqual(ada);
    }
  });
});

describe('--fields', () => {
  const fields = ['fields.city', 'email', 'fields.favourite.colour', 'tags.0'];
  const values = ['London', 'ada@example.com', 'green', 'vip'];
  const flat = Object.fromEntries(fields.map((field, index) => [field, values[index]]));

  it.each<[OutputFormat, string]>([
    ['tsv', `${values.join('\t')}\n`],
    ['csv', `${fields.join(',')}\n${values.join(',')}\n`],
    ['json', `${JSON.stringify([flat], null, 2)}\n`],
    ['ndjson', `${JSON.stringify(flat)}\n`],
    [
      'yaml',
      '- fields.city: London\n  email: ada@example.com\n  fields.favourite.colour: green\n  tags.0: vip\n',
    ],
  ])('--fields writes only these as %s, in this order', async (format, expected) => {
    expect(await listed([ada], people, { format, fields })).toEqual({ out: expected, err: '' });
  });

  it('--fields are the columns of a table', async () => {
    const { out } = await listed([ada], people, { columns: 80, fields, color: false });
    expect(linesOf(out).map(line => line.split(/ {2,}/))).toEqual([fields, values]);
  });

  it('a custom field that no record has is a warning', async () => {
    const { out, err } = await listed([ada], people, { fields: ['email', 'fields.toString'] });
    expect(out).toBe('ada@example.com\t\n');
    expect(linesOf(err)).toEqual([
      'warning: no record has a value of fields.toString',
      'hint: newsletter fields list',
    ]);
  });

  it('CSV spreads an object of --fields where it stands', async () => {
    const { out } = await listed([ada], people, { format: 'csv', fields: ['age', 'fields'] });
    expect(out).toBe('age,fields.city,fields.favourite.colour\n36000,London,green\n');
  });
});

describe('an empty list', () => {
  it.each<[OutputFormat, string]>([
    ['table', ''],
    ['tsv', ''],
    ['json', '[]\n'],
    ['ndjson', ''],
    ['yaml', '[]\n'],
  ])('an empty list as %s is %j', async (format, expected) => {
    expect(await listed([], people, { format })).toEqual({ out: expected, err: '' });
  });

  it('an empty list on a terminal says what to type next', async () => {
    const { out, err } = await listed([], people, { columns: 80, person: true, color: false });
    expect(out).toBe('');
    expect(err).toBe('no people yet\nhint: newsletter import people.csv adds some\n');
  });
});
