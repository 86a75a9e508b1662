import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../src/commands/examples.ts';
import { createProgram } from '../../src/commands/program.ts';
import { topics } from '../../src/commands/topics.ts';
import { commandsBelow, pathOf } from '../../src/commands/tree.ts';
import { failures } from '../../src/failure.ts';
import { recipes } from '../../src/import/recipes.ts';
import { createRun } from '../../src/run.ts';
import { settingNames, variableOf } from '../../src/settings/settings.ts';
import { newsletter, temporaryFolder } from './newsletter.ts';

const program = await createProgram(createRun(process).context, 'all');

const commands = commandsBelow(program)
  .filter(command => command.name() !== 'help')
  .map(command => [pathOf(command).join(' '), command] as const);

describe('the help of every command', () => {
  it.each(commands)('when it is that of %s, then it has a sentence, options and examples', (_, command) => {
    let text = '';
    command.configureOutput({ writeOut: said => (text += said) });
    command.outputHelp();
    expect(text).toMatch(/^Usage: newsletter .*\n\n[A-Z].*?\.\n/s);
    expect(text).toContain('-h, --help');
    expect(text).toContain('\nExamples:\n');
    expect(text).toMatch(/\nGlobal options .*: newsletter --help\n$/);
    for (const [line] of text.matchAll(/^.*$/gm)) expect(line.length, line).toBeLessThanOrEqual(120);
    const isLeaf = command.commands.length === 0;
    expect(examplesOf(command).length).toBeGreaterThanOrEqual(isLeaf ? 2 : 1);
    expect(examplesOf(command).length).toBeLessThanOrEqual(6);
  });

  it('when asked for in three ways, then it is the same', async () => {
    const [flag, word, bare] = await Promise.all(
      ['groups get --help', 'help groups get', 'groups help get'].map(line => newsletter(line.split(' '))),
    );
    expect(flag).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('Show one group.') });
    expect(word).toEqual(flag);
    expect(bare).toEqual(flag);
  });

  it('when nothing is asked for, then it is the overview; it lists every command', async () => {
    const bare = await newsletter([]);
    expect(bare).toMatchObject({ status: 0, stderr: '' });
    expect(await newsletter(['--help'])).toEqual(bare);
    for (const command of program.commands)
      expect(bare.stdout).toMatch(new RegExp(`^  ${command.name()} `, 'm'));
  });

  it('when the settings are damaged, then help is to be had all the same', async () => {
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

  it.each(topics.map(({ name }) => name))('when it is %s, then it is a page for 80 columns', async name => {
    const text = await page(name);
    expect(text).toMatch(/^[A-Z][a-z ]+\n\n *\S/);
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(text).not.toMatch(/undefined|\[object| \n|\n\n\n/);
    expect((await newsletter(['--help'])).stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('when it is about the import, then it names every service and option truly, and leads to all options', async () => {
    const text = await page('import');
    for (const { name } of recipes) expect(text).toContain(name);
    expect(text).toMatch(/\nThe options are listed by: newsletter import --help\n$/);
    const own = program.commands.find(command => command.name() === 'import')?.options ?? [];
    const known = [...own, ...program.options].flatMap(option => option.long ?? []);
    for (const [flag] of text.matchAll(/--[a-z-]+/g)) expect([...known, '--help']).toContain(flag);
  });

  it('when it is about errors or exit codes, then it has every code', async () => {
    const [errors, statuses] = [await page('errors'), await page('exit-codes')];
    for (const [code, { exit }] of Object.entries(failures)) {
      expect(errors).toMatch(new RegExp(`^ +${exit}  ${code} `, 'm'));
      expect(statuses).toMatch(new RegExp(`\\b${code}\\b`));
      expect(statuses).toMatch(new RegExp(`^  ${exit} +\\w`, 'm'));
    }
  });

  it('when it is about the environment, then it has every setting', async () => {
    const text = await page('environment');
    for (const name of settingNames) expect(text).toContain(`${variableOf(name)} `);
  });

  it('when it is about formats, then each is there, as --output takes it', async () => {
    const text = await page('formats');
    const [, list = ''] = /one of (.*)/.exec((await newsletter(['--help'])).stdout) ?? [];
    for (const format of list.split(', ')) expect(text).toMatch(new RegExp(`^  ${format} `, 'm'));
  });
});
