/** What `commands <command> --schema` promises: what the command really prints as JSON fits it. */
import { expect, it } from 'vitest';
import { outputSchema } from '../../src/cli/command-tree-json.ts';
import { account } from '../support/account.ts';
import { wordsIn } from '../support/declared.ts';
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

it.each([
  ['groups members', "'Night trains'"],
  ['profiles list', ''],
  ['agent setup', '--yes'],
])(
  'when "%s %s" prints JSON of a whole account, then it fits its schema',
  async (name, more, before?: string) => {
    const { run } = await account({ subscribers: 40 });
    const place = { home: temporaryFolder(), cwd: temporaryFolder() };
    if (before !== undefined) expect((await run(before, place)).status).toBe(0);
    const { stdout, stderr } = await run([...wordsIn(`${name} ${more}`), '-o', 'json'], place);
    expect(stdout, stderr).not.toBe('');
    const spec = commands.find(each => each.name === name)?.spec;
    expect(spec && misfits(JSON.parse(stdout), outputSchema(name, spec)), stdout).toEqual([]);
  },
);

it('when a value has another type, then that is noticed', () => {
  const spec = commands.find(({ name }) => name === 'groups get')?.spec;
  if (spec === undefined) throw new Error('no such command');
  const schema = outputSchema('groups get', spec);
  expect(misfits([], schema)).not.toEqual([]);
  expect(misfits({ id: 7 }, schema)).toEqual(['$.id is integer, not string']);
});
