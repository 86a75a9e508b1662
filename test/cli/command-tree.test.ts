import { afterAll, describe, expect, it } from 'vitest';
import { commanderOptions } from '../../src/app/commander.ts';
import { globalOptions } from '../../src/cli/options/global-options.ts';
import { newsletter } from '../support/program.ts';
import { commands, tree } from '../support/tree.ts';

/** The shape that docs/scripting.md documents, typed a second time. */
interface DocumentedOption {
  long: string;
  short: string | null;
  value: string | null;
  value_required: boolean;
  type: 'boolean' | 'string' | 'number' | 'enumeration';
  values: string[] | null;
  repeatable: boolean;
  negatable: boolean;
  default: string | number | null;
  group: string;
  description: string;
}
interface DocumentedCommand {
  path: string[];
  aliases: string[][];
  summary: string;
  description: string;
  usage: string;
  arguments: {
    name: string;
    description: string;
    required: boolean;
    variadic: boolean;
    values: string[] | null;
  }[];
  options: DocumentedOption[];
  runs: boolean;
  repeat: 'read' | 'upsert' | 'once' | 'by-method' | null;
  writes: boolean;
  changes_this_machine: boolean;
  authorizes: boolean;
  requests: { name: string; method: string; path: string; repeat: string }[];
  passes_exit_code: boolean;
  exit_codes: { exit: number; meaning: string; codes: string[] }[];
  examples: { description: string; command: string }[];
}
interface Documented {
  name: string;
  version: string;
  description: string;
  global_options: DocumentedOption[];
  commands: DocumentedCommand[];
  topics: { name: string; summary: string }[];
  exit_codes: { exit: number; meaning: string }[];
  errors: { code: string; exit: number; meaning: string; hint: string | null }[];
}

const { stdout } = await newsletter(['commands', '--json'], { cleanup: afterAll });
const printed = JSON.parse(stdout) as Documented;
const command = (name: string) => {
  const found = printed.commands.find(({ path }) => path.join(' ') === name);
  if (found === undefined) throw new Error(`no command ${name}`);
  return found;
};
const option = (name: string, long: string) => command(name).options.find(each => each.long === long);

it('when an option has a name for the code, then it is the one that Commander gives it', () => {
  const all = [...commands, { name: 'newsletter', spec: { options: globalOptions } }];
  const wrong = all.flatMap(({ name, spec }) =>
    Object.entries(spec.options).flatMap(([key, option]) =>
      commanderOptions(option)
        .filter(each => each.attributeName() !== key)
        .map(each => `${name}: ${key} is ${each.flags}`),
    ),
  );
  expect(wrong).toEqual([]);
});

describe('the command tree as data', () => {
  it('when it is printed, then it holds every command, and no key more or less than documented', () => {
    expect(printed.commands.map(({ path }) => path)).toEqual(tree.map(({ path }) => path));
    expect(Object.keys(printed).sort()).toEqual(
      [
        'commands',
        'description',
        'errors',
        'exit_codes',
        'global_options',
        'name',
        'topics',
        'version',
      ].sort(),
    );
    const options = [...printed.global_options, ...printed.commands.flatMap(each => each.options)];
    const text = expect.any(String);
    const flag = expect.any(Boolean);
    const orNull = (value: unknown, type: string) => value === null || typeof value === type;
    for (const each of options) {
      expect(each).toStrictEqual({
        ...{ long: expect.stringMatching(/^--[a-z]/), short: each.short, value: each.value },
        ...{ value_required: flag, type: expect.stringMatching(/^(boolean|string|number|enumeration)$/) },
        ...{ values: each.values, repeatable: flag, negatable: flag, default: each.default },
        ...{ group: text, description: text },
      });
      expect([orNull(each.short, 'string'), orNull(each.value, 'string')]).toEqual([true, true]);
      expect(each.type === 'enumeration').toBe(Array.isArray(each.values) && each.values.length > 1);
      expect(each.type === 'boolean').toBe(each.value === null);
    }
    for (const each of printed.commands) {
      expect(each).toStrictEqual({
        ...{
          path: expect.any(Array),
          aliases: expect.any(Array),
          summary: text,
          description: text,
          usage: text,
          runs: flag,
        },
        ...{ arguments: expect.any(Array), options: expect.any(Array), examples: expect.any(Array) },
        repeat: each.runs ? (each.repeat ?? null) : null,
        ...{ writes: flag, changes_this_machine: flag, authorizes: flag, passes_exit_code: flag },
        ...{ requests: expect.any(Array), exit_codes: expect.any(Array) },
      });
      expect(each.exit_codes.length > 0).toBe(each.runs);
    }
  });

  it('when a command writes, then it is said, with how it may be repeated', () => {
    const writing = Object.fromEntries(
      printed.commands.filter(({ writes }) => writes).map(({ path, repeat }) => [path.join(' '), repeat]),
    );
    expect(writing).toMatchObject({
      // Fields that --create-fields has created are found again.
      import: 'upsert',
      'subscribers create': 'upsert',
      'subscribers update': 'upsert',
      'groups create': 'once',
      'fields create': 'once',
      'fields update': 'upsert',
      'tags create': 'once',
      'tags update': 'upsert',
      'emails update': 'upsert',
      'emails send': 'once',
      'emails push': 'once',
      'account update': 'upsert',
    });
    const reading = ['subscribers list', 'subscribers diff', 'emails stats', 'tags list', 'whoami'];
    for (const name of reading) expect(command(name)).toMatchObject({ repeat: 'read', writes: false });
    for (const name of ['config set', 'profiles use', 'login', 'logout', 'sandbox']) {
      expect(command(name)).toMatchObject({ writes: false, changes_this_machine: true });
    }
    expect(command('config path')).toMatchObject({ repeat: null, changes_this_machine: false });
    expect(command('groups create').requests).toEqual([
      { name: 'listGroups', method: 'GET', path: '/v1/groups', repeat: 'read' },
      { name: 'listSubscribers', method: 'GET', path: '/v1/subscribers', repeat: 'read' },
      { name: 'listFields', method: 'GET', path: '/v1/fields', repeat: 'read' },
      { name: 'createGroup', method: 'POST', path: '/v1/groups', repeat: 'once' },
      { name: 'getAccount', method: 'GET', path: '/v1/account', repeat: 'read' },
    ]);
  });

  it('when an option takes something, then it is said what', () => {
    expect(option('fields create', '--kind')).toMatchObject({
      type: 'enumeration',
      values: ['text', 'number', 'date', 'boolean'],
    });
    expect(option('import', '--batch-size')).toMatchObject({
      type: 'number',
      default: 5000,
      group: 'Sending',
    });
    expect(option('import', '--tag')).toMatchObject({ type: 'string', repeatable: true, value: 'name' });
    expect(option('import', '--tag-id')).toMatchObject({ type: 'string', repeatable: true });
    expect(option('emails update', '--like-enabled')).toMatchObject({ type: 'boolean', negatable: true });
    expect(option('emails update', '--no-like-enabled')).toBeUndefined();
    expect(option('login', '--no-browser')).toMatchObject({ type: 'boolean', negatable: false });
    const global = (long: string) => printed.global_options.find(each => each.long === long);
    expect(global('--output')).toMatchObject({ short: '-o', type: 'enumeration' });
    expect(global('--timeout')).toMatchObject({ type: 'number', default: 30 });
    expect(global('--json')).toMatchObject({ type: 'boolean', value: null, value_required: false });
  });

  it('when a command may end in several ways, then each has its status and the codes of the errors', () => {
    const exits = Object.fromEntries(
      command('emails send').exit_codes.map(({ exit, codes }) => [exit, codes]),
    );
    expect(exits).toMatchObject({
      0: [],
      3: expect.arrayContaining(['not_signed_in', 'wrong_account']),
      5: ['refused', 'too_large', 'not_sendable', 'changed_since_approval', 'declined'],
      9: expect.arrayContaining(['outcome_unknown']),
      130: ['interrupted'],
    });
    expect(command('sandbox exec').passes_exit_code).toBe(true);
    expect(command('groups get').exit_codes.map(({ exit }) => exit)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 130,
    ]);
  });
});

describe('the command tree for people', () => {
  it('when it goes to a terminal, then it is an outline that fits', async () => {
    const { stdout: outline } = await newsletter(['commands', '-o', 'table']);
    expect(outline).toMatch(
      /^ {2}groups +\S.*\n {4}list +List the groups\.\n {4}get <group> +Show one group\./m,
    );
    for (const line of outline.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it('when it goes to a pipe, then each command is a line', async () => {
    const { stdout: lines } = await newsletter(['commands']);
    expect(lines.trimEnd().split('\n')).toHaveLength(printed.commands.length);
    expect(lines).toContain('\nemails send\tonce\ttrue\t');
  });
});
