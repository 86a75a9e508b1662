/** With two profiles and no terminal, a write goes to an account that somebody named, or nowhere. */
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter, start } from '../support/program.ts';

/** Profiles `work`, which is the current one, and `acme`; and what was changed in the account of the first. */
async function beginning(profiles: readonly string[] = ['work', 'acme']) {
  const home = temporaryFolder();
  const { sandbox, emailId } = await account({ subscribers: 3 });
  const run = (line: string, more: object = {}) => newsletter(line.split(' '), { home, cwd: home, ...more });
  for (const profile of profiles) {
    const login = `login --api-key --profile ${profile} --base-url ${sandbox.baseUrl}`;
    expect((await run(login, { stdin: sandbox.apiKey })).status).toBe(0);
  }
  const id = await emailId(draft);
  writeFileSync(join(home, 'people.csv'), 'email\nnew@example.org\n');
  writeFileSync(join(home, 'issue.md'), `---\nid: ${id}\nsubject: May\n---\nMay\n`);
  const sent = () =>
    Object.entries(sandbox.requests())
      .filter(([name, count]) => !name.startsWith('GET') && count > 0)
      .map(([name]) => name);
  return { home, run, sent, id, sandbox };
}

const writes = [
  'import people.csv --yes',
  'sync people.csv --name customers --yes',
  'sync apply plan.json --yes',
  'emails send ID --yes',
  'emails push issue.md --send --yes',
  'subscribers update --all --add-tag x --yes',
  'api POST /v1/subscriber-imports --data {"subscribers":[{"email":"a@b.c"}]}',
  'emails push issue.md',
  'groups create --name x --force --yes',
  'tags create --name x',
  'fields create --name x --kind text',
  'account update --name x',
  'subscribers create --email a@asana.org',
  'subscribers update train@example.org --field first_name=A',
];

describe('without a terminal, two profiles, and none named', () => {
  it.each(writes)('"%s" does nothing, and names the profiles', async line => {
    const { run, sent, id } = await beginning();
    if (line.includes('plan.json'))
      await run('sync people.csv --name customers --plan-out plan.json --profile work');
    for (const more of ['', ' --dry-run']) {
      const { status, stderr } = await run(line.replace('ID', id) + more);
      expect({ status, sent: sent() }, stderr).toEqual({ status: 2, sent: [] });
      expect(stderr).toContain('profiles: work (current), acme');
    }
  });

  it.each([
    ['logout', {}],
    ['logout --yes', { NEWSLETTER_API_KEY: 'left-over' }],
    ['logout --expect-account slow-carriage', {}],
  ])('"%s" signs out of none', async (line, env) => {
    const { run } = await beginning();
    const { status, stderr } = await run(line, { env });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'error: which account? Several profiles are set up, and none is named\n  profiles: work (current), acme\nhint: newsletter logout --profile <name>, or --all\n',
    });
    expect((await run('profiles list -o tsv --fields signed_in')).stdout).toBe('true\ntrue\n');
    expect((await run('logout --profile work')).status).toBe(0);
  });

  it.each([
    ['', 5],
    ['y', 0],
  ])('at a terminal "logout" asks first: %j', async (answer, exit) => {
    const { home } = await beginning();
    const terminal = start(['logout'], { home, cwd: home, terminal: ['stdin', 'stderr'], stdin: 'open' });
    await terminal.said(/Sign out profile work of The Slow Carriage \(slow-carriage\)\?/);
    terminal.type(`${answer}\r`);
    expect((await terminal.ended).status).toBe(exit);
  });

  it('"undo" restores nothing', async () => {
    const { run, sandbox } = await beginning();
    const updated = await run('subscribers update --all --add-tag x --yes --profile work');
    const [, id = ''] = /newsletter .*\bundo (\w+)/.exec(updated.stderr) ?? [];
    const before = sandbox.requests()['PATCH /v1/subscribers/{id}'];
    const { status, stderr } = await run(`undo ${id} --yes`);
    expect(status, stderr).toBe(2);
    expect(stderr).toContain('profiles: work (current), acme');
    expect(sandbox.requests()['PATCH /v1/subscribers/{id}']).toBe(before);
  });

  it('a list works: it changes nothing', async () => {
    expect((await (await beginning()).run('subscribers list')).status).toBe(0);
  });
});

describe('the account is named', () => {
  const line = 'import people.csv --yes';

  it.each<[string, string, Record<string, string>]>([
    ['a flag', `${line} --profile work`, {}],
    ['a variable', line, { NEWSLETTER_PROFILE: 'work' }],
    ['--expect-account', `${line} --expect-account slow-carriage`, {}],
    ['NEWSLETTER_EXPECT_ACCOUNT', line, { NEWSLETTER_EXPECT_ACCOUNT: 'slow-carriage' }],
    ['a key in the environment', line, { NEWSLETTER_API_KEY: 'key', NEWSLETTER_BASE_URL: 'of the account' }],
  ])('by %s', async (_, words, env) => {
    const { run, sent, sandbox } = await beginning();
    const key = { NEWSLETTER_API_KEY: sandbox.apiKey, NEWSLETTER_BASE_URL: sandbox.baseUrl };
    const { status, stderr } = await run(words, { env: 'NEWSLETTER_API_KEY' in env ? key : env });
    expect(status, stderr).toBe(0);
    expect(sent()).toEqual(['POST /v1/subscriber-imports']);
  });

  it.each([
    ['a linked folder', ['work', 'acme'], 'link acme'],
    ['the only profile besides that of a sandbox', ['work', 'sandbox'], 'whoami'],
  ])('by %s', async (_, profiles, before) => {
    const { run } = await beginning(profiles);
    expect((await run(before)).status).toBe(0);
    const { status, stderr } = await run(line);
    expect(status, stderr).toBe(0);
  });

  it('but not by what the current profile itself expects', async () => {
    const { run, sent } = await beginning();
    expect((await run('config set expect-account slow-carriage')).status).toBe(0);
    expect((await run(line)).status).toBe(2);
    expect(sent()).toEqual([]);
  });
});

describe('profiles use --none', () => {
  it('leaves no account that a command would take by itself, and a new sign-in leaves it so', async () => {
    const { run, sandbox } = await beginning(['default', 'acme']);
    expect((await run('profiles use --none')).status).toBe(0);
    const login = `login --api-key --profile third --base-url ${sandbox.baseUrl}`;
    expect((await run(login, { stdin: sandbox.apiKey })).stderr).toMatch(
      /\nno profile is current\nhint: newsletter link third, in a folder for this account\n$/,
    );
    expect((await run('profiles list -o tsv --fields name,current')).stdout).not.toContain('true');
    for (const line of ['subscribers list', 'tags create --name x', 'whoami']) {
      const { status, stderr } = await run(line);
      expect({ status, stderr }, line).toEqual({
        status: 2,
        stderr: expect.stringMatching(/^error: which account\? No profile is current\n/),
      });
      expect((await run(`${line} --profile acme`)).status, line).toBe(0);
    }
    expect((await run('doctor -o tsv --fields name,status,fix')).stdout).toMatch(
      /^profile\tfailure\tpass --profile <name>.*\n(.*\tskipped\t\n|.*\tok\t\n)*$/m,
    );
    expect((await run('profiles use acme')).status).toBe(0);
    expect((await run('whoami')).status).toBe(0);
  });

  it('an expected account of one profile selects it, that of several none', async () => {
    const { run, sandbox } = await beginning(['acme']);
    expect((await run('profiles use --none')).status).toBe(0);
    const env = { NEWSLETTER_EXPECT_ACCOUNT: 'slow-carriage' };
    const who = 'whoami -o tsv --fields profile,profile_from,why';
    expect((await run(who, { env })).stdout).toBe(
      'profile\tacme\nprofile_from\texpected\nwhy\tthe expected account names acme\n',
    );
    expect((await run('import people.csv --yes --expect-account slow-carriage')).status).toBe(0);
    expect((await run(`${who} --expect-account other`)).status).toBe(2);
    await run(`login --api-key --profile work --base-url ${sandbox.baseUrl}`, { stdin: sandbox.apiKey });
    expect((await run(who, { env })).status).toBe(2);
  });

  it('takes no name', async () => {
    const { run } = await beginning();
    expect((await run('profiles use work --none')).status).toBe(2);
    expect((await run('profiles use')).status).toBe(2);
  });
});

it('whoami says why it is this account', async () => {
  const { run, home, sandbox } = await beginning();
  const why = async (more = '', env: Record<string, string> = {}) =>
    (await run(`whoami -o tsv --fields why${more}`, { env })).stdout.trim();
  expect(await why()).toBe('work is the current profile (newsletter profiles use)');
  expect(await why(' --profile acme')).toBe('--profile names acme');
  expect(await why('', { NEWSLETTER_PROFILE: 'acme' })).toBe('NEWSLETTER_PROFILE names acme');
  expect(await why('', { NEWSLETTER_API_KEY: sandbox.apiKey })).toBe('NEWSLETTER_API_KEY is set');
  expect((await run('link acme')).status).toBe(0);
  expect(await why()).toBe(`${realpathSync(home)}/.newsletterrc.json names acme`);
});

it('whoami shows the rails that hold here, and who set them', async () => {
  const { run } = await beginning();
  expect((await run('whoami -o tsv --fields rails')).stdout).toBe('\n');
  expect((await run('config set allow draft')).status).toBe(0);
  const env = { NEWSLETTER_MAX_CHANGES: '5' };
  expect((await run('whoami -o tsv --fields rails', { env })).stdout).toBe(
    'allow draft (profile work), max-changes 5 (NEWSLETTER_MAX_CHANGES)\n',
  );
});
