/** `newsletter link`: the file that says which account is meant in a folder. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter, start } from '../support/program.ts';

/** A home with two profiles, one of them signed in, and that of a sandbox; and a folder in it. */
async function homeWithProfiles() {
  const { sandbox } = await account();
  const home = temporaryFolder();
  const folder = join(home, 'letters');
  mkdirSync(folder);
  const run = (line: string, more = {}) => newsletter(line.split(' '), { home, cwd: folder, ...more });
  const signIn = await run(`login --api-key --profile work --base-url ${sandbox.baseUrl}`, {
    stdin: sandbox.apiKey,
  });
  expect(signIn.status, signIn.stderr).toBe(0);
  const path = (await run('config path')).stdout.trim();
  const config = JSON.parse(readFileSync(path, 'utf8')) as { readonly profiles: object };
  const other = { 'base-url': sandbox.baseUrl };
  const profiles = { sandbox: other, ...config.profiles, private: other };
  writeFileSync(path, JSON.stringify({ ...config, profiles }));
  const file = join(folder, '.newsletterrc.json');
  return { home, folder, run, file, content: () => JSON.parse(readFileSync(file, 'utf8')) as unknown };
}

describe('newsletter link', () => {
  it('writes the named profile and its account', async () => {
    const { run, file, content } = await homeWithProfiles();
    const mask = process.umask(0);
    onTestFinished(() => void process.umask(mask));
    const { status, stderr } = await run('link --profile work');
    expect(status, stderr).toBe(0);
    expect(content()).toEqual({ profile: 'work', 'expect-account': 'slow-carriage' });
    expect(stderr).toContain(`Linked this folder to profile work, account slow-carriage: ${file}`);
    // Whoever could change it would decide where commands go.
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect((await run('whoami -o json')).stdout).toContain('"profile": "work"');
    for (const again of ['link --profile work', 'link work', 'link work --profile work'])
      expect((await run(again)).stderr).toContain('already linked to profile work');
    expect((await run('link work --profile private')).status).toBe(2);
    expect((await run('link wrok')).stderr).toContain('did you mean work?');
  });

  it('refuses a rail that it would not store', async () => {
    const { run, file } = await homeWithProfiles();
    const { status, stderr } = await run('link work --allow draft');
    expect([status, stderr]).toEqual([2, expect.stringContaining('--allow is not stored by link')]);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('writes the profile alone if the account cannot be read, with a warning', async () => {
    const { run, content } = await homeWithProfiles();
    const { status, stderr } = await run('link --profile private');
    expect(status).toBe(0);
    expect(stderr).toMatch(/the account is not in the file.*not signed in/);
    expect(content()).toEqual({ profile: 'private' });
    await run('link --profile private --expect-account acme --yes');
    expect(content()).toEqual({ profile: 'private', 'expect-account': 'acme' });
  });

  it('changes an existing file only after a yes, and keeps its other settings', async () => {
    const { run, file, content } = await homeWithProfiles();
    const before = '{"profile": "private", "timeout": 7, "expect-account": "other"}';
    writeFileSync(file, before);
    const refused = await run('link --profile work');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('--yes');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await run('link --profile work --yes')).status).toBe(0);
    expect(content()).toEqual({ profile: 'work', 'expect-account': 'slow-carriage', timeout: 7 });
  });

  it('writes nothing over a damaged file, or for an unknown profile', async () => {
    const { run, file } = await homeWithProfiles();
    expect((await run('link --profile wrok')).stderr).toContain('did you mean work?');
    writeFileSync(file, '{"profile": ');
    expect((await run('link --profile work --yes')).status).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('{"profile": ');
  });

  it.each([
    ['<profile>', {}],
    ['work', { 'expect-account': 'slow-carriage' }],
    ['<profile>', { 'expect-account': 'acme' }],
  ])('where nobody can be asked, names profile %s in a folder with %j', async (profile, content) => {
    const { run, file } = await homeWithProfiles();
    writeFileSync(file, JSON.stringify(content));
    const { status, stderr } = await run('link');
    expect(status).toBe(2);
    expect(stderr).toContain(`\nhint: newsletter link ${profile}\n`);
  });

  it.each([
    [{ profile: 'private' }, ' from profile private, any account, to profile work, slow-carriage?'],
    [
      { profile: 'work', 'expect-account': 'acme' },
      ' from profile work, acme, to profile work, slow-carriage?',
    ],
    [{ profile: 'work' }, ' from profile work, any account, to profile work, slow-carriage?'],
    [{ timeout: 7 }, ' to profile work, slow-carriage?'],
  ])('of a folder with %j asks about what changes: %s', async (before, asked) => {
    const { run, file } = await homeWithProfiles();
    writeFileSync(file, JSON.stringify(before));
    expect((await run('link work')).stderr).toContain(`Change ${file}${asked}`);
  });

  it.each([
    ['letters', 'work', 'n', 5],
    ['letters', 'work', 'y', 0],
    ['private', 'private', '', 0],
  ])('in folder %s a terminal offers profile %s first', async (name, profile, answer, exit) => {
    const { home } = await homeWithProfiles();
    const folder = join(home, name);
    mkdirSync(folder, { recursive: true });
    const terminal = start(['link'], { home, cwd: folder, terminal: ['stdin', 'stderr'], stdin: 'open' });
    await terminal.said(new RegExp(`Which profile\\?[\\s\\S]*❯ ${profile}`));
    terminal.type('\r');
    if (answer !== '') await terminal.said(/Link folder letters to profile work\?/);
    terminal.type(`${answer}\r`);
    const { status, stderr } = await terminal.ended;
    expect(status, stderr).toBe(exit);
    expect(existsSync(join(folder, '.newsletterrc.json'))).toBe(exit === 0);
  });

  it('a linked folder whose profile was renamed says how to link it again', async () => {
    const { run } = await homeWithProfiles();
    await run('link work');
    const renamed = await run('profiles rename work tools');
    expect(renamed.stderr).toContain(
      '\nhint: newsletter link tools, in each folder that is linked to work\n',
    );
    const { status, stderr } = await run('whoami');
    expect(status).toBe(2);
    expect(stderr).toContain('hint: newsletter link tools\n');
  });

  it('refuses an account that is not that of the profile', async () => {
    const { run, file } = await homeWithProfiles();
    const { status, stderr } = await run('link work --expect-account acme');
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr:
        'error: profile work belongs to The Slow Carriage (slow-carriage), not to acme\nhint: newsletter link work\n',
    });
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    expect((await run('link work --expect-account slow-carriage')).status).toBe(0);
  });

  it('says how to sign in where there is no profile', async () => {
    const { status, stderr } = await newsletter(['link']);
    expect(status).toBe(2);
    expect(stderr).toContain('hint: newsletter login');
  });
});
