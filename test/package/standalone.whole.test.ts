/** The executable of `npm run standalone`, on a machine where nothing else is. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { secretService } from '../commands/auth/secret-service.ts';
import { workbookOf } from '../import/files/outside-files.ts';
import { account, draft, type Line, wordsOf } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { limit } from '../support/load.ts';
import { needs, standalone } from '../support/needs.ts';
import { newsletterProcess, type ProcessOptions, startProcess } from '../support/process.ts';

/** An account, and the executable with the variables that lead to it; no program is on its PATH. */
async function machine() {
  const home = temporaryFolder();
  const { env, ...rest } = await account({ subscribers: 30 });
  const options = (more: ProcessOptions): ProcessOptions => ({
    home,
    ...more,
    command: [standalone],
    env: { ...env, PATH: '/nowhere', TMPDIR: home, ...more.env },
  });
  return {
    ...rest,
    home,
    run: (line: Line, more: ProcessOptions = {}) => newsletterProcess(wordsOf(line), options(more)),
    start: (line: Line, more: ProcessOptions = {}) => startProcess(wordsOf(line), options(more)),
  };
}

const { describe, it } = needs('standalone');

describe('the standalone executable', () => {
  it('when it is asked about itself, then it says what the package says', async () => {
    const { run } = await machine();
    for (const line of ['--version', '--help', 'help import', 'commands --json', 'completion zsh', 'grups']) {
      expect([line, await run(line)]).toEqual([line, await newsletterProcess(wordsOf(line))]);
    }
  });

  needs('standalone', 'tar', 'gzip').it('unpacks from its archive, with completions', () => {
    const prefix = temporaryFolder();
    const archive = join(dirname(standalone), `newsletter-${process.platform}-${process.arch}.tar.gz`);
    const options = { encoding: 'utf8', timeout: limit(30) } as const;
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', prefix], options);
    expect(execFileSync(join(prefix, 'bin/newsletter'), ['--version'], options)).toContain(manifest.version);
    const fish = readFileSync(join(prefix, 'share/fish/vendor_completions.d/newsletter.fish'), 'utf8');
    expect(fish).toContain('complete');
    expect(readdirSync(join(prefix, 'share')).sort()).toEqual(['bash-completion', 'doc', 'fish', 'zsh']);
  });

  it('when a workbook is imported, then its people arrive, and can be exported', async () => {
    const { run, home, all } = await machine();
    const people = [
      ['Email', 'Note'],
      ['ann@a-house.org', 'Größe'],
      ['no address', 'x'],
    ];
    writeFileSync(join(home, 'p.xlsx'), workbookOf({ People: people }));
    const imported = await run('import p.xlsx --create-fields --yes -o json');
    expect(JSON.parse(imported.stdout)).toMatchObject({ accepted: 1, rejected: 1 });
    expect(readFileSync(join(home, 'p.xlsx.rejects.csv'), 'utf8')).toContain('no address');
    expect(await all('/v1/subscribers')).toHaveLength(31);
    expect((await run('subscribers export out.csv')).status).toBe(0);
    expect(readFileSync(join(home, 'out.csv'), 'utf8')).toContain('ann@a-house.org');
    expect((await run('subscribers get ann@a-house.org -o yaml')).stdout).toContain('Größe');
  });

  it('when an email is pulled, then it can be checked, previewed and pushed', async () => {
    const { run, home, emailId } = await machine();
    const pulled = await run(['emails', 'pull', await emailId(draft), 'issue.md']);
    expect(pulled).toMatchObject({ status: 0 });
    expect(await run('emails lint issue.md -o json')).toMatchObject({ status: 0, stdout: '[]\n' });
    const { stdout } = await run('emails preview issue.md --no-browser');
    expect(readFileSync(stdout.trim(), 'utf8')).toContain('<html');
    const file = join(home, 'issue.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nOne more bridge.\n`);
    expect(await run('emails push issue.md')).toMatchObject({ status: 0 });
  });

  it('when its sandbox runs a command, then that may be the executable itself', async () => {
    const { run } = await machine();
    const { status, stdout } = await run([
      'sandbox',
      'exec',
      '--',
      standalone,
      'account',
      'get',
      '--json=status',
    ]);
    expect([status, JSON.parse(stdout)]).toEqual([0, { status: 'active' }]);
  });

  it('when its broker runs, then it answers', async () => {
    const { start, sandbox } = await machine();
    const broker = start('broker --port 0', {
      env: { NEWSLETTER_AUTH_URL: sandbox.authUrl, NEWSLETTER_CLIENT_ID: 'x', NEWSLETTER_CLIENT_SECRET: 'y' },
    });
    const [address] = await broker.said(/http:\/\/127\.0\.0\.1:\d+/);
    expect((await fetch(new URL('/healthz', address))).status).toBe(200);
  });

  it('when the licences are asked for, then those of Node are among them', async () => {
    const { run } = await machine();
    const { stdout } = await run('__licenses');
    for (const part of ['Node.js', '@napi-rs/keyring', 'the libraries of newsletter-cli']) {
      expect(stdout).toContain(`===== ${part} =====`);
    }
  });

  needs('standalone', 'dbus-daemon', 'dbus-send', 'gnome-keyring-daemon').it(
    'when somebody signs in, then the key is in the keychain, and no library stays behind',
    async () => {
      const { run, home, sandbox } = await machine();
      const keychain = await secretService();
      const env = { ...keychain, NEWSLETTER_API_KEY: undefined, NEWSLETTER_CREDENTIAL_STORE: 'keychain' };
      const signedIn = await run('login --api-key', { env, stdin: sandbox.apiKey });
      expect(signedIn).toMatchObject({ status: 0 });
      expect((await run('token', { env })).stdout).toBe(`${sandbox.apiKey}\n`);
      expect(readdirSync(home)).toEqual(['settings']);
      const settings = join(home, 'settings');
      const kept = readdirSync(settings).map(name => readFileSync(join(settings, name), 'utf8'));
      expect(kept.join()).not.toContain(sandbox.apiKey);
    },
  );
});
