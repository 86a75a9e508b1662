import { describe, expect, test } from 'vitest';
import { casesOf } from '../../support/cases.ts';
import { failureOf } from '../../support/failure.ts';
import { account, lines, type Typed } from '../account.ts';
import { firstPass } from '../first-pass.ts';

async function mappingOf(header: string, row: string, given: Typed = {}) {
  const { loadText } = firstPass();
  return (await loadText(lines(header, row), { ...given, dryRun: true, rejects: undefined })).summary;
}

test.each(casesOf<[header: string, target: string]>(new URL('headers.tsv', import.meta.url)))(
  'a column %s goes to %s',
  async (name, target) => {
    const isEmail = target === 'email';
    const header = isEmail ? `Number,${name},City` : `Email,${name}`;
    const { mapping } = await mappingOf(header, isEmail ? '1,a@x.org,Oslo' : 'a@x.org,2024-05-31');
    expect(mapping[name.trim()]).toBe(target);
  },
);

describe('ignored columns', () => {
  const text = lines(
    'Email,Shoe size,Postcode,Since,Member,Motto,Empty,Phone',
    'a@x.org,41,01067,2024-05-31,yes,Go,,+4930123',
    'b@x.org,"38.5",,2023-01-01,no,1,,',
  );

  test('--strict makes them an error that names them', async () => {
    const { loadText, posts } = await account();
    const failure = await failureOf(loadText(text, { strict: true }));
    expect(failure).toMatchObject({
      code: 'usage',
      exit: 2,
      message: expect.stringContaining('"Shoe size"'),
    });
    expect(posts()).toBe(0);
    expect((await loadText('Email,X\na@x.org,1\n', { strict: true, map: ['X=skip'] })).summary.accepted).toBe(
      1,
    );
  });

  test('--create-fields makes each a field of the kind that its values have', async () => {
    const { loadText, all, people } = await account();
    const before = (await all('/v1/fields')).length;
    const { summary } = await loadText(text, { createFields: true });
    const created = (await all('/v1/fields')).slice(before).map(({ name, kind }) => [name, kind]);
    expect(created).toEqual([
      ['Shoe size', 'number'],
      ['Postcode', 'text'],
      ['Since', 'date'],
      ['Member', 'boolean'],
      ['Motto', 'text'],
      ['Phone', 'text'],
    ]);
    expect(summary.mapping).toMatchObject({ 'Shoe size': 'fields.shoe_size', Member: 'fields.member' });
    expect((await people()).map(one => one.fields)).toEqual([
      { shoe_size: 41, postcode: '01067', since: '2024-05-31', member: true, motto: 'Go', phone: '+4930123' },
      { shoe_size: 38.5, since: '2023-01-01', member: false, motto: '1' },
    ]);
  });

  test('--create-fields with --dry-run creates none', async () => {
    const { loadText, all, sandbox } = await account();
    const before = await all('/v1/fields');
    const { summary } = await loadText(text, { createFields: true, dryRun: true });
    expect(summary).toMatchObject({ accepted: 2, dry_run: true });
    expect(await all('/v1/fields')).toEqual(before);
    expect(Object.keys(sandbox.requests()).filter(name => !name.startsWith('GET'))).toEqual([]);
  });

  test('--create-fields finds the fields that an earlier import made', async () => {
    const { loadText, all } = await account();
    await loadText(text, { createFields: true });
    const fields = await all('/v1/fields');
    const { summary } = await loadText(text, { createFields: true });
    expect(summary.ignored_columns).toEqual(['Empty']);
    expect(await all('/v1/fields')).toEqual(fields);
  });

  test('--create-fields makes two fields of names that differ in case', async () => {
    const { loadText, people } = firstPass();
    await loadText(lines('Email,Note,NOTE', 'a@x.org,one,two'), { createFields: true });
    expect(Object.values((await people())[0]?.fields ?? {})).toEqual(['one', 'two']);
  });
});
