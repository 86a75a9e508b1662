import { describe, expect, it } from 'vitest';
import { type OutputFormat, outputFormats } from '../../src/lib/output-formats.ts';
import { account, wordsOf } from '../support/account.ts';
import { newsletter } from '../support/program.ts';
import { json, service } from '../support/service.ts';

async function ann() {
  const here = await account({ subscribers: 0 });
  const fields = { city: 'Rome', first_name: 'Ann "A", \tthe 1st' };
  await here.call('POST', '/v1/subscribers', { email: 'ann@example.org', fields, tags: ['x', 'y'] });
  return here;
}

const chosen = '--fields email,fields.first_name,tags';

it.each([
  ['tsv', 'ann@example.org\tAnn "A", \\tthe 1st\tx,y\n'],
  ['csv', 'email,fields.first_name,tags\nann@example.org,"Ann ""A"", \tthe 1st","x,y"\n'],
  ['ndjson', '{"email":"ann@example.org","fields.first_name":"Ann \\"A\\", \\tthe 1st","tags":["x","y"]}\n'],
  ['yaml', expect.stringMatching(/^- email: ann@example.org\n {2}fields.first_name: .*\n {2}tags:\n/)],
  ['json', expect.stringMatching(/^\[\n {2}\{\n {4}"email": "ann@example.org",/)],
  ['table', expect.stringMatching(/^email +fields\.first_name +tags\nann@example\.org +Ann "A"/)],
])('a list as %s', async (format, text) => {
  const { run } = await ann();
  const line = `subscribers list ${chosen}`;
  expect(await run(`${line} -o ${format}`)).toEqual({ status: 0, stdout: text, stderr: '' });
  expect((await run(line, { env: { NEWSLETTER_OUTPUT: format } })).stdout).toEqual(text);
});

it.each(outputFormats)('one record as %s comes alone', async format => {
  const { run } = await ann();
  const { status, stdout } = await run(`subscribers get ann@example.org --fields email -o ${format}`);
  const alone: Readonly<Record<OutputFormat, string>> = {
    table: 'email  ann@example.org\n',
    tsv: 'ann@example.org\n',
    json: '{\n  "email": "ann@example.org"\n}\n',
    ndjson: '{"email":"ann@example.org"}\n',
    csv: 'email\nann@example.org\n',
    yaml: 'email: ann@example.org\n',
  };
  expect({ status, stdout }).toEqual({ status: 0, stdout: alone[format] });
});

it('a single record in a pipe is one field a line, name and value', async () => {
  const { run } = await ann();
  const { stdout } = await run(`subscribers get ann@example.org ${chosen}`);
  expect(stdout).toBe('email\tann@example.org\nfields.first_name\tAnn "A", \\tthe 1st\ntags\tx,y\n');
  const whole = await run('subscribers get ann@example.org');
  expect(whole.stdout).toMatch(/^id\t.*\nemail\tann@example.org\n[\s\S]*\nfields.city\tRome\n/);
});

describe('--json', () => {
  it.each([
    ['groups get --json Everyone', { name: 'Everyone', filters: [] }],
    ['--json groups get Everyone', { name: 'Everyone', filters: [] }],
    ['groups --json get Everyone', { name: 'Everyone', filters: [] }],
    ['groups get Everyone --json=name', { name: 'Everyone' }],
    ['groups get --json=name Everyone', { name: 'Everyone' }],
    ['groups get Everyone --json --fields name', { name: 'Everyone' }],
    ['whoami --json=profile,account_slug', { profile: null, account_slug: 'slow-carriage' }],
  ])('"%s" swallows no argument', async (line, wanted) => {
    const { run } = await account();
    expect(JSON.parse((await run(line)).stdout)).toMatchObject(wanted);
  });

  it.each([
    ['import --json data.csv', 'data.csv'],
    ['emails push --json body.md', 'body.md'],
  ])('in "%s", the word behind --json is the file', async (line, file) => {
    const { run } = await account();
    expect(await run(line)).toMatchObject({ stdout: '', stderr: expect.stringContaining(file) });
  });

  it('--json with another format is a usage error', async () => {
    const { run } = await account();
    expect((await run('groups list --json=name -o csv')).status).toBe(2);
  });
});

describe('a field that a command cannot print', () => {
  it.each([
    ['groups list --fields nmae', 'did you mean name?'],
    ['groups list --fields name,shoe', 'subscribers_count'],
    ['groups get Everyone --json=name,shoe', 'subscribers_count'],
    ['subscribers list --fields emial', 'did you mean email?'],
    ['subscribers list --fields email.first', 'email'],
    ['account get --fields adress', 'status'],
    ['subscribers list --fields opens', 'newsletter emails stats'],
    ['emails stats --fields open_rate', 'newsletter emails stats'],
    ['config list --fields vlaue', 'did you mean value?'],
    ['whoami --fields slug', 'account_slug'],
    ['tags create --name Readers --dry-run --fields id', 'method, url'],
    ['subscribers update --all --add-tag x --dry-run --fields id,email', 'changes, not_shown'],
  ])('"%s" is an error, and prints nothing', async (line, told) => {
    const { run } = await ann();
    const { status, stdout, stderr } = await run(`${line} -o json`);
    expect([status, stdout]).toEqual([2, '']);
    const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as {
      error: { code: string; hint: string; details: string[] };
    };
    expect(error.code).toBe('unknown_field');
    expect([error.hint, ...error.details].join(' ')).toContain(told);
  });

  it('--fields is refused by a command that prints no records', async () => {
    const { run } = await account();
    expect(await run('completion bash --fields name')).toMatchObject({ status: 2, stdout: '' });
  });

  it.each(['nmae', 'shoe'])('a write that would have to print %s sends nothing', async field => {
    const { run, requests } = await account();
    const before = requests();
    expect((await run(`tags create --name Readers --json=name,${field}`)).status).toBe(2);
    expect(requests()).toBe(before);
  });
});

describe('a field that the service sends beyond the contract', () => {
  const meta = { current_page: 1, per_page: 2, total: 2, last_page: 1 };
  const group = { id: '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f', name: 'Everyone' };
  const asked = async (fields: string, data: readonly object[]) => {
    const here = await service(json({ data, meta: { ...meta, total: data.length } }));
    const env = { NEWSLETTER_BASE_URL: here.url, NEWSLETTER_API_KEY: 'key' };
    return await newsletter(['groups', 'list', '--fields', fields], { env });
  };

  it('a field that only one of the records has can be chosen', async () => {
    expect(await asked('name,mood', [group, { ...group, mood: 'good' }])).toMatchObject({
      status: 0,
      stdout: 'Everyone\t\nEveryone\tgood\n',
    });
  });

  it('in an empty list, only misspelt fields are refused', async () => {
    expect(await asked('name,mood', [])).toMatchObject({ status: 0, stdout: '' });
    expect(await asked('nmae', [])).toMatchObject({ status: 2, stderr: expect.stringContaining('name?') });
  });
});

it.each([
  ['-o csv', ', not with csv'],
  ['-o tsv', ', not with tsv'],
  ['-o table', ', not with table'],
  ['', ''],
])('--envelope with "%s" is a usage error', async (format, instead) => {
  const { run } = await account();
  expect(await run(`groups list --envelope ${format}`.trim())).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(
      `error: --envelope requires JSON or YAML${instead}\nhint: use --envelope --json\n`,
    ),
  });
});

it.each([
  ['csv', 'id,name,brand_new.deep,brand_new.n\n1,a,"1,2",\n'],
  ['ndjson', '{"id":"1","name":"a","brand_new":{"deep":[1,2],"n":null}}\n'],
  ['json', expect.stringMatching(/"brand_new": \{\s+"deep": \[\s*1,\s*2\s*\],\s+"n": null/)],
  ['yaml', '- id: "1"\n  name: a\n  brand_new:\n    deep:\n      - 1\n      - 2\n    "n": null\n'],
])('undocumented fields of a record are in %s, too', async (format, text) => {
  const data = [{ id: '1', name: 'a', brand_new: { deep: [1, 2], n: null } }];
  const { url } = await service(
    json({ data, meta: { current_page: 1, per_page: 1, total: 1, last_page: 1 } }),
  );
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  expect(await newsletter(wordsOf(`groups list -o ${format}`), { env })).toEqual({
    status: 0,
    stdout: text,
    stderr: '',
  });
});
