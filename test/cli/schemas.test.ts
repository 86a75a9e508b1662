/** What `commands <command> --schema` promises: what the command really prints as JSON fits it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outputSchema } from '../../src/cli/command-tree-json.ts';
import { account, draft } from '../support/account.ts';
import { lines, obliging } from '../support/every-command.ts';
import { facing } from '../support/facing.ts';
import { temporaryFolder } from '../support/home.ts';
import { misfits } from '../support/json-schema.ts';
import { commands } from '../support/tree.ts';

/** Commands that ask no service, and print JSON. */
const local: Readonly<Record<string, readonly string[]>> = {
  'config list': [],
  'config path': [],
  'config get': ['timeout'],
  'config set': ['timeout', '60'],
  'config unset': ['timeout'],
  commands: [],
};

/** Tried below. */
const needsPeople = ['groups members'];
/** Prints what the service sends; needs a setting, with which `open.test.ts` tries it. */
const without = new Set(['api', 'open', ...needsPeople]);

const tried = commands.filter(
  ({ name, spec }) =>
    spec.output !== 'text' && !without.has(name) && (lines[name] ?? local[name]) !== undefined,
);

it.each(tried)('when "$name" prints JSON, then it fits its schema', async ({ name, spec }) => {
  const words = [...name.split(' '), ...(lines[name] ?? local[name] ?? []), '-o', 'json'];
  const { stdout, stderr } = await facing(obliging(), words);
  expect(stdout, stderr).not.toBe('');
  const printed = JSON.parse(stdout) as unknown;
  expect(misfits(printed, outputSchema(name, spec))).toEqual([]);
  const prints = Array.isArray(printed) ? 'list' : 'record';
  expect(spec.prints ?? prints, `${name}: say in its record what it prints`).toBe(prints);
});

/** On an account with something of everything in it; <…> is filled in. */
const whole: Readonly<Record<string, readonly string[]>> = {
  'account get': [''],
  'account update': ['--name Elsewhere', '--name Elsewhere --dry-run'],
  'agent setup': ['--yes'],
  'emails get': ['<draft>'],
  'emails list': ['--all'],
  'emails pull': ['<draft> issue.md'],
  'emails send': ['<draft> --yes'],
  'emails stats': ['', '<sent>'],
  'emails update': ['<draft> --preview Shortly'],
  'emails watch': ['<sent>'],
  'fields create': ['--name Shoe --kind number'],
  'fields list': [''],
  'fields update': ['city --name Town'],
  'groups create': ['--name Anybody --yes'],
  'groups get': ['Everyone'],
  'groups list': [''],
  'groups members': ['Members'],
  import: ['people.csv --dry-run', 'people.csv --yes'],
  'imports get': ['<import>'],
  'imports list': [''],
  'imports watch': ['<import>'],
  login: ['--api-key'],
  'profiles list': [''],
  'subscribers check': ['', '--show never_emailed'],
  'subscribers create': ['--email new@example.org --tag a'],
  'subscribers get': ['<subscriber>'],
  'subscribers growth': ['', '--by day'],
  'subscribers list': [''],
  'subscribers update': ['<subscriber> --field city=Rome'],
  sync: ['people.csv --name shop'],
  'tags create': ['--name Readers'],
  'tags list': [''],
  whoami: [''],
};

async function wholeAccount() {
  const here = await account({ subscribers: 40 });
  const first = async (path: string) => String((await here.all(path))[0]?.id);
  // The sandbox's own people are in reserved domains, which an import rejects.
  await here.call('POST', '/v1/subscribers', { email: 'known@example.net', fields: { first_name: 'Ann' } });
  const place = { home: temporaryFolder(), cwd: temporaryFolder(), stdin: here.sandbox.apiKey };
  writeFileSync(
    join(place.cwd, 'people.csv'),
    'email,First name,tags\nknown@example.net,Anna,x\nnew@example.net,Bert,"y,z"\n',
  );
  // It makes a profile.
  await here.run('config set timeout 20', place);
  const names: Readonly<Record<string, string>> = {
    '<draft>': await here.emailId(draft),
    '<sent>': String((await here.all('/v1/emails')).find(({ status }) => status === 'sent')?.id),
    '<subscriber>': await first('/v1/subscribers'),
    '<import>': await first('/v1/subscriber-imports'),
  };
  return (line: string) => here.run([...line.split(' ').map(word => names[word] ?? word), '--json'], place);
}

/** Every key must be declared, those of the service too. */
const strict = (schema: object) =>
  JSON.parse(
    JSON.stringify(schema).replaceAll('"additionalProperties":true', '"additionalProperties":false'),
  );

it.each(Object.entries(whole).flatMap(([name, lines]) => lines.map(more => [name, more] as const)))(
  'the JSON of "%s %s" has the keys of its schema, with their types, and no other',
  async (name, more) => {
    const run = await wholeAccount();
    const { status, stdout, stderr } = await run(`${name} ${more}`.trim());
    expect(status, stderr).toBe(0);
    const spec = commands.find(each => each.name === name)?.spec;
    const printed: unknown = JSON.parse(stdout);
    expect(spec && misfits(printed, strict(outputSchema(name, spec))), stdout).toEqual([]);
    // A list without records would fit any schema.
    expect(printed).not.toEqual([]);
  },
);

it('when a value has another type, then that is noticed', () => {
  const spec = commands.find(({ name }) => name === 'groups get')?.spec;
  if (spec === undefined) throw new Error('no such command');
  const schema = outputSchema('groups get', spec);
  expect(misfits([], schema)).not.toEqual([]);
  expect(misfits({ id: 7 }, schema)).toEqual(['$.id is integer, not string']);
});
