import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagsOf, globalOptions, negativeFlag } from '../../src/cli/option.ts';
import { readWords } from '../../src/cli/read-words.ts';
import { topics } from '../../src/cli/topics/index.ts';
import { presets } from '../../src/import/columns/detect-preset.ts';
import { failures } from '../../src/lib/failure.ts';
import { outputFormats } from '../../src/lib/output-formats.ts';
import { settingNames, variableOf } from '../../src/settings/schema.ts';
import { wordsIn } from '../support/declared.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import { commands, tree } from '../support/tree.ts';

const isRepeated = (heading: string, at: number, all: readonly string[]) => all.indexOf(heading) !== at;

const helpOf = async (path: readonly string[], ...more: readonly string[]) =>
  (await newsletter([...path, '--help', ...more])).stdout;

const explained = tree
  .filter(({ path }) => path[0] !== 'help')
  .map(({ path, spec }) => [path.join(' '), path, spec] as const);

describe('the help of every command', () => {
  it.each(explained)('the page of %s has a sentence, options and examples', async (_, path, spec) => {
    const text = await helpOf(path, '--all');
    expect(text).toMatch(/^Usage: newsletter .*\n\n[A-Z].*?\.\n/s);
    expect(text).toContain('\nOptions of every command (--json, ');
    expect(text).toContain('\nExamples:\n');
    expect(text.match(/^[A-Z][^.\n]*:$/gm)?.filter(isRepeated)).toEqual([]);
    expect(text).toMatch(/\nOptions of every command .*: newsletter help options\n$/);
    const lines = `${text}${await helpOf(path)}`.split('\n');
    expect(lines.filter(line => line.length > 80)).toEqual([]);
    const few = spec.commands === undefined ? 2 : 1;
    const todo = `give the record ${few} to 6 examples`;
    expect(spec.examples.length, todo).toBeGreaterThanOrEqual(few);
    expect(spec.examples.length, todo).toBeLessThanOrEqual(6);
  });

  it('a page of a command with many options has the usual ones, --help --all has all', async () => {
    const [page, all] = [await helpOf(['import']), await helpOf(['import'], '--all')];
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    for (const line of page.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(page).toContain('\nAll options: newsletter import --help --all\n');
    expect(page).not.toMatch(/--batch-size/);
    const spec = commands.find(({ name }) => name === 'import')?.spec;
    for (const name of spec?.usualOptions ?? []) {
      const { flags = `no option ${name}` } = spec?.options[name] ?? {};
      expect(page).toContain(`\n  ${flags} `);
    }
    for (const { flags } of Object.values(spec?.options ?? {})) expect(all).toContain(`\n  ${flags} `);
    expect((await newsletter(['import', '--all', '-h'])).stdout).toBe(all);
    expect(await newsletter(['import', 'x.csv', '--all'])).toMatchObject({ status: 2, stdout: '' });
  });

  it('--help, help <command> and <group> help print the same page', async () => {
    const [flag, word, bare] = await Promise.all(
      ['groups get --help', 'help groups get', 'groups help get'].map(line => newsletter(line.split(' '))),
    );
    expect(flag).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('Show one group: its filters and size.'),
    });
    expect(word).toEqual(flag);
    expect(bare).toEqual(flag);
  });

  it('newsletter --help lists every command on two screens', async () => {
    const overview = await newsletter(['--help']);
    expect(overview).toMatchObject({ status: 0, stderr: '' });
    expect(await newsletter(['help'])).toEqual(overview);
    for (const [name] of explained.filter(([, path]) => path.length === 1)) {
      expect(overview.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
    const lines = overview.stdout.trimEnd().split('\n');
    expect(lines.length, 'two screens of 80 x 24, with the prompt').toBeLessThanOrEqual(47);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
    const [, advanced = ''] = /^Advanced:\n((?:.+\n)+)/m.exec(overview.stdout) ?? [];
    expect(advanced.match(/^ {2}\w+/gm)).toEqual([
      '  link',
      '  token',
      '  api',
      '  agent',
      '  broker',
      '  commands',
    ]);
  });

  it('newsletter alone prints a handful of commands that exist', async () => {
    const bare = await newsletter([]);
    expect(bare).toMatchObject({ status: 0, stderr: '' });
    const lines = bare.stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(15);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
    const named = lines.flatMap(
      line => /^ {2}newsletter ([a-z]+)(?: ([a-z]+)\b(?!\.))?/.exec(line)?.slice(1) ?? [],
    );
    const names = explained.flatMap(([, path]) => path.at(-1) ?? []);
    expect(named.filter(name => name !== undefined && ![...names, 'help'].includes(name))).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['login', 'import', 'list', 'send', 'sandbox']));
  });

  it('help is wrapped to a narrow terminal', async () => {
    const { stdout } = await newsletter(['emails', 'push', '--help'], { env: { COLUMNS: '40' } });
    const [page = ''] = stdout.split('\nExamples:');
    for (const line of page.split('\n').slice(1)) expect(line.length, line).toBeLessThanOrEqual(40);
    expect(page).toContain('\n  --wait\n    with --send: wait until the email is\n    sent or denied\n');
  });

  it('a group alone prints its page', async () => {
    for (const group of ['emails', 'groups', 'config']) {
      const help = await newsletter([group, '--help']);
      expect(await newsletter([group])).toEqual(help);
      expect(await newsletter([group, '--quiet'])).toEqual(help);
      expect(await newsletter([group, 'help'])).toEqual(help);
    }
  });

  it.each([
    ['emails --json', {}],
    ['-o ndjson emails', {}],
    ['emails', { NEWSLETTER_OUTPUT: 'json' }],
  ])('a group alone is an error for programs: %s, %j', async (line, env) => {
    const ended = await newsletter(line.split(' '), { env });
    expect(ended).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('missing_argument'),
    });
  });

  it('help works with damaged settings', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'config.json'), '{');
    const env = { NEWSLETTER_CONFIG_DIR: folder };
    for (const line of ['help groups', 'help import', 'groups --help', '--help']) {
      expect((await newsletter(line.split(' '), { env })).status).toBe(0);
    }
  });
});

describe('the topics of the help', () => {
  const page = async (name: string) => {
    const { status, stdout, stderr } = await newsletter(['help', name]);
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  it.each(topics.map(({ name }) => name))('%s is a page for 80 columns', async name => {
    const text = await page(name);
    expect(text).toMatch(/^[A-Z][a-z ]+\n\n *\S/);
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(text).not.toMatch(/undefined|\[object| \n|\n\n\n/);
    expect((await newsletter(['--help'])).stdout).toMatch(new RegExp(`^  .*\\b${name}\\b`, 'm'));
  });

  it('help import names every service and existing options, and leads to all options', async () => {
    const text = await page('import');
    for (const { name } of presets) expect(text).toContain(name);
    expect(text).toMatch(/\nFor its options run: newsletter import --help\n$/);
    const own = commands.find(({ name }) => name === 'import')?.spec.options ?? {};
    const known = [...Object.values(own), ...Object.values(globalOptions)].flatMap(option => {
      const flags = flagsOf(option);
      return option.negation === undefined ? [flags.long] : [flags.long, negativeFlag(flags)];
    });
    for (const [flag] of text.matchAll(/--[a-z-]+/g)) expect([...known, '--help']).toContain(flag);
  });

  it.each(topics.map(({ name }) => name))('%s names only commands and options that exist', async name => {
    const text = (await page(name)).replaceAll(/ \\\n\s*/g, ' ');
    const tops = tree.flatMap(({ path, spec }) => (path.length === 1 ? [spec] : []));
    const lines = text.match(/newsletter [a-z].*?(?=[`,;)]| [|]|$)/gm) ?? [];
    const problems = lines.map(line => readWords(tops, wordsIn(line).slice(1)).problem?.kind);
    expect(problems.filter(kind => kind === 'unknown-command' || kind === 'unknown-option')).toEqual([]);
  });

  it('help errors and help exit-codes have every code', async () => {
    const [errors, statuses] = [await page('errors'), await page('exit-codes')];
    for (const [code, { exit, hint }] of Object.entries(failures)) {
      expect(errors).toMatch(new RegExp(`^ +${exit}  ${code} `, 'm'));
      if (hint !== null) expect(errors.replace(/\s+/g, ' ')).toContain(`> ${hint}`);
      expect(statuses).toMatch(new RegExp(`\\b${code}\\b`));
      expect(statuses).toMatch(new RegExp(`^  ${exit} +\\w`, 'm'));
    }
  });

  it('help environment has every setting', async () => {
    const text = await page('environment');
    for (const name of settingNames) expect(text).toContain(`${variableOf(name)} `);
  });

  it('options has the options of every command', async () => {
    const text = await page('options');
    for (const { flags } of Object.values(globalOptions)) expect(text).toContain(`\n  ${flags} `);
  });

  it('help formats has every format, as --output takes it', async () => {
    const text = await page('formats');
    for (const format of outputFormats) expect(text).toMatch(new RegExp(`^  ${format} `, 'm'));
  });
});
