/** What `commands <command> --schema` promises: what the command really prints as JSON fits it. */
import { expect, it } from 'vitest';
import { outputSchema } from '../../src/cli/command-tree-json.ts';
import { account } from '../support/account.ts';
import { lines, obliging } from '../support/every-command.ts';
import { facing } from '../support/facing.ts';
import { temporaryFolder } from '../support/home.ts';
import { misfits, undeclared } from '../support/json-schema.ts';
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

/** Prints what the service sends; needs a setting, with which `open.test.ts` tries it; needs people, below. */
const without = new Set(['api', 'open', 'groups members']);

const tried = commands.filter(
  ({ name, spec }) =>
    spec.output !== 'text' && !without.has(name) && (lines[name] ?? local[name]) !== undefined,
);

it.each(tried)('the schema of "$name" names every key of its JSON', async ({ name, spec }) => {
  const words = [...name.split(' '), ...(lines[name] ?? local[name] ?? []), '-o', 'json'];
  const { stdout, stderr } = await facing(obliging(), words);
  expect(stdout, stderr).not.toBe('');
  const printed = JSON.parse(stdout) as unknown;
  expect(undeclared(printed, outputSchema(name, spec))).toEqual([]);
  // A list without records would fit any schema.
  if (name !== 'emails lint') expect(printed).not.toEqual([]);
  const prints = Array.isArray(printed) ? 'list' : 'record';
  expect(spec.prints ?? prints, `${name}: say in its record what it prints`).toBe(prints);
});

it.each([
  ['groups members', 'Members'],
  ['subscribers list', '--count'],
  ['login', '--api-key'],
  ['profiles list', ''],
  ['agent setup', '--yes'],
  ['emails stats', '<sent>'],
  ['subscribers check', '--show never_emailed'],
  ['subscribers growth', '--by day'],
])('on an account with people, the JSON of "%s %s" fits its schema', async (name, more) => {
  const here = await account({ subscribers: 40 });
  const place = { home: temporaryFolder(), cwd: temporaryFolder(), stdin: here.sandbox.apiKey };
  // Nobody has emailed her yet.
  await here.call('POST', '/v1/subscribers', { email: 'new@example.net' });
  // It makes a profile.
  await here.run('config set timeout 20', place);
  const sent = (await here.all('/v1/emails')).find(({ status }) => status === 'sent')?.id;
  const line = `${name} ${more.replace('<sent>', String(sent))}`.trim();
  const { status, stdout, stderr } = await here.run(`${line} --json`, place);
  expect(status, stderr).toBe(0);
  const spec = commands.find(each => each.name === name)?.spec;
  const printed: unknown = JSON.parse(stdout);
  expect(spec && undeclared(printed, outputSchema(name, spec)), stdout).toEqual([]);
  expect(printed).not.toEqual([]);
});

it('a value of another type does not fit a schema', () => {
  const spec = commands.find(({ name }) => name === 'groups get')?.spec;
  if (spec === undefined) throw new Error('no such command');
  const schema = outputSchema('groups get', spec);
  expect(misfits([], schema)).not.toEqual([]);
  expect(misfits({ id: 7 }, schema)).toEqual(['$.id is integer, not string']);
});

it.each(['groups get nobody', 'groups get', 'import'])(
  'the error of "%s" fits the schema of errors',
  async line => {
    const here = await account({ subscribers: 1 });
    const { stdout: schema } = await here.run('commands --schema');
    const { stderr } = await here.run(`${line} --json`);
    expect(undeclared(JSON.parse(stderr), JSON.parse(schema) as object), stderr).toEqual([]);
  },
);
