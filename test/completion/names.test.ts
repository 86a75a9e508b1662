/** The names that completion knows: kept as the program meets them, and forgotten with the sign-in. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cachedNames, rememberNames } from '../../src/completion/name-cache.ts';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';

async function signedIn() {
  const { sandbox, call } = await account({ subscribers: 5 });
  const folder = temporaryFolder();
  const env = { NEWSLETTER_CONFIG_DIR: folder };
  const run = (line: string, stdin = '') => newsletter(line.split(' '), { env, stdin });
  const offers = async (line: string) => {
    const { stdout } = await newsletter(['__complete', 'bash', `newsletter ${line}`, '=', '9'], { env });
    return stdout.trimEnd().split('\n').slice(1);
  };
  const login = () => run(`login --api-key --base-url ${sandbox.baseUrl}`, sandbox.apiKey);
  expect((await login()).status).toBe(0);
  return { sandbox, folder, file: join(folder, 'completion.json'), run, offers, login, call };
}

describe('the names that completion knows', () => {
  it('when lists are read, then their names are offered; asking for them sends no request', async () => {
    const { sandbox, file, run, offers, call } = await signedIn();
    await call('POST', '/v1/groups', { name: 'Bücher: gestern & heute' });
    expect(await offers('groups get ')).toEqual([]);
    for (const line of ['groups list', 'fields list', 'emails list', 'subscribers list']) await run(line);
    const before = sandbox.requests();

    expect(await offers('groups get B')).toContain('Bücher\\:\\ gestern\\ \\&\\ heute');
    expect(await offers('subscribers create --field f')).toContain('first_name=');
    expect(await offers('fields update f')).toContain('first_name');
    expect((await offers('emails get ')).every(id => /^[\da-f-]{36}$/.test(id))).toBe(true);
    expect((await offers('subscribers update x --add-tag ')).length).toBeGreaterThan(0);

    expect(sandbox.requests()).toEqual(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(sandbox.apiKey);
  });

  it('when a group is created, then its name is offered beside those known', async () => {
    const { run, offers } = await signedIn();
    await run('groups list');
    const known = await offers('groups get ');
    await run('groups create --name Zebras');
    expect((await offers('groups get ')).sort()).toEqual([...known, 'Zebras'].sort());
  });

  it.each(['logout', 'profiles remove default --yes', 'profiles rename default other'])(
    'when it is "%s", then they are forgotten',
    async line => {
      const { file, run } = await signedIn();
      await run('groups list');
      expect(existsSync(file)).toBe(true);
      expect((await run(line)).status).toBe(0);
      expect(existsSync(file)).toBe(false);
    },
  );

  it('when somebody else signs in to the profile, then they are forgotten', async () => {
    const { file, run, login } = await signedIn();
    await run('groups list');
    await login();
    expect(existsSync(file)).toBe(false);
  });

  it('when the address or the account is another one, then they are not offered', async () => {
    const { run, folder } = await signedIn();
    await run('groups list');
    const line = ['__complete', 'bash', 'newsletter groups get ', '', '9'];
    const env = { NEWSLETTER_CONFIG_DIR: folder };
    for (const more of [{ NEWSLETTER_BASE_URL: 'https://example.org' }, { NEWSLETTER_API_KEY: 'another' }]) {
      expect((await newsletter(line, { env: { ...env, ...more } })).stdout).toBe('words 0\n');
    }
  });

  it('when a service is there for one command only, then its names are not kept', async () => {
    const { env, run } = await account();
    const folder = temporaryFolder();
    await run('groups list', { env: { ...env, NEWSLETTER_CONFIG_DIR: folder } });
    expect(existsSync(join(folder, 'completion.json'))).toBe(false);
  });

  it('when there are very many, then a few hundred are kept', () => {
    const folder = temporaryFolder();
    const key = { profile: 'work', baseUrl: 'https://api.example.com' };
    const groups = Array.from({ length: 5000 }, (_, i) => [`id-${i}`, 'x'.repeat(1000)] as const);
    rememberNames(folder, key, names => ({ ...names, groups }));
    expect(cachedNames(folder, key).groups).toHaveLength(300);
    expect(statSync(join(folder, 'completion.json')).size).toBeLessThan(100_000);
  });
});

describe('completion where something is wrong', () => {
  const complete = async (folder: string, line: string) =>
    await newsletter(['__complete', 'zsh', ...line.split(' ')], { env: { NEWSLETTER_CONFIG_DIR: folder } });

  it.each(['config.json', 'completion.json'])(
    'when %s is damaged, then it stays silent and useful',
    async name => {
      const folder = temporaryFolder();
      for (const damage of ['{', '[1]', '{"current":7,"profiles":{"default":3}}', '\u0000', '']) {
        writeFileSync(join(folder, name), damage);
        expect(await complete(folder, 'groups get ')).toEqual({ status: 0, stdout: 'words 0\n', stderr: '' });
        expect((await complete(folder, 'groups ')).stdout).toContain('.list\t');
      }
    },
  );

  it('when the folder is a file, the profile unknown, or the line nonsense, then likewise', async () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, '');
    for (const line of ['groups --profile nobody ', 'groups --nonsense ', '--base-url x groups ']) {
      const said = await complete(folder, line);
      expect(said).toMatchObject({ status: 0, stderr: '' });
      expect(said.stdout, line).toContain('.list\t');
    }
    for (const line of ['nonsense ', '-- ', '=== ', 'groups list --output=']) {
      expect(await complete(folder, line)).toMatchObject({ status: 0, stderr: '' });
    }
  });

  it('when the shell is not known, then nothing is said', async () => {
    for (const words of [[], ['tcsh'], ['powershell', '%%%'], ['bash'], ['fish'], ['zsh']]) {
      expect(await newsletter(['__complete', ...words])).toMatchObject({ status: 0, stderr: '' });
    }
  });
});

describe('whose names are offered', () => {
  it('when the folder names a profile, then those of that profile', async () => {
    const { folder, run } = await signedIn();
    await run('groups list');
    const cwd = temporaryFolder();
    const config = join(folder, 'config.json');
    const { profiles } = JSON.parse(readFileSync(config, 'utf8')) as { profiles: Record<string, unknown> };
    writeFileSync(config, JSON.stringify({ current: 'other', profiles: { ...profiles, other: {} } }));
    const offered = async () => {
      const line = ['__complete', 'bash', 'newsletter groups get ', '', '9'];
      return (await newsletter(line, { cwd, env: { NEWSLETTER_CONFIG_DIR: folder } })).stdout;
    };
    expect(await offered()).toBe('words 0\n');
    writeFileSync(join(cwd, '.newsletterrc.json'), '{"profile":"default"}');
    expect(await offered()).toContain('Everyone\n');
  });
});
