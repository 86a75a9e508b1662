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

describe('the address column', () => {
  test.each([
    ['Contact owner,Email', 'staff@x.org,a@x.org', 'Email'],
    ['Order Email,Registration Email,Ticket Email', 'buyer@x.org,buyer@x.org,a@x.org', 'Ticket Email'],
    ['Sender,Kontakt', 'news@x.org,a@x.org', 'Kontakt'],
    ['Referred by,Kontakt', 'friend@x.org,a@x.org', 'Kontakt'],
    ['Email status,Email type,Email opens,My mail', 'a@x.org,a@x.org,a@x.org,b@x.org', 'My mail'],
    ['E-mail 1 - Label,E-mail 1 - Value', '* Home,a@x.org', 'E-mail 1 - Value'],
    ['Subscriber,Contact', 'Ann Lee,a@x.org', 'Contact'],
    ['Mail,Adresse', 'ja,a@x.org', 'Adresse'],
    ['Email address - home,Email address - work', ',a@x.org', 'Email address - work'],
    [
      'Email,Name,Subscription type,Activity,Email last opened at,Emails opened (7d)',
      'a@x.org,A,Free,5,2024-01-01,3',
      'Email',
    ],
  ])('of %s', async (header, row, expected) => {
    const { mapping } = await mappingOf(header, row, { statusColumn: false });
    expect(Object.entries(mapping).filter(([, target]) => target === 'email')).toEqual([[expected, 'email']]);
  });

  test.each([
    'Contact owner',
    'Order email',
    'Sender',
    'Assistant e-mail',
    'Referrer',
    'Buyer email',
    'Manager',
  ])('%s alone is refused', async name => {
    const { refusal, posts } = await account();
    const failure = await refusal(lines(`Name,${name}`, 'Ann,boss@x.org'));
    expect(failure).toMatchObject({ code: 'no_email_column', hint: expect.stringContaining('--map') });
    expect(failure.details.join()).toContain(name);
    expect(posts()).toBe(0);
  });

  test('an order’s address is taken if --map names it', async () => {
    expect(
      (await mappingOf('Name,Order email', 'Ann,a@x.org', { map: ['Order email=email'] })).accepted,
    ).toBe(1);
  });
});

describe('fields and tags', () => {
  test('of two columns for one field, the closer name gets it', async () => {
    const { mapping, ignored_columns } = await mappingOf('Email,Vorname,First name', 'a@x.org,A,B');
    expect(mapping).toEqual({ Email: 'email', 'First name': 'fields.first_name' });
    expect(ignored_columns).toEqual(['Vorname']);
  });
});

describe('--map', () => {
  test('names columns by header, loosely, or by number', async () => {
    const { loadText, people } = firstPass();
    const { summary } = await loadText(lines('Kontakt,Ort,Wer,a=b,Notiz', 'a@x.org,Oslo,Ann,Lee,x'), {
      map: ['kontakt=email', '2=fields.city', 'Wer=first_name', 'a=b=Last name', 'NOTIZ=skip'],
    });
    expect(summary.mapping).toEqual({
      Kontakt: 'email',
      Ort: 'fields.city',
      Wer: 'fields.first_name',
      'a=b': 'fields.last_name',
      Notiz: 'skip',
    });
    expect((await people())[0]?.fields).toEqual({ city: 'Oslo', first_name: 'Ann', last_name: 'Lee' });
  });

  test('several columns can be tags', async () => {
    const { loadText, people } = firstPass();
    await loadText(lines('Email,Segment,Groups', 'a@x.org,vip;x,y'), {
      map: ['Segment=tags', 'Groups=tags'],
    });
    expect((await people())[0]?.tags.toSorted()).toEqual(['vip', 'x', 'y']);
  });

  test.each([
    ['City', /is not <column>=<target>/],
    ['=email', /is not <column>=<target>/],
    ['City=', /is not <column>=<target>/],
    ['Town=city', /no column "Town"/],
    ['9=city', /no column "9"/],
    ['0=city', /no column "0"/],
    ['City=fields.town', /unknown target "fields.town"/],
    ['City=email', /more than one column as email/],
  ])('%j is refused', async (instruction, words) => {
    const { loadText, posts } = await account();
    const map = [instruction, ...(instruction === 'City=email' ? ['Email=email'] : [])];
    const failure = await failureOf(loadText(lines('Email,City', 'a@x.org,Oslo'), { map }));
    expect(failure).toMatchObject({ code: 'invalid_value', exit: 2, message: expect.stringMatching(words) });
    expect(posts()).toBe(0);
  });

  test('two columns of the same name are told apart by number', async () => {
    const { loadText, emails } = firstPass();
    const text = lines('Email,Email', 'old@x.org,new@x.org');
    expect((await failureOf(loadText(text, { map: ['Email=email'] }))).code).toBe('invalid_value');
    await loadText(text, { map: ['2=email'] });
    expect(await emails()).toEqual(['new@x.org']);
  });
});

describe('ignored columns', () => {
  const text = lines(
    'Email,Shoe size,Postcode,Since,Member,Motto,Empty,Phone',
    'a@x.org,41,01067,2024-05-31,yes,Go,,+4930123',
    'b@x.org,"38.5",,2023-01-01,no,1,,',
  );

  test('are named', async () => {
    const { loadText } = firstPass();
    const { summary, said } = await loadText(text);
    expect(summary.ignored_columns).toEqual([
      'Shoe size',
      'Postcode',
      'Since',
      'Member',
      'Motto',
      'Empty',
      'Phone',
    ]);
    expect(said).toContain('not used: Shoe size (41 1, 38.5 1), Postcode (01067 1, empty 1), Since');
  });

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
