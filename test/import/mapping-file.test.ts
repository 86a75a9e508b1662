import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { account, lines } from './account.ts';

const january = lines('Adresse,Firma,Seit,Zustand', 'a@x.org,Berg,1/2/2024,ok', 'b@x.org,Tal,3/4/2024,weg');
const answered = [
  ...['--map', 'Firma=new:Company:text', '--map', 'Seit=fields.member_since'],
  ...['--date-format', 'Seit=DMY', '--opt-out-value', 'Zustand=weg', '--risky', 'keep'],
];

describe('a mapping file', () => {
  test('a mapping file imports the next file of its kind in the same way', async () => {
    const { write, run, people, at } = await account();
    write('january.csv', january);
    write(
      'february.csv',
      lines('Zustand,Seit,Adresse,Firma', 'weg,5/6/2024,c@x.org,Fels', ',7/8/2024,d@x.org,Bach'),
    );
    await run(['import', 'january.csv', ...answered, '--save-mapping', 'map.json']);
    expect(JSON.parse(readFileSync(at('map.json'), 'utf8'))).toEqual({
      columns: { Adresse: 'email', Firma: 'new:Company:text', Seit: 'fields.member_since' },
      map: ['Firma=new:Company:text', 'Seit=fields.member_since'],
      opt_out_value: ['Zustand=weg'],
      date_format: ['Seit=DMY'],
      risky: ['keep'],
    });
    const ended = await run(['import', 'february.csv', '--mapping', 'map.json', '--json']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 2, accepted: 1, suppressed: 1, created: 1 });
    expect(await people()).toEqual([
      { email: 'a@x.org', fields: { company: 'Berg', member_since: '2024-02-01' }, tags: [] },
      { email: 'd@x.org', fields: { company: 'Bach', member_since: '2024-08-07' }, tags: [] },
    ]);
  });

  test('columns that a mapping file does not have are found as usual', async () => {
    const { write, run, people } = await account();
    write('january.csv', january);
    write('other.csv', lines('Email,City,Status', 'e@x.org,Oslo,active', 'f@x.org,Rome,unsubscribed'));
    await run(['import', 'january.csv', ...answered, '--dry-run', '--save-mapping', 'map.json']);
    const ended = await run(['import', 'other.csv', '--mapping', 'map.json']);
    expect(ended.status).toBe(0);
    expect(await people()).toEqual([{ email: 'e@x.org', fields: { city: 'Oslo' }, tags: [] }]);
  });

  test('people in a list of --suppress stay left out with the mapping file, wherever that is', async () => {
    const { write, run, emails, at } = await account();
    write('january.csv', lines('Email', 'a@x.org', 'b@x.org'));
    write('february.csv', lines('Email', 'b@x.org', 'c@x.org'));
    write('no.txt', 'b@x.org');
    mkdirSync(at('kept'));
    const ended = await run([
      'import',
      'january.csv',
      '--suppress',
      'no.txt',
      '--save-mapping',
      'kept/map.json',
    ]);
    expect(ended.status).toBe(0);
    expect(JSON.parse(readFileSync(at('kept/map.json'), 'utf8'))).toMatchObject({ suppress: ['../no.txt'] });
    await run(['import', 'february.csv', '--mapping', 'kept/map.json']);
    expect(await emails()).toEqual(['a@x.org', 'c@x.org']);
    rmSync(at('no.txt'));
    write('march.csv', lines('Email', 'b@x.org', 'd@x.org'));
    const refused = await run(['import', 'march.csv', '--mapping', 'kept/map.json']);
    expect([refused.status, await emails()]).toEqual([2, ['a@x.org', 'c@x.org']]);
    expect(refused.stderr).toContain('no.txt');
  });

  test('--map overrides a mapping file', async () => {
    const { write, run, people } = await account();
    write('people.csv', lines('Email,Town', 'a@x.org,Oslo'));
    await run(['import', 'people.csv', '--map', 'Town=tags', '--dry-run', '--save-mapping', 'map.json']);
    await run(['import', 'people.csv', '--mapping', 'map.json', '--map', 'Town=fields.city']);
    expect((await people())[0]?.fields).toEqual({ city: 'Oslo' });
  });

  test('--save-mapping overwrites no other file', async () => {
    const { write, run, posts, at } = await account();
    write('people.csv', lines('Email', 'a@x.org'));
    writeFileSync(at('map.json'), '{"name": "my project"}');
    const ended = await run(['import', 'people.csv', '--save-mapping', 'map.json']);
    expect([ended.status, posts()]).toEqual([2, 0]);
    expect(ended.stderr).toContain('map.json exists and is not a mapping file');
  });

  test.each([
    ['{', 'map.json is not a mapping file'],
    ['{"map": {}}', 'map.json is not a mapping file'],
    ['{"columns": {"A": 1}}', '"columns" is invalid in a mapping file'],
    ['{"columns": {}, "map": "A=email"}', '"map" is invalid in a mapping file'],
  ])('a mapping file that holds %s is refused', async (text, message) => {
    const { write, run, posts } = await account();
    write('people.csv', lines('Email', 'a@x.org'));
    write('map.json', text);
    const ended = await run(['import', 'people.csv', '--mapping', 'map.json']);
    expect([ended.status, posts()]).toEqual([2, 0]);
    expect(ended.stderr).toContain(message);
  });
});

describe('a command that would fill the screen', () => {
  const columns = Array.from({ length: 40 }, (_, i) => `A column with a rather long name number ${i}`);
  const text = lines(
    ['Email', ...columns].join(','),
    ['a@x.org', ...columns.map(() => 'x')].join(','),
    'bad',
  );
  const maps = columns.flatMap(name => ['--map', `${name}=tags`]);

  test.each([
    ['after a dry run', ['--dry-run'], 'To import into The Slow Carriage (slow-carriage)', 'people.csv'],
    ['of a rejects file', [], 'To import them', 'people.csv.rejects.csv'],
  ])('%s goes by way of a mapping file', async (_, flags, label, next) => {
    const { write, run, people } = await account();
    write('people.csv', text);
    const { stderr } = await run(['import', 'people.csv', ...maps, '--tag', 'y', ...flags]);
    const use = `newsletter import ${next} --tag y --mapping mapping.json`;
    const first = 'run the same command with --dry-run --save-mapping mapping.json first';
    expect(stderr.replace(/\s+/g, ' ')).toContain(`${label}: ${first}, then ${use}`);
    await run(['import', 'people.csv', ...maps, '--dry-run', '--save-mapping', 'mapping.json']);
    write(next, text.replace('a@x.org', 'b@x.org'));
    await run(['import', next, '--tag', 'y', '--mapping', 'mapping.json']);
    expect((await people()).at(-1)).toMatchObject({ email: 'b@x.org', tags: ['y', 'x'] });
  });
});

describe('a new field', () => {
  test('a field that --map names is created once', async () => {
    const { write, run, people, all } = await account();
    write('people.csv', lines('Email,Score', 'a@x.org,3'));
    for (let n = 0; n < 2; n++) await run(['import', 'people.csv', '--map', 'Score=new:Points:number']);
    expect((await people())[0]?.fields).toEqual({ points: 3 });
    const fields = await all('/v1/fields');
    expect(fields.filter(({ name }) => name === 'Points')).toEqual([
      expect.objectContaining({ kind: 'number' }),
    ]);
  });

  test.each([
    ['Score=new:City:number', 'the account already has a field "City" (text)'],
    ['Score=new:', 'the new field has no name'],
  ])('a field of --map %s is refused', async (map, message) => {
    const { write, run, posts } = await account();
    write('people.csv', lines('Email,Score', 'a@x.org,3'));
    const ended = await run(['import', 'people.csv', '--map', map]);
    expect([ended.status, posts()]).toEqual([2, 0]);
    expect(ended.stderr).toContain(message);
  });
});
