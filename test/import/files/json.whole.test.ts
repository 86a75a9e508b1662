import { describe, expect, test } from 'vitest';
import { JsonRecords } from '../../../src/import/files/json/json-records.ts';
import { failureOf } from '../../support/failure.ts';
import { account, lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

const ann = { email: 'a@x.org', fields: { first_name: 'Ann' }, tags: ['VIP', 'a;b'] };
const bo = { email: 'b@x.org', fields: { first_name: 'Bo' }, tags: [] };

test.each([
  String.raw`[{"a":"x\"y\\","b":[{"c":"}"}]},{"a":"\\\"{["}]`,
  String.raw`{"x":{"l\"i":[{"e":"a\\"},{"e":"b}"}]},"n":"q\"z"}`,
])('when %s comes in pieces of any length, then the same objects are found', text => {
  const found = Array.from({ length: text.length }, (_, i) => {
    const records = new JsonRecords(false);
    const pieces = text.match(new RegExp(`.{1,${i + 1}}`, 'gs')) ?? [];
    const all = pieces.flatMap(piece => records.push(piece));
    records.end();
    return JSON.stringify(all.map(record => JSON.parse(record.text)));
  });
  expect(new Set(found).size).toBe(1);
  expect(JSON.parse(found[0] ?? '')).toHaveLength(2);
});

describe('JSON', () => {
  test.each([
    ['a list', JSON.stringify([ann, bo])],
    ['a list on many lines', JSON.stringify([ann, bo], null, 2)],
    ['a list with a byte order mark', `\ufeff${JSON.stringify([ann, bo])}`],
    ['a line for each', lines(JSON.stringify(ann), '', JSON.stringify(bo))],
    ['objects one after the other', `${JSON.stringify(ann, null, 2)}\n${JSON.stringify(bo, null, 2)}`],
    ['a list in an object', JSON.stringify({ count: 2, next: null, subscribers: [ann, bo] })],
    [
      'a list in objects',
      JSON.stringify({ data: { total: 2, results: [ann, bo] }, meta: { notes: [{ a: 1 }] } }),
    ],
  ])('when it is %s, then each object is a row, nested values by their names', async (_, content) => {
    const { loadText, people } = await account();
    const { summary, failure } = await loadText(content, {}, 'people.json');
    expect(failure).toBeUndefined();
    expect(summary).toMatchObject({
      rows: 2,
      accepted: 2,
      mapping: { 'fields.first_name': 'fields.first_name', tags: 'tags' },
    });
    expect(await people()).toMatchObject([
      { fields: { first_name: 'Ann' }, tags: ['VIP', 'a;b'] },
      { fields: { first_name: 'Bo' }, tags: [] },
    ]);
  });

  test.each([
    ['a line', (long: string) => lines('{"email":"a@x.org"}', long, '', '{"email":"b"}'), 4],
    ['an object in a list', (long: string) => `[{"email":"a@x.org"},\n${long},\n\n{"email":"b"}]`, 4],
  ])('when %s is longer than 16 MiB, then it is rejected alone', async (_, content, next) => {
    const { loadText, emails } = firstPass();
    const long = JSON.stringify({ email: 'long@x.org', note: '"'.repeat(1 << 23) });
    const { summary } = await loadText(content(long), {}, 'people.json');
    expect(await emails()).toEqual(['a@x.org']);
    expect(summary.reasons).toMatchObject([
      { code: 'malformed_row', line: 2 },
      { code: 'invalid_email', line: next },
    ]);
  });

  test('when the last object has one more value, then it has a column; lines are those of the text', async () => {
    const { loadText, people } = firstPass();
    const content = '[\n{"email": "a@x.org"},\n{"email": "bad"},\n{"email": "b@x.org", "city": "Oslo"}\n]';
    const { rejects } = await loadText(content, {}, 'people.json');
    expect((await people()).map(({ fields }) => fields.city)).toEqual([undefined, 'Oslo']);
    expect(rejects).toMatchObject([{ email: 'bad', _line: '3' }]);
  });

  test('when objects share a line, then they are told apart by their number', async () => {
    const { loadText } = firstPass();
    const { rejects } = await loadText(
      '[{"email":"a@x.org"},{"email":"bad"},{"email":"A@x.org"}]',
      {},
      'p.json',
    );
    expect(rejects).toMatchObject([{ email: 'bad', _line: '2' }]);
  });

  test('when a line is broken, then it costs that person and no other', async () => {
    const { loadText, emails } = firstPass();
    const { summary, rejects } = await loadText(
      lines('{"email":"a@x.org"}', '{"email":"b@x.org', '{"email":"c@x.org"}'),
      {},
      'p.ndjson',
    );
    expect(summary).toMatchObject({ rows: 3, accepted: 2, rejected: 1 });
    expect(rejects).toMatchObject([{ _line: '2', _code: 'malformed_row', _reason: 'invalid JSON' }]);
    expect(await emails()).toEqual(['a@x.org', 'c@x.org']);
  });

  test('when it contains several lists of people, then it is refused, and they are named', async () => {
    const { write, load } = await account();
    const content = JSON.stringify({ subscribed: [{ email: 'a@x.org' }], removed: [{ email: 'b@x.org' }] });
    const refused = await failureOf(load(write('p.json', content)));
    expect(refused).toMatchObject({ code: 'unreadable_file' });
    expect(refused.message).toContain('several lists of people: subscribed, removed');
  });

  test('when the only object holds a list of people, then nobody else in it is taken for them', async () => {
    const { write, load } = await account();
    const members = [{ email: 'a@x.org' }, { email: 'b@x.org' }];
    const content = JSON.stringify({ db: [{ data: { members, users: [{ email: 'staff@x.org' }] } }] });
    const refused = await failureOf(load(write('p.json', content)));
    expect(refused).toMatchObject({ code: 'unreadable_file' });
    expect(refused.message).toContain('a list in it: db.data.members.email');
  });

  test('when the list is called as people are who left, then nobody in it is sent', async () => {
    const { loadText } = firstPass();
    const { summary } = await loadText('{"unsubscribed": [{"email": "a@x.org"}]}', {}, 'p.json');
    expect(summary).toMatchObject({ accepted: 0, suppressed: 1 });
  });

  test.each([
    [
      'Ghost',
      {
        members: [
          {
            id: '1',
            email: 'a@x.org',
            name: 'Ann',
            subscribed: true,
            labels: [{ name: 'VIP', slug: 'vip' }],
          },
          { id: '2', email: 'b@x.org', name: 'Bo', subscribed: false, labels: [] },
        ],
      },
    ],
    [
      'Buttondown',
      {
        results: [
          {
            id: '1',
            email_address: 'a@x.org',
            secondary_id: 1,
            creation_date: '2024-05-31T10:00:00Z',
            type: 'regular',
            tags: ['VIP'],
            metadata: { city: 'Oslo' },
          },
          {
            id: '2',
            email_address: 'b@x.org',
            secondary_id: 2,
            creation_date: '2024-05-31T10:00:00Z',
            type: 'unsubscribed',
            tags: [],
            metadata: {},
          },
        ],
      },
    ],
    [
      'listmonk',
      {
        data: {
          results: [
            { id: 1, uuid: 'u', email: 'a@x.org', name: 'Ann', attribs: {}, status: 'enabled', lists: [] },
            { id: 2, uuid: 'v', email: 'b@x.org', name: 'Bo', attribs: {}, status: 'blocklisted', lists: [] },
          ],
        },
      },
    ],
  ])('when it comes from %s, then who left is held back', async (_, content) => {
    const { loadText, emails } = firstPass();
    const { summary } = await loadText(JSON.stringify(content), {}, 'p.json');
    expect(summary).toMatchObject({ rows: 2, accepted: 1, suppressed: 1 });
    expect(await emails()).toEqual(['a@x.org']);
  });

  test.each(['csv', 'json', 'ndjson'])(
    'when %s is what subscribers export wrote, then importing it changes nothing',
    async format => {
      const target = await account();
      const values = {
        text: [' padded ', "'=1+1", '=1+1', '1', 'true', 'a;b', 'line\nbreak', '{"a": 1}'],
        number: [12.5, -0.001, 1e21, 0],
      };
      for (const [i, text] of values.text.entries()) {
        const number = values.number[i % values.number.length];
        const fields = {
          first_name: text,
          last_name: 'Ö "q"',
          orders: number,
          vip: i % 2 === 0,
          birthday: '1990-05-07',
        };
        const tags = i === 0 ? [] : ['plain', 'a,b', ' c;d ', '"q"', '[x]'].slice(0, i);
        await target.call('POST', '/v1/subscribers', { email: `P${i}@x.org`, fields, tags });
      }
      const before = await target.all('/v1/subscribers');
      const file = `everybody.${format}`;
      expect((await target.run(['subscribers', 'export', file])).status).toBe(0);
      const ended = await target.run(['import', file, '-o', 'json']);
      expect(ended.status).toBe(0);
      expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 8, accepted: 8, unchanged: 8, rejected: 0 });
      const withoutTimes = (all: typeof before) => all.map(({ updated_at, ...rest }) => rest);
      expect(withoutTimes(await target.all('/v1/subscribers'))).toEqual(withoutTimes(before));
    },
  );
});
