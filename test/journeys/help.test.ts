import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../src/commands/examples.ts';
import { createProgram } from '../../src/commands/program.ts';
import { createRun } from '../../src/run.ts';
import { newsletter, temporaryFolder } from './newsletter.ts';

const program = await createProgram(createRun(process).context, 'all');

/** Every command of the tree but the `help` of each. */
function tree(command: Command): Command[] {
  return command.commands.filter(each => each.name() !== 'help').flatMap(each => [each, ...tree(each)]);
}

const nameOf = (command: Command): string =>
  command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();

const commands = tree(program).map(command => [nameOf(command), command] as const);

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
    expect(examplesOf(command).length).toBeLessThanOrEqual(4);
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
    for (const line of ['help groups', 'groups --help', '--help']) {
      expect((await newsletter(line.split(' '), { env })).status).toBe(0);
    }
  });
});
