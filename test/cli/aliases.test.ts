/** Other names of commands. */
import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { newsletter } from '../support/program.ts';
import { commands, tree } from '../support/tree.ts';

const help = async (line: string) => (await newsletter([...line.split(' '), '--help'])).stdout;

describe('an alias', () => {
  it.each([
    ['contacts ls', 'subscribers list'],
    ['contact get', 'subscribers get'],
    ['subscriber ls', 'subscribers list'],
    ['segments ls', 'groups list'],
    ['group create', 'groups create'],
    ['field ls', 'fields list'],
    ['tag ls', 'tags list'],
    ['campaigns ls', 'emails list'],
    ['broadcasts send', 'emails send'],
    ['posts stats', 'emails stats'],
    ['post ls', 'emails list'],
    ['email get', 'emails get'],
    ['imports ls', 'imports list'],
    ['config ls', 'config list'],
    ['profile rm', 'profiles remove'],
    ['auth login', 'login'],
    ['auth logout', 'logout'],
    ['auth token', 'token'],
    ['auth status', 'whoami'],
  ])('%s is %s', async (typed, name) => {
    const page = await help(name);
    expect(page).toMatch(/^Usage: newsletter /);
    expect(await help(typed)).toBe(page);
    expect((await newsletter(['help', ...typed.split(' ')])).stdout).toBe(page);
  });

  it('ls is short for list, rm for remove', async () => {
    const long = commands.filter(({ name }) => / (?:list|remove)$/.test(name)).map(({ name }) => name);
    expect(long.length).toBeGreaterThan(7);
    for (const name of long) {
      const short = name.replace(/list$/, 'ls').replace(/remove$/, 'rm');
      expect(await help(short)).toBe(await help(name));
      expect(await help(name)).toContain(`\nAliases: ${short}\n`);
    }
  });

  it('an alias between options leaves their values as they are', async () => {
    const { run, json } = await account();
    const plain = await json('subscribers list');
    const { stdout } = await run('-o json --timeout 20 contacts --retries 2 ls');
    expect(JSON.parse(stdout)).toEqual(plain);
  });

  it('a value or argument spelt like an alias stays as it is', async () => {
    const { run } = await account();
    expect((await run('--profile contacts subscribers list')).stderr).toContain('"contacts"');
    expect((await run('groups get segments')).stderr).toContain('segments');
    expect((await run('import ls')).stderr).toContain('ls');
    expect((await run('config get ls')).stderr).toContain('ls');
  });

  it('no alias is the name of a command', () => {
    const tops = tree.map(({ path: [top] }) => top);
    for (const word of ['auth', 'contacts', 'segments', 'posts']) expect(tops).not.toContain(word);
  });

  it('commands --json names the aliases', async () => {
    const { stdout } = await newsletter(['commands', '--json']);
    const { commands: all } = JSON.parse(stdout) as { commands: { command: string; aliases?: string[] }[] };
    const aliases = Object.fromEntries(all.map(({ command, aliases: found }) => [command, found]));
    expect(aliases['profiles remove']).toEqual(['profiles rm']);
    expect(aliases.whoami).toContain('auth whoami');
  });
});

describe('completion', () => {
  const complete = async (...words: string[]) =>
    (await newsletter(['__complete', 'zsh', ...words])).stdout.match(/(?<=^\.)[^\t]+/gm) ?? [];

  it('when an alias stands before the cursor, then what belongs to its command is offered', async () => {
    expect(await complete('contacts', '')).toEqual(await complete('subscribers', ''));
    expect(await complete('posts', 'ls', '--st')).toEqual(await complete('emails', 'list', '--st'));
  });

  it('completion offers no command twice', async () => {
    const offered = await complete('');
    expect(offered).toContain('subscribers');
    for (const alias of ['contacts', 'segments', 'posts', 'auth']) expect(offered).not.toContain(alias);
    expect(await complete('subscribers', '')).not.toContain('ls');
  });
});
