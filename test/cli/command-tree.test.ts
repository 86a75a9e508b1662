/** What programs read of the commands: short, and the same wherever it is asked for. */
import { afterAll, describe, expect, it } from 'vitest';
import { commanderOptions } from '../../src/app/command-line.ts';
import { globalOptions } from '../../src/cli/option.ts';
import { newsletter } from '../support/program.ts';
import { commands, tree } from '../support/tree.ts';

interface Option {
  flags: string;
  description: string;
  type?: string;
  values?: string[];
  repeatable?: true;
  negatable?: true;
  default?: string | number;
}
interface Command {
  command: string;
  usage: string;
  description: string;
  writes: boolean;
  repeat: 'read' | 'upsert' | 'once' | 'by-method' | null;
  changes_this_machine?: true;
  options?: Option[];
  output: Record<string, string[]> | null;
  requests?: string[];
  passes_exit_code?: true;
  exit_codes: number[];
  errors?: string[];
  examples: string[];
}

const { stdout } = await newsletter(['commands', '--json'], { cleanup: afterAll });
const printed = JSON.parse(stdout) as { commands: Command[]; global_options: Option[] };
const command = (name: string) => {
  const found = printed.commands.find(each => each.command === name);
  if (found === undefined) throw new Error(`no command ${name}`);
  return found;
};
const option = (name: string, flags: string) =>
  command(name).options?.find(each => each.flags.startsWith(flags));

it('the names of options in records are those of Commander', () => {
  const all = [...commands, { name: 'newsletter', spec: { options: globalOptions } }];
  const wrong = all.flatMap(({ name, spec }) =>
    Object.entries(spec.options).flatMap(([key, each]) =>
      commanderOptions(each)
        .filter(made => made.attributeName() !== key)
        .map(made => `${name}: ${key} is ${made.flags}`),
    ),
  );
  expect(wrong).toEqual([]);
});

describe('the commands as data', () => {
  it('commands --json has every command, in at most 120 kB', () => {
    expect(printed.commands.map(each => each.command)).toEqual(commands.map(({ name }) => name));
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
    expect(stdout.length).toBeLessThan(120_000);
    for (const each of printed.commands) {
      for (const [key, value] of Object.entries(each)) {
        if (!['writes', 'repeat', 'output'].includes(key))
          expect(value, `${each.command}: ${key}`).toBeTruthy();
      }
    }
  });

  it('commands <command> --json is short', async () => {
    for (const { name } of commands) {
      const { stdout: one } = await newsletter(['commands', ...name.split(' '), '--json']);
      expect(one.length, name).toBeLessThanOrEqual(name === 'import' ? 8192 : 4096);
      const { more_options: more = [], ...short } = JSON.parse(one) as Command & { more_options?: string[] };
      const { options = [], ...rest } = command(name);
      // The rare options of the longest commands are only named.
      const shown = options.filter(({ flags }) => !more.includes(flags));
      expect(short, name).toEqual({ ...rest, ...(shown.length > 0 && { options: shown }) });
    }
  });

  it('commands "<command>" --json --all explains all options', async () => {
    const { stdout: all } = await newsletter(['commands', 'sync apply', '--json', '--all']);
    const { stdout: long } = await newsletter(['commands', 'sync', '--json', '--all']);
    expect([JSON.parse(all), JSON.parse(long)]).toEqual([command('sync apply'), command('sync')]);
  });

  it('commands --json says whether a command writes, and how it may be repeated', () => {
    const writing = Object.fromEntries(
      printed.commands.filter(({ writes }) => writes).map(each => [each.command, each.repeat]),
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
    const reading = ['subscribers list', 'emails stats', 'tags list', 'whoami'];
    for (const name of reading) expect(command(name)).toMatchObject({ repeat: 'read', writes: false });
    for (const name of ['config set', 'profiles use', 'login', 'logout', 'sandbox']) {
      expect(command(name)).toMatchObject({ writes: false, changes_this_machine: true });
    }
    expect(command('config path')).toMatchObject({ repeat: null });
    expect(command('groups create').requests).toEqual([
      'GET /v1/groups',
      'GET /v1/subscribers',
      'GET /v1/fields',
      'POST /v1/groups',
      'GET /v1/account',
    ]);
  });

  it('commands --json says what an option takes', () => {
    expect(option('fields create', '--kind')).toMatchObject({
      values: ['text', 'number', 'date', 'boolean'],
    });
    expect(option('import', '--batch-size')).toMatchObject({ type: 'number', default: 5000 });
    expect(option('import', '--tag ')).toMatchObject({ flags: '--tag <name>', repeatable: true });
    expect(option('emails update', '--like-enabled')).toMatchObject({ negatable: true });
    expect(option('login', '--no-browser')).not.toHaveProperty('negatable');
  });

  it('commands --json has the exit statuses and codes of a command', () => {
    expect(command('emails send').exit_codes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 130]);
    expect(command('emails send').errors).toEqual(
      expect.arrayContaining(['not_sendable', 'changed_since_approval']),
    );
    expect(command('sandbox exec').passes_exit_code).toBe(true);
    for (const { command: name, errors = [] } of printed.commands)
      expect(errors, name).toEqual([...new Set(errors)]);
  });

  it('--schema prints a JSON Schema', async () => {
    const { stdout: schema } = await newsletter(['commands', 'groups', 'list', '--schema']);
    expect(JSON.parse(schema)).toMatchObject({
      type: 'array',
      items: { type: 'object', properties: { subscribers_count: { type: 'number' } } },
    });
  });
});

describe('the index of commands', () => {
  it('the index on a terminal has commands and summaries, in 80 columns', async () => {
    const { stdout: table } = await newsletter(['commands', '-o', 'table']);
    expect(table).toMatch(
      /^groups list +List the groups, with how many people are in each\.\ngroups get +Show /m,
    );
    for (const line of table.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it('the index in a pipe is a line for each command, in at most 6 KB', async () => {
    const { stdout: lines } = await newsletter(['commands']);
    const names = lines
      .trimEnd()
      .split('\n')
      .map(line => line.split('\t')[0]);
    const own = ['commands', 'help'];
    expect(names).toEqual(commands.flatMap(({ name }) => (own.includes(name) ? [] : name)));
    expect(lines).toContain('\nemails send\tonce\ttrue\t');
    expect(lines.length).toBeLessThanOrEqual(6144);
  });

  it('commands <group> lists its commands', async () => {
    const { stdout: lines } = await newsletter(['commands', 'tags']);
    expect(lines).toMatch(/^tags list\tread\tfalse\t/);
    expect(lines.trimEnd().split('\n')).toHaveLength(
      tree.filter(({ path }) => path[0] === 'tags').length - 1,
    );
  });

  it('commands refuses unknown commands', async () => {
    expect(await newsletter(['commands', 'emails', 'snd'])).toMatchObject({ status: 2 });
  });

  it.each([[[]], [['--help']]])('when %j is typed, then the index is named', async words => {
    expect((await newsletter(words)).stdout).toMatch(/^ +(?:newsletter )?commands {2}/m);
  });
});
