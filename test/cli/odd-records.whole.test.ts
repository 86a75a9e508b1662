/**
 * Records that lack a field, or hold something else in it than the service's documentation says: no command breaks,
 * and none says that the program has a bug.
 */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/index.ts';
import { lines, obliging } from '../support/every-command.ts';
import { facing, lineOf } from '../support/facing.ts';
import { temporaryFolder } from '../support/home.ts';
import type { Plain } from '../support/service.ts';
import { commands } from '../support/tree.ts';

const without = (record: Plain, field: string): Plain =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
const withValue = (value: unknown) => (record: Plain, field: string) =>
  field in record ? { ...record, [field]: value } : record;

const oddities: readonly (readonly [string, (record: Plain, field: string) => Plain])[] = [
  ['is missing', without],
  ['is null', withValue(null)],
  ['is a list', withValue([1, { a: null }])],
  ['is a number', withValue(-7.5)],
  ['is a very long text', withValue('x'.repeat(200_000))],
  ['is an object', withValue({ a: { b: [] } })],
];

/** Words that no message and no table holds unless a value was taken for something that it is not. */
const nonsense =
  /\bbug\b|\bdefect\b|not iterable|not a function|\bundefined\b|\bNaN\b|\[object |TypeError|RangeError|Invalid Date|Cannot read/;

const asking = commands.filter(({ spec }) => spec.requests.some(name => name !== 'oauth'));

it('every command that asks the service has a line to try it with', () => {
  expect(
    asking
      .map(({ name }) => name)
      .filter(name => lines[name] === undefined && !['login', 'link'].includes(name)),
    'add a line with its arguments to test/support/every-command.yaml',
  ).toEqual([]);
});

const namesOf = (requests: readonly string[]) => [
  ...new Set(
    requests.flatMap(name =>
      name in endpoints ? Object.keys(endpoints[name as keyof typeof endpoints].response.fields) : [],
    ),
  ),
];

const run = (name: string, cwd: string, change: (record: Plain) => Plain, format: readonly string[]) =>
  facing(obliging(change), [...lineOf(name), ...format], { cwd });

/** They wait for a state that may never come. */
const patient = ['emails send', 'emails watch', 'imports watch'];

describe.each(asking.filter(({ name }) => lines[name] !== undefined))('$name', ({ name, spec }) => {
  it('every command works with records as documented', async () => {
    const { status, stderr } = await run(name, temporaryFolder(), record => record, []);
    // The document's group has more people than its list, which is of one.
    if (name === 'groups members') return expect(status).toBe(8);
    // The document's subscriber never becomes what was sent.
    if (name === 'import') return expect(status, stderr).toBe(8);
    if (name === 'sync') return expect(status, stderr).toBe(9);
    expect([name === 'doctor' ? 0 : status, stderr]).toEqual([0, expect.not.stringMatching(/error:/)]);
  });

  // Each field in two of the ways; which, changes from field to field.
  it.each([0, 1])('a missing or odd field (%i) is shown, or said', async turn => {
    const faults: string[] = [];
    const cwd = temporaryFolder();
    const attempt = async ([at, field]: readonly [number, string]) => {
      const [how, change] = oddities[turn === 0 ? 0 : 1 + (at % (oddities.length - 1))] ?? ['', without];
      const format = ['-o', at % 2 === 0 ? 'table' : 'json'];
      const usable = ['import', 'doctor', 'token'].includes(name) ? [] : format;
      const ended = await run(name, cwd, record => change(record, field), usable);
      const said = nonsense.exec(ended.stdout + ended.stderr)?.[0];
      if (ended.status === null || said !== undefined)
        faults.push(`${field} ${how}: ${ended.status} ${said} ${ended.stderr.slice(0, 300)}`);
    };
    const fields = [...namesOf(spec.requests).entries()];
    if (patient.includes(name)) await Promise.all(fields.map(attempt));
    else for (const field of fields) await attempt(field);
    expect(faults).toEqual([]);
  });
});
