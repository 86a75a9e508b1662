import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { needs } from '../support/needs.ts';
import { shell } from '../support/shell.ts';

needs('bash').describe('a reader who stops reading', () => {
  it.each(['', '-o json', '-o ndjson', '-o csv', '-o yaml', '-o table'])(
    'when a list "%s" is cut by head, then the program asks for no more pages and ends quietly with 0',
    async format => {
      const { env, sandbox } = await account({ subscribers: 5000 });
      const line = `newsletter subscribers list --all ${format}`;
      const { stdout, stderr } = await shell(`(${line}; echo "exit $?" >&2) | head -n 1`, { env });
      expect(stderr).toBe('exit 0\n');
      expect(stdout.trimEnd().split('\n')).toHaveLength(1);
      expect(sandbox.requests()['GET /v1/subscribers']).toBeLessThan(25);
    },
  );

  it('a closed stderr does not stop the data', async () => {
    const { env } = await account();
    const { stdout } = await shell('newsletter groups list', { env });
    expect(stdout).not.toBe('');
    for (const closed of ['2> >(exec true)', '2>&-']) {
      expect(await shell(`newsletter groups list -v ${closed}`, { env })).toMatchObject({
        stdout,
        status: 0,
      });
    }
  });

  it.each(['--help', 'groups --help', 'help groups', '--version'])(
    'when nobody reads "%s", then the program ends quietly',
    async line => {
      expect(await shell(`newsletter ${line} | true`)).toEqual({ status: 0, stdout: '', stderr: '' });
    },
  );
});

needs('bash', '/dev/full').describe('a full disk', () => {
  it.each(['groups list', 'groups get Everyone', 'groups list -o csv', '--help', 'help groups', '--version'])(
    'when the output of "%s" cannot be written, then the program says so',
    async line => {
      const { env } = await account();
      expect(await shell(`newsletter ${line} >/dev/full`, { env })).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(
          /^error: cannot write to standard output: (?:the disk is full|ENOSPC[^\n]*)\n/,
        ),
      });
    },
  );
});

describe('a home that nothing can be written to', () => {
  it('when the folder would be below a file, then reading works and writing says why', async () => {
    const { sandbox, run } = await account();
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const env = { NEWSLETTER_CONFIG_DIR: join(file, 'settings') };
    expect((await run('groups list', { env })).status).toBe(0);
    for (const line of ['config set timeout 3', `login --api-key --base-url ${sandbox.baseUrl}`]) {
      expect(await run(line, { env, stdin: sandbox.apiKey })).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^error: cannot write to \S+settings: [^\n]+\nhint: [^\n]+\n$/),
      });
    }
  });
});

describe('what is said on stderr', () => {
  it('when --verbose, then each request and answer, but never the key', async () => {
    const { run, sandbox } = await account();
    for (const { stderr, status } of [
      await run('groups get Everyone -v'),
      await run('groups get Everyone', { env: { NEWSLETTER_DEBUG: '1' } }),
      await run('groups get Nobody -v'),
    ]) {
      expect([0, 4]).toContain(status);
      expect(stderr).toMatch(/^> GET http:\/\/127\.0\.0\.1:\d+\/v1\/groups/m);
      expect(stderr).toMatch(/^< 200 OK \d+ ms /m);
      expect(stderr).not.toContain(sandbox.apiKey);
    }
    const refused = await run('account get -v', { env: { NEWSLETTER_API_KEY: 'a-wrong-key' } });
    expect(refused.status).toBe(3);
    expect(refused.stderr).not.toContain('a-wrong-key');
  });

  it('--quiet prints errors with their hints, and nothing else on stderr', async () => {
    const { run } = await account();
    expect((await run('subscribers list --limit 1 -q')).stderr).toBe('');
    expect((await run('groups create --name A -q --yes --expect-account slow-carriage')).stderr).toBe('');
    expect((await run('groups get Nobody -q')).stderr).toEqual(
      expect.stringMatching(/^error: no group "Nobody"\nhint: .*newsletter groups list\n$/),
    );
  });

  it('JSON in a pipe ends with the notes, warnings and hints on stderr', async () => {
    const { run } = await account();
    expect(await run('groups create --name All --yes --json')).toMatchObject({
      status: 0,
      stderr: 'warning: a group without filters contains all subscribers\n',
    });
    const list = await run('subscribers list --limit 1 --json');
    expect(JSON.parse(list.stdout)).toHaveLength(1);
    expect(list.stderr).toBe('1 of 3 shown; all: --all\n');
  });

  it('when colours are forced or not, then only forced ones show in a pipe', async () => {
    const { run } = await account();
    const env = { NO_COLOR: '', FORCE_COLOR: '1' };
    const colour = '\u001b[';
    expect((await run('groups list -o table', { env })).stdout).toContain(colour);
    expect((await run('groups get Nobody', { env })).stderr).toContain(colour);
    expect((await run('groups list -o table --no-color', { env })).stdout).not.toContain(colour);
    expect((await run('groups get Nobody --no-color', { env })).stderr).not.toContain(colour);
    expect((await run('groups list -o table', { env: { NO_COLOR: '' } })).stdout).not.toContain(colour);
  });
});
