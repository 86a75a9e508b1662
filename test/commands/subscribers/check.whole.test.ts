import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkNames } from '../../../src/subscribers/check/finding.ts';
import { type Account, account } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import type { Plain } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

/** One person for each finding. */
const people: readonly Plain[] = [
  { email: 'ann@gmial.com' },
  { email: 'jo@firm.con' },
  { email: 'jo@mailinator.com' },
  { email: 'annlee@gmail.com' },
  { email: 'Ann.Lee+x@googlemail.com' },
  { email: 'info@firm.de' },
  { email: 'old@firm.de', fields: { age: 41 } },
  { email: 'odd@firm.de' },
  { email: 'bo@firm.de', fields: { shoe: '43' }, tags: ["Bo's own tag"] },
  { email: 'cy@firm.de', fields: { age: 40 } },
];

/** The sandbox takes no invalid addresses or values; they stand in the file of its data. */
async function unhealthy(): Promise<Account> {
  const dataFile = join(temporaryFolder(), 'sandbox.json');
  const before = await account({ dataFile });
  for (const [name, kind] of [
    ['Age', 'number'],
    ['Shoe', 'text'],
    ['Never', 'text'],
  ])
    await before.call('POST', '/v1/fields', { name, kind });
  for (const person of people) await before.call('POST', '/v1/subscribers', person);
  await before.sandbox.close();
  const data = readFileSync(dataFile, 'utf8');
  writeFileSync(
    dataFile,
    data.replace(/("age": ?)41/, '$1"forty"').replaceAll('odd@firm.de', 'odd,@firm.de'),
  );
  return await account({ dataFile });
}

type Finding = Plain & {
  readonly code: string;
  readonly count: number;
  readonly examples: readonly string[];
  readonly fix: string | null;
};

const findingsOf = async ({ json }: Account, more = '') =>
  (await json(`subscribers check${more}`)) as readonly Finding[];

/** By id, what a fix may change. */
async function values({ all }: Account): Promise<Map<string, Plain>> {
  const everybody = await all('/v1/subscribers');
  return new Map(everybody.map(({ id, email, tags, fields }) => [String(id), { email, tags, fields }]));
}

describe('findings', () => {
  it('when a list has something of everything, then each is counted, with its people', async () => {
    const here = await unhealthy();
    const found = await findingsOf(here);
    const of = (name: string) => found.find(({ code }) => code === name);
    const lines = found.map(({ code, count, examples }) => `${code} ${count}: ${examples[0]}`);
    expect(lines).toEqual(
      expect.arrayContaining([
        'misspelt 1: ann@gmial.com (ann@gmail.com?)',
        'no_domain 1: jo@firm.con (jo@firm.com?)',
        'disposable 1: jo@mailinator.com',
        'duplicate 1: Ann.Lee+x@googlemail.com (the same mailbox as annlee@gmail.com)',
        'role 1: info@firm.de',
        'misfit 1: old@firm.de (age "forty")',
        expect.stringMatching(/^example 3: /),
        expect.stringMatching(/^never_emailed \d+: /),
        expect.stringMatching(/^invalid 1: odd,@firm\.de \(/),
      ]),
    );
    expect([of('misspelt')?.severity, of('example')?.severity]).toEqual(['error', 'info']);
    expect(of('unused_field')?.examples).toContain('never');
    expect(of('single_field')?.examples).toContain('shoe');
    expect(of('single_tag')?.fix).toContain("--remove-tag='Bo'\\''s own tag'");
    expect(here.writes()).toBe(0);
  });
});

it('each printed command takes away its finding alone, and undo restores it', async () => {
  const here = await unhealthy();
  await here.call('POST', '/v1/groups', {
    name: 'Nobody',
    filters: [{ field: 'tags', operator: 'equals', value: 'Forgotten' }],
  });
  const home = temporaryFolder();
  const { env } = here;
  const findings = async () => {
    const { stdout } = await here.run('subscribers check -o json', { env });
    return JSON.parse(stdout) as readonly Finding[];
  };
  const account = async () => ({ people: await values(here), fields: await here.all('/v1/fields') });
  const found = await findings();
  // Of every kind there is one; the service deletes neither fields nor tags.
  expect(found.map(({ code }) => code)).toEqual(checkNames);
  expect(found.filter(({ fix }) => fix === null).map(({ code }) => code)).toEqual([
    'unused_field',
    'unused_tag',
  ]);
  for (const { code: finding, fix } of found) {
    if (fix === null) continue;
    const before = await account();
    const shown = `subscribers check --show ${finding} -o json`;
    const listed = JSON.parse((await here.run(shown, { env })).stdout) as readonly Plain[];
    // As it is printed it changes nobody: whoever runs it sees first how many it is about.
    if (fix.includes('subscribers update'))
      expect(await shell(fix, { home, env })).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(
          /\d+ to change[\s\S]*if a person agrees: newsletter subscribers update .* --yes/,
        ),
      });
    expect(await shell(`${fix} --yes`, { home, env }), fix).toMatchObject({ status: 0 });
    const after = await account();
    const changed = [...after.people].filter(
      ([id, now]) => JSON.stringify(now) !== JSON.stringify(before.people.get(id)),
    );
    expect(changed.map(([id]) => id).sort(), fix).toEqual(listed.map(({ id }) => String(id)).sort());
    for (const [id, now] of changed.filter(() => !finding.startsWith('single_'))) {
      const was = before.people.get(id);
      const { suggestion } = listed.find(each => each.id === id) ?? {};
      const tags = [...((was?.tags ?? []) as string[]), `check:${finding}`];
      expect(now).toEqual(finding === 'misspelt' ? { ...was, email: suggestion } : { ...was, tags });
    }
    const left = await findings();
    const others = (all: readonly Finding[]) =>
      Object.fromEntries(all.filter(one => one.code !== finding).map(one => [one.code, one.count]));
    expect(left.map(each => each.code)).not.toContain(finding);
    // A field or tag that one person had is one that nobody has.
    if (!finding.startsWith('single_')) expect(others(left), fix).toEqual(others(found));
    expect(after.fields).toEqual(before.fields);
    const [{ run = '' } = {}] = (await here.json('undo', { home })) as { run?: string }[];
    expect(await here.run(`undo ${run} --yes`, { home }), fix).toMatchObject({ status: 0 });
    expect(await account()).toEqual(before);
  }
});

it('tags of one person that no group asks for go by one command', async () => {
  const here = await account();
  const asked = [
    { field: 'tags', operator: 'not_contains', value: 'solo' },
    { field: 'fields.birthday', operator: 'exists', value: null },
  ];
  for (const filter of asked)
    await here.call('POST', '/v1/groups', { name: filter.field, filters: [filter] });
  await here.call('POST', '/v1/subscribers', { email: 'solo@firm.de', tags: ['Solo artist'] });
  for (let at = 0; at < 25; at++)
    await here.call('POST', '/v1/subscribers', { email: `p${at}@firm.de`, tags: ['all', `-own ${at}`] });
  const groups = async () =>
    (await here.all('/v1/groups')).map(({ name, subscribers_count }) => [name, subscribers_count]);
  const before = await groups();
  for (const name of ['single_tag', 'single_field']) {
    const found = (await findingsOf(here)).find(({ code }) => code === name);
    expect(found?.examples.join() ?? '').not.toMatch(/Solo|night trains|birthday/);
    if (found !== undefined)
      expect(await shell(`${found.fix} --yes`, { env: here.env })).toMatchObject({ status: 0 });
  }
  expect((await findingsOf(here)).map(({ code }) => code)).not.toContain('single_tag');
  expect(await groups()).toEqual(before);
});

it('when somebody has the right address already, then the misspelt one is a duplicate', async () => {
  const here = await unhealthy();
  for (const email of ['annlee@gmial.com', 'zoe@hotmial.com', 'zoe@hotmai.com', 'Zoe@hotmial.com'])
    await here.call('POST', '/v1/subscribers', { email });
  const found = new Map((await findingsOf(here)).map(({ code, ...rest }) => [code, rest]));
  expect(found.get('misspelt')?.examples).toContain('zoe@hotmial.com (zoe@hotmail.com?)');
  expect(found.get('duplicate')?.examples).toEqual(
    expect.arrayContaining([
      'annlee@gmial.com (probably the same person as annlee@gmail.com)',
      'zoe@hotmai.com (probably the same person as zoe@hotmail.com)',
    ]),
  );
  expect(found.get('misspelt')?.count).toBe(2);
});

it('misspelt people in a file are corrected from it', async () => {
  const here = await unhealthy();
  const home = temporaryFolder();
  const listed = await here.run('subscribers check --show misspelt -o csv');
  writeFileSync(join(home, 'misspelt.csv'), listed.stdout);
  const update = 'newsletter subscribers update --from misspelt.csv --email-column suggestion';
  expect(await shell(update, { home, cwd: home, env: here.env })).toMatchObject({ status: 2 });
  expect(await shell(`${update} --yes`, { home, cwd: home, env: here.env })).toMatchObject({ status: 0 });
  expect((await findingsOf(here)).map(({ code }) => code)).not.toContain('misspelt');
});

it('when a misspelt address is right as it is, then its tag leaves it out', async () => {
  const here = await unhealthy();
  await here.run('subscribers update ann@gmial.com --add-tag check:misspelt');
  expect((await findingsOf(here)).map(({ code }) => code)).not.toContain('misspelt');
  expect((await here.run('subscribers check')).stderr).toContain('tagged by earlier checks, not counted: 1');
});

describe('--fail-if', () => {
  it.each([
    ['misspelt>0', 8],
    ['misspelt>50%', 0],
    ['mispelt>0', 2],
  ])('when it is %s, then the exit status is %i', async (condition, status) => {
    const here = await unhealthy();
    const ended = await here.run(['subscribers', 'check', '--fail-if', condition]);
    expect(ended.status, ended.stderr).toBe(status);
    if (status === 8) expect(ended.stderr).toContain(`${condition} is true`);
  });
});

describe('a group', () => {
  it.each([['--group Everyone --fail-if single_tag>0'], ['--group Everyone --show unused_field']])(
    'when it is %s, then that is a usage error',
    async line => {
      const here = await account();
      expect((await here.run(`subscribers check ${line}`)).status).toBe(2);
    },
  );
});
