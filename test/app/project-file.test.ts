import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Account, account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter, start } from '../support/program.ts';
import type { RunOptions } from '../support/run.ts';
import { shell } from '../support/shell.ts';

/** A folder with settings of its own, two accounts, and profiles `work` (current) and `acme` for them. */
async function beginning(content: object) {
  const home = temporaryFolder();
  const folder = join(home, 'acme');
  const below = join(folder, 'emails');
  mkdirSync(below, { recursive: true });
  const file = join(folder, '.newsletterrc.json');
  writeFileSync(file, JSON.stringify(content));
  const [work, acme] = [await account({ apiKey: 'key-of-work' }), await account({ apiKey: 'key-of-acme' })];
  await acme.call('PATCH', '/v1/account', { slug: 'acme', name: 'Acme' });
  const run = (line: string, { env = {}, ...more }: RunOptions = {}) =>
    newsletter(line.split(' '), {
      cwd: below,
      ...more,
      env: { HOME: home, NEWSLETTER_CONFIG_DIR: join(home, 'settings'), ...env },
    });
  const login = (profile: string, { sandbox }: Account) =>
    run(`login --api-key --profile ${profile} --base-url ${sandbox.baseUrl}`, {
      stdin: sandbox.apiKey,
      cwd: home,
    });
  await login('work', work);
  await login('acme', acme);
  return { home, folder, below, file, work, acme, run };
}

describe('a folder that names a profile', () => {
  it('is used by commands in it and below it', async () => {
    const { home, file, run } = await beginning({ profile: 'acme', timeout: 7 });
    const who = async (more = '', options: RunOptions = {}) => {
      const { stdout } = await run(
        `whoami --json=profile,profile_from,folder_file,account_slug${more}`,
        options,
      );
      return Object.values(JSON.parse(stdout) as object);
    };
    expect(await who()).toEqual(['acme', 'folder', file, 'acme']);
    expect(await who('', { cwd: home })).toEqual(['work', 'current', null, 'slow-carriage']);
    const env = { NEWSLETTER_PROFILE: 'work' };
    expect(await who('', { env })).toEqual(['work', 'environment', file, 'slow-carriage']);
    expect(await who(' --profile work')).toEqual(['work', 'flag', file, 'slow-carriage']);
  });

  it('holds below a folder with settings and rails alone', async () => {
    const { below, file, run, acme, work } = await beginning({ profile: 'acme', timeout: 7, retries: 2 });
    writeFileSync(join(below, '.newsletterrc.json'), JSON.stringify({ 'max-changes': 50, timeout: 8 }));
    const who = JSON.parse((await run('whoami --json=profile,profile_from,folder_file,account_slug')).stdout);
    expect(Object.values(who)).toEqual(['acme', 'folder', file, 'acme']);
    writeFileSync(join(below, 'new.csv'), 'email\nzoe@asana.org\n');
    expect((await run('import new.csv --yes')).status).toBe(0);
    const arrived = async (one: Account) =>
      (await one.all('/v1/subscribers')).some(({ email }) => email === 'zoe@asana.org');
    expect([await arrived(acme), await arrived(work)]).toEqual([true, false]);
  });

  it('is named as the origin of its settings', async () => {
    const { file, run } = await beginning({ profile: 'acme', timeout: 7 });
    const listed = await run('config list -o tsv --fields name,value,origin,file');
    expect(listed.stdout).toContain(`timeout\t7\tfolder\t${file}\n`);
    expect(listed.stdout).toContain('retries\t4\tdefault\t\n');
    expect(listed.stderr).toBe(`profile: acme (from ../.newsletterrc.json)\nfolder:  ${file}\n`);
    expect((await run('config path')).stderr).toBe(`folder: ${file}\n`);
    expect(JSON.parse((await run('config path --json')).stdout)).toMatchObject({ folder: file });
    expect(JSON.parse((await run('config get timeout --json')).stdout)).toEqual({
      ...{ name: 'timeout', value: 7, origin: 'folder', file },
    });
  });

  it('beats what config set stores in its profile, with a warning', async () => {
    const { home, file, run } = await beginning({ profile: 'acme', timeout: 7 });
    expect((await run('config set timeout 9')).stderr).toMatch(
      /^timeout is 9 in profile acme \(from \.\.\/\.newsletterrc\.json\)\nwarning: \/.*rc\.json overrides it here\n$/,
    );
    expect((await run('config get timeout --profile acme', { cwd: home })).stdout).toBe('9\n');
    writeFileSync(file, '{"profile": "acme", "max-changes": 5, "expect-account": "acme"}');
    for (const set of ['max-changes 2', 'expect-account acme'])
      expect((await run(`config set ${set}`)).stderr).not.toContain('overrides');
    expect((await run('config unset timeout')).stderr).toContain('no longer set in profile acme (from');
  });

  it('beats profiles use, with a warning', async () => {
    const { file, run } = await beginning({ profile: 'acme' });
    expect((await run('profiles list')).stderr).toBe(`in use: acme (from ${file})\n`);
    expect((await run('profiles use work')).stderr).toBe(
      `the current profile is work\nwarning: ${file} overrides it here: acme\n`,
    );
    expect((await run('profiles rename acme other')).status).toBe(0);
    expect(await run('groups list')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(` in ${file}`),
    });
  });

  it('names the profile of login and logout', async () => {
    const { home, acme, run } = await beginning({ profile: 'fresh', 'expect-account': 'acme' });
    expect(await run('groups list')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/unknown profile "fresh" in .*\n(?:.*\n)+hint: newsletter link acme\n$/),
    });
    const signedIn = await run(`login --api-key --base-url ${acme.sandbox.baseUrl}`, {
      stdin: 'key-of-acme',
    });
    expect(signedIn.stderr).toBe(
      'warning: profile acme belongs to the same account, Acme (acme)\nsigned in to Acme (acme) as profile fresh (from ../.newsletterrc.json)\nit is used in this folder; elsewhere work is current\n',
    );
    expect((await run('groups list')).status).toBe(0);
    expect((await run('logout')).stderr).toContain('signed out: fresh (from ../.newsletterrc.json)');
    expect((await run('whoami', { cwd: home })).status).toBe(0);
  });

  it('makes nothing current by the first sign-in', async () => {
    const { home, acme, run } = await beginning({ profile: 'acme' });
    for (const name of ['work', 'acme']) await run(`profiles remove ${name} --yes`, { cwd: home });
    const url = acme.sandbox.baseUrl;
    const { stderr } = await run(`login --api-key --base-url ${url}`, { stdin: 'key-of-acme' });
    expect(stderr).toMatch(/rc\.json\)\nit is used in this folder; elsewhere no profile is current\n$/);
    expect((await run('profiles list -o tsv --fields name,current')).stdout).toBe('acme\tfalse\n');
    const elsewhere = await run('whoami', { cwd: home });
    expect([elsewhere.status, elsewhere.stderr]).toEqual([
      2,
      expect.stringContaining('No profile is current'),
    ]);
  });

  it('refuses the sign-in of another account than it expects', async () => {
    const { file, work, run } = await beginning({ profile: 'fresh', 'expect-account': 'acme' });
    const refused = await run(`login --api-key --base-url ${work.sandbox.baseUrl}`, { stdin: 'key-of-work' });
    expect(refused).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(
        `acme is expected by ${file}\nhint: sign in to another account in another`,
      ),
    });
    expect((await run('profiles list -o tsv --fields name')).stdout).toBe('work\nacme\n');
  });
});

describe('in a folder that expects another account', () => {
  const expects = 'NEWSLETTER_EXPECT_ACCOUNT';
  const unset = 'unset NEWSLETTER_PROFILE';

  it.each<[words: string, env: Record<string, string>, profile: string, hint: string]>([
    ['', { NEWSLETTER_PROFILE: 'work' }, 'NEWSLETTER_PROFILE', `${unset}, or run it in another folder`],
    [' --profile work', {}, '--profile', 'leave out --profile, or run it in another folder'],
    [
      ' --profile work --expect-account slow-carriage',
      {},
      '--profile',
      'leave out --profile and leave out --expect-account, or run it in another folder',
    ],
    ['', { [expects]: 'slow-carriage' }, 'FILE', `unset ${expects}`],
  ])('an import with "%s" and %j is refused, and whoami answers', async (words, env, source, hint) => {
    const { below, file, run, acme, work } = await beginning({ profile: 'acme', 'expect-account': 'acme' });
    writeFileSync(join(below, 'new.csv'), 'email\nzoe@asana.org\n');
    const refused = await run(`import new.csv --yes${words}`, { env });
    const by = source === 'FILE' ? file : source;
    expect(refused).toMatchObject({ status: 3, stderr: expect.stringContaining(`(from ${by})\n`) });
    expect(refused.stderr).toContain(`acme is expected by ${file}\n`);
    if (words.includes('expect') || expects in env)
      expect(refused.stderr).toMatch(
        /slow-carriage is expected by (?:--expect-account|NEWSLETTER_EXPECT_ACCOUNT)/,
      );
    expect(refused.stderr).toContain(`\nhint: ${hint}\n`);
    for (const one of [acme, work])
      expect(JSON.stringify(await one.all('/v1/subscribers'))).not.toContain('zoe@');
    const who = await run(`whoami -o yaml --fields account_slug${words}`, { env });
    expect(who).toMatchObject({ status: 3, stderr: refused.stderr });
    expect(who.stdout).toBe(`account_slug: ${source === 'FILE' ? 'acme' : 'slow-carriage'}\n`);
  });

  it('the hint to undo a run of that account leads out of the folder, with all options', async () => {
    const { home, run } = await beginning({ profile: 'acme', 'expect-account': 'acme' });
    await run('subscribers update --all --add-tag x --yes --profile work', { cwd: home });
    const [{ run: id }] = JSON.parse((await run('undo --json', { cwd: home })).stdout) as [{ run: string }];
    expect(JSON.parse((await run('undo --json')).stdout)).toEqual([]);
    const { status, stderr } = await run(`undo ${id} --status gone --yes`);
    const typed = `newsletter undo ${id} --status gone --profile work`;
    expect(status).toBe(3);
    expect(stderr).toContain(`\nhint: ${typed} (not in a folder that is linked to another account)\n`);
  });

  it('the slug and the id of one account agree', async () => {
    const { run, acme } = await beginning({ profile: 'acme', 'expect-account': 'acme' });
    const { id } = await acme.call('GET', '/v1/account');
    expect(await run('groups list', { env: { [expects]: String(id) } })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});

describe('a file in the folder of another account', () => {
  /** Typed in the folder above, where profile work is current; `link.csv` there leads to a file of the folder. */
  async function typedAbove(content: object = { profile: 'acme', 'expect-account': 'acme' }) {
    const { home, folder, work, acme, run } = await beginning(content);
    writeFileSync(join(folder, 'new.csv'), 'email\nann@example.org\n');
    writeFileSync(join(folder, 'new.json'), '{"email":"ann@example.org","name":"A"}');
    writeFileSync(
      join(folder, 'issue.md'),
      `---\nid: ${await work.emailId(draft)}\nsubject: May\n---\nMay\n`,
    );
    symlinkSync(join(folder, 'new.csv'), join(home, 'link.csv'));
    symlinkSync(folder, join(home, 'inside'));
    writeFileSync(join(home, 'own.csv'), 'email\nbob@example.org\n');
    const counts = () => [work.requests(), acme.requests()];
    const type = async (line: string, options: RunOptions = {}) => {
      const before = counts();
      const ended = await run(line, { cwd: home, ...options });
      return { ...ended, came: counts().map((count, at) => count - (before[at] ?? 0)) };
    };
    return { type, work, home, folder };
  }

  it.each([
    ['import acme/new.csv --yes', 'acme/new.csv'],
    ['import acme/new.csv --dry-run', 'acme/new.csv'],
    ['import acme/new.csv --yes --profile work', 'acme/new.csv'],
    ['import ./emails/../acme/new.csv --yes', './emails/../acme/new.csv'],
    ['import link.csv --yes', 'link.csv'],
    ['sync acme/new.csv --name s --yes', 'acme/new.csv'],
    ['subscribers update --from acme/new.csv --field first_name=A --yes', 'acme/new.csv'],
    ['emails push acme/issue.md', 'acme/issue.md'],
    ['emails push acme/issue.md --send --yes', 'acme/issue.md'],
    ['emails send acme/issue.md --yes', 'acme/issue.md'],
    ['emails pull may acme/new.md', 'acme/new.md'],
    ['subscribers export acme/all.csv', 'acme/all.csv'],
    ['subscribers export inside/all.csv', 'inside/all.csv'],
    ['import own.csv --suppress acme/new.csv --yes', 'acme/new.csv'],
    ['subscribers create --data @acme/new.json', 'acme/new.json'],
    ['api POST /v1/tags --data @acme/new.json --expect-account slow-carriage', 'acme/new.json'],
  ])('keeps "%s" from the current one', async (line, file) => {
    const { type } = await typedAbove();
    const { status, stderr, came } = await type(line);
    expect(stderr).toContain(
      `the folder of ${file} is for acme; these credentials belong to slow-carriage\n`,
    );
    expect(stderr).toContain(
      '\nhint: run the command in that folder; if the file is for slow-carriage all the same, copy it out of there\n',
    );
    expect([status, came]).toEqual([3, [1, 0]]);
  });

  it.runIf(process.platform === 'linux')(
    'keeps what the shell opens for stdin from the current one',
    async () => {
      const { home } = await typedAbove();
      const env = { NEWSLETTER_CONFIG_DIR: join(home, 'settings') };
      for (const line of ['import - --yes < acme/new.csv', 'subscribers create --data @- < acme/new.json']) {
        const { status, stderr } = await shell(`newsletter ${line}`, { home, cwd: home, env });
        expect(stderr).toContain('error: the folder of standard input is for acme;');
        expect(status).toBe(3);
      }
    },
  );

  it('keeps it from a key in the environment, too, and where the folder names a profile alone', async () => {
    const { type, work } = await typedAbove({ profile: 'acme' });
    const env = { NEWSLETTER_API_KEY: 'key-of-work', NEWSLETTER_BASE_URL: work.sandbox.baseUrl };
    for (const options of [{}, { env }])
      expect(await type('import acme/new.csv --yes', options)).toMatchObject({ status: 3, came: [1, 0] });
  });

  it('brings the rails of its folder', async () => {
    const { type } = await typedAbove({ profile: 'acme', allow: 'read' });
    const line = 'subscribers create --data @acme/new.json --profile acme';
    const { status, stderr } = await type(line);
    expect(stderr).toContain('allow is read');
    expect(status).toBe(3);
  });

  it('passes to that account, which it names', async () => {
    const { type, folder } = await typedAbove();
    await type('import new.csv --yes', { cwd: folder });
    const asked = (await type('import new.csv --yes --restart', { cwd: folder })).came;
    for (const [line, options] of [
      ['import ../new.csv --yes --restart', { cwd: join(folder, 'emails') }],
      ['import acme/new.csv --yes --restart --profile acme', {}],
    ] as const) {
      const { status, stderr, came } = await type(line, options);
      expect({ status, came }, stderr).toEqual({ status: 0, came: asked });
    }
    expect((await type('profiles use acme')).status).toBe(0);
    expect((await type('import acme/new.csv --yes --restart')).status).toBe(0);
    expect((await type('import own.csv --yes')).status).toBe(2);
  });
});

describe('a folder and a key in the environment', () => {
  const env = { NEWSLETTER_API_KEY: 'key-of-work' };

  it('that name two accounts keep every command from running', async () => {
    const { work, acme, run } = await beginning({ profile: 'acme' });
    const counts = () => [work.requests(), acme.requests()];
    const before = counts();
    for (const line of ['groups list', 'groups create --name A', 'whoami', 'token']) {
      expect(await run(line, { env })).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(
          /^error: NEWSLETTER_API_KEY is set, but this folder is for profile acme: which account is meant\?\n {2}\/.*names the profile\nhint: for the profile: --profile acme; .*NEWSLETTER_PROFILE=default/,
        ),
      });
    }
    expect(counts()).toEqual(before);
    expect((await run('whoami -o tsv --fields account_slug --profile acme', { env })).stdout).toBe('acme\n');
    // A variable that names another profile is as old as the key may be.
    const named = await run('groups list', { env: { ...env, NEWSLETTER_PROFILE: 'work' } });
    expect(named).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^error: NEWSLETTER_API_KEY is set, but NEWSLETTER_PROFILE names profile work: which account is meant\?\nhint: for the profile: --profile work;/,
      ),
    });
    const ci = { ...env, NEWSLETTER_PROFILE: 'default', NEWSLETTER_BASE_URL: work.sandbox.baseUrl };
    expect((await run('whoami -o tsv --fields account_slug', { env: ci })).stdout).toBe('slow-carriage\n');
  });
});

/** What a person sees who types the line at a terminal. */
async function atTerminal(cwd: string, line: string, env: Readonly<Record<string, string>>): Promise<string> {
  const running = start(line.trim().split(' '), {
    cwd,
    env,
    terminal: ['stdin', 'stdout', 'stderr'],
    columns: 200,
    stdin: 'open',
  });
  await running.ended;
  return running.screen();
}

describe('the line that says where a write goes', () => {
  it('names the account, and what chose the profile', async () => {
    const { home, folder, work } = await beginning({ profile: 'acme' });
    const own = { HOME: home, NEWSLETTER_CONFIG_DIR: join(home, 'settings') };
    const create = (cwd: string, more: string, env = {}) =>
      atTerminal(cwd, `groups create --name A --force --yes ${more}`, { ...own, ...env });
    const toWork = 'account: The Slow Carriage (slow-carriage), profile work';
    expect(await create(folder, '')).toMatch(
      /^account: Acme \(acme\), profile acme \(from \.newsletterrc\.json\)\nwarning: [^\n]+\nCreated group "A"/,
    );
    expect(await create(folder, '--profile work')).toContain(`${toWork} (from --profile)\n`);
    expect(await create(folder, '', { NEWSLETTER_PROFILE: 'work' })).toContain(
      `${toWork} (from NEWSLETTER_PROFILE)\n`,
    );
    expect(await create(home, '')).toContain(`${toWork}\n`);
    const key = { NEWSLETTER_API_KEY: 'key-of-work', NEWSLETTER_BASE_URL: work.sandbox.baseUrl };
    expect(await create(home, '', key)).toContain(
      'account: The Slow Carriage (slow-carriage), API key from NEWSLETTER_API_KEY\n',
    );
    expect(await create(folder, '--quiet')).not.toContain('account:');
  });

  it('stands in the log of a script with several profiles, too, and in the notes of an error in JSON', async () => {
    const { folder, run } = await beginning({ profile: 'acme' });
    const create = async (more: string) =>
      (await run(`groups create --name A --force ${more}`, { cwd: folder })).stderr;
    const said = 'account: Acme (acme), profile acme (from .newsletterrc.json)';
    expect(await create('--yes')).toContain(`${said}\n`);
    expect(await create('--yes --quiet')).not.toContain('account:');
    expect(JSON.parse(await create('-o json'))).toMatchObject({
      error: { notes: [said, expect.anything()] },
    });
  });

  it('comes before any question: another account than expected ends the command', async () => {
    const { home, folder, acme } = await beginning({ profile: 'acme', 'expect-account': 'other' });
    const own = { HOME: home, NEWSLETTER_CONFIG_DIR: join(home, 'settings') };
    const seen = await atTerminal(folder, `emails send ${await acme.emailId(draft)}`, own);
    expect(seen).toMatch(/^error: these credentials belong to acme, not to other\n/);
    writeFileSync(join(folder, 'people.csv'), 'email\nann@example.org\n');
    expect(await atTerminal(folder, 'import people.csv', own)).toMatch(/^error: these credentials belong/);
  });
});

describe('a project file that sets an address', () => {
  it('sends nothing, and help still works', async () => {
    const { file, acme, run } = await beginning({ profile: 'acme', 'base-url': 'https://evil.example' });
    const before = acme.requests();
    const refused = await run('subscribers list --json');
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(JSON.parse(refused.stderr.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: 'invalid_value', message: `${file}: base-url is not allowed in .newsletterrc.json` },
    });
    expect(acme.requests()).toBe(before);
    expect((await run('help environment')).status).toBe(0);
    expect((await run('groups list --help')).status).toBe(0);
  });
});
