import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../support/failure.ts';
import { account, lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

const ann = { email: 'a@x.org', fields: { first_name: 'Ann' }, tags: ['VIP', 'a;b'] };
const bo = { email: 'b@x.org', fields: { first_name: 'Bo' }, tags: [] };

describe('JSON', () => {
  test.each([
    ['a list', JSON.stringify([ann, bo])],
    ['a list on many lines', JSON.stringify([ann, bo], null, 2)],
    ['a list with a byte order mark', `\ufeff${JSON.stringify([ann, bo])}`],
    ['a line for each', lines(JSON.stringify(ann), '', JSON.stringify(bo))],
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

  test('a line of NDJSON that is longer than 1 MiB is rejected alone', async () => {
    const { loadText, emails } = firstPass();
    const long = JSON.stringify({ email: 'long@x.org', note: '"'.repeat(1 << 20) });
    const { summary } = await loadText(
      lines('{"email":"a@x.org"}', long, '', '{"email":"b"}', long.slice(0, -1)),
      {},
      'people.json',
    );
    expect(await emails()).toEqual(['a@x.org']);
    expect(summary.reasons).toMatchObject([
      { code: 'malformed_row', line: 2, count: 2 },
      { code: 'invalid_email', line: 4 },
    ]);
  });

  test.each([
    [
      'an array',
      JSON.stringify([ann, bo]).slice(0, -1),
      /is not valid JSON: Expected ',' or '\]' after array element/,
    ],
    [
      'objects one after the other',
      `${JSON.stringify(ann, null, 2)}\n${JSON.stringify(bo, null, 2)}`,
      /Unexpected non-whitespace character after JSON at position \d+/,
    ],
    ['one object', JSON.stringify({ name: 'Ann', tags: [] }), /contains no list of people/],
    ['a long array', `[${'{"email":"a@x.org"},'.repeat(3_500_000)}1]`, /JSON of more than 64 MiB/],
  ])('what cannot be read as an array is refused, with what to do: %s', async (_, content, words) => {
    const refused = await firstPass().refusal(content);
    expect(refused.exit).toBe(2);
    expect(refused.message).toMatch(words);
    expect(refused.hint).toMatch(/jq|expected a list of objects/);
  });

  test.each([
    ['an array', JSON.stringify(['a@x.org', 'b@x.org', 7])],
    ['an array in an object', JSON.stringify({ emails: ['a@x.org', 'b@x.org', null] })],
  ])('%s of addresses is a list of people; other items are rejected', async (_, content) => {
    const { loadText, emails } = firstPass();
    const { summary } = await loadText(content, {}, 'people.json');
    expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
    expect(summary).toMatchObject({ rows: 3, rejected: 1 });
  });

  test.each(['[\n%s\n]', '%s\n{"email":"c@x.org"}'])(
    'a number that JSON.parse would change is rejected by a number field, and kept by a text field: %s',
    async layout => {
      const { loadText, people } = firstPass();
      const one = '{"email":"a@x.org","city":12345678901234567890,"first_name":"\\"9007199254740993\\""}';
      const other = '{"email":"b@x.org","orders":9007199254740993}';
      const separator = layout.startsWith('[') ? ',\n' : '\n';
      const { rejects } = await loadText(layout.replace('%s', one + separator + other), {}, 'people.json');
      expect((await people())[0]?.fields).toEqual({
        city: '12345678901234567890',
        first_name: '"9007199254740993"',
      });
      expect(rejects).toMatchObject([{ email: 'b@x.org', orders: '9007199254740993', _code: 'bad_value' }]);
    },
  );

  test('when the last object has one more value, then it has a column; objects of an array are counted', async () => {
    const { loadText, people } = firstPass();
    const content = '[\n{"email": "a@x.org"},\n{"email": "bad"},\n{"email": "b@x.org", "city": "Oslo"}\n]';
    const { rejects } = await loadText(content, {}, 'people.json');
    expect((await people()).map(({ fields }) => fields.city)).toEqual([undefined, 'Oslo']);
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

  test('when the only item holds several lists of people, then none of them is taken for all', async () => {
    const { write, load } = await account();
    const members = [{ email: 'a@x.org' }, { email: 'b@x.org' }];
    const content = JSON.stringify({ db: [{ data: { members, users: [{ email: 'staff@x.org' }] } }] });
    const refused = await failureOf(load(write('p.json', content)));
    expect(refused).toMatchObject({ code: 'unreadable_file' });
    expect(refused.message).toContain('several lists of people: db.0.data.members, db.0.data.users');
  });

  test('when the list is called as people are who left, then nobody in it is sent', async () => {
    const { loadText } = firstPass();
    const { summary } = await loadText('{"unsubscribed": [{"email": "a@x.org"}]}', {}, 'p.json');
    expect(summary).toMatchObject({ accepted: 0, suppressed: 1 });
  });

  // Answers of the APIs of these services, as their documentation shows them.
  test.each(['ghost', 'buttondown', 'listmonk'])(
    'of what %s answers, people who left are held back',
    async service => {
      const { loadText, emails } = firstPass();
      const content = readFileSync(new URL(`json/${service}.json`, import.meta.url), 'utf8');
      const { summary } = await loadText(content, {}, 'p.json');
      expect(summary).toMatchObject({ rows: 2, accepted: 1, suppressed: 1 });
      expect(await emails()).toEqual(['a@x.org']);
    },
  );
});
