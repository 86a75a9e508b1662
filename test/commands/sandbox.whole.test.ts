import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeProfiles, temporaryFolder } from '../support/home.ts';
import { newsletterProcess, program, startProcess } from '../support/process.ts';
import { newsletter, start } from '../support/program.ts';
import { until } from '../support/run.ts';
import { listening } from '../support/service.ts';

describe('sandbox', () => {
  it('its profile works while it runs, is never made current, and Ctrl-C ends it with 0', async () => {
    const env = { NEWSLETTER_CONFIG_DIR: temporaryFolder() };
    const line = 'sandbox --port 0 --subscribers 5 --json'.split(' ');
    const { ended, stdout, signal } = startProcess(line, { env });
    await until(() => stdout().endsWith('}\n'));
    const said = JSON.parse(stdout()) as Record<string, string>;
    expect(said).toMatchObject({
      profile: 'sandbox',
      api_key: expect.any(String),
      client_id: expect.any(String),
    });

    const list = await newsletter(['subscribers', 'list', '--profile', 'sandbox'], { env });
    expect(list).toMatchObject({ status: 0, stderr: '' });
    expect(list.stdout.trimEnd().split('\n')).toHaveLength(5);
    const whoami = await newsletter(['whoami', '--profile', 'sandbox', '--json=base_url'], { env });
    expect(JSON.parse(whoami.stdout)).toEqual({ base_url: said.base_url });
    const client = await newsletter(['config', 'get', 'client-id', '--profile', 'sandbox'], { env });
    expect(client.stdout).toBe(`${said.client_id}\n`);
    expect((await newsletter(['account', 'get'], { env })).status).toBe(3);

    signal('SIGINT');
    expect(await ended).toMatchObject({
      status: 0,
      stderr: 'sandbox stopped\n',
    });
    const after = await newsletter('account get --profile sandbox --retries 0'.split(' '), { env });
    expect(after).toMatchObject({
      status: 7,
      stderr: expect.stringMatching(/^error: the sandbox is not running$/m),
    });
  });

  it('while it runs, rails and the account of a folder hold for it, so that they can be tried there', async () => {
    const home = temporaryFolder();
    const place = { home, cwd: home };
    const sandbox = start(['sandbox', '--port', '0'], place);
    await sandbox.said(/To stop it, press Ctrl-C\./);
    expect(sandbox.stderr()).toMatch(/NEWSLETTER_CLIENT_SECRET=\S+ newsletter login --profile sandbox/);
    const [, url = ''] = /sandbox: (\S+)/.exec(sandbox.stderr()) ?? [];
    const [, key = ''] = /API key +(\S+)/.exec(sandbox.stderr()) ?? [];
    const run = async (line: string, env = {}) => await newsletter(line.split(' '), { ...place, env });
    await run('config set allow draft --profile sandbox');
    expect((await run('config get allow --profile sandbox')).stdout).toBe('draft\n');
    const create = await run('tags create --name x --profile sandbox');
    expect([create.status, create.stderr]).toEqual([3, expect.stringContaining('allow is draft')]);
    writeFileSync(join(home, '.newsletterrc.json'), '{"expect-account":"bakery"}', { mode: 0o644 });
    writeFileSync(join(home, 'people.csv'), 'email\nnew@example.org\n');
    const env = { NEWSLETTER_PROFILE: 'default', NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: key };
    const elsewhere = await run('import people.csv --yes', env);
    expect([elsewhere.status, elsewhere.stderr]).toEqual([3, expect.stringContaining('not to bakery')]);
    sandbox.signal('SIGINT');
    await sandbox.ended;
  });

  it('a port in use is named', async () => {
    const port = await listening(createServer());
    const ended = await newsletter(['sandbox', '--port', String(port), '-o', 'json']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      new RegExp(`"message":"port ${port} of 127\\.0\\.0\\.1 is in use".*"hint":".*--port`),
    );
    expect(ended.stderr).toContain('"code":"port_in_use"');
  });
});

describe('the profile of the sandbox', () => {
  it('stays with a sandbox that runs; the next one takes it over, also when all requests fail', async () => {
    const home = temporaryFolder();
    const begin = async (more: readonly string[] = []) => {
      const sandbox = start(['sandbox', '--port', '0', ...more], { home });
      await sandbox.said(/To stop it, press Ctrl-C\./);
      return { ...sandbox, address: /sandbox: (\S+)/.exec(sandbox.stderr())?.[1] };
    };
    const address = async () =>
      (await newsletter(['config', 'get', 'base-url', '--profile', 'sandbox'], { home })).stdout.trim();
    const stop = async ({ signal, ended }: Awaited<ReturnType<typeof begin>>) => {
      signal('SIGINT');
      await ended;
    };
    const [first, second] = [await begin(), await begin()];
    expect(second.stderr()).toContain(`profile sandbox is for ${first.address}, so it was not changed`);
    expect(await address()).toBe(first.address);
    await stop(first);
    const third = await begin(['--fail', '1']);
    expect(await address()).toBe(third.address);
    const line = ['account', 'get', '--profile', 'sandbox', '--retries', '0'];
    expect([6, 7]).toContain((await newsletter(line, { home })).status);
    await stop(second);
    await stop(third);
  });

  it('leaves a profile sandbox of another service as it is', async () => {
    const home = temporaryFolder();
    const real = 'https://api.example.com';
    storeProfiles(home, { sandbox: real });
    const sandbox = start(['sandbox', '--port', '0'], { home });
    await sandbox.said(/To stop it, press Ctrl-C\./);
    expect(sandbox.stderr()).toMatch(
      /profile sandbox is for https:\/\/api\.example\.com, so it was not changed/,
    );
    expect(sandbox.stderr()).toMatch(/NEWSLETTER_BASE_URL=http:\S+ NEWSLETTER_API_KEY=\S+ newsletter/);
    sandbox.signal('SIGINT');
    await sandbox.ended;
    const get = await newsletter(['config', 'get', 'base-url', '--profile', 'sandbox'], { home });
    expect(get.stdout.trim()).toBe(real);
    const login = await newsletter(['login', '--api-key', '--profile', 'sandbox'], { home, stdin: 'key' });
    expect(login).toMatchObject({ status: 2, stderr: expect.stringContaining('is for the sandbox') });
  });
});

describe('sandbox exec', () => {
  const exec = (options: readonly string[], ...command: string[]) =>
    newsletterProcess(['sandbox', 'exec', ...options, '--', ...command], {
      env: { NEWSLETTER_PROFILE: 'work', LEFT: 'over' },
    });
  const node = (script: string, options: readonly string[] = []) =>
    exec(options, process.execPath, '-e', script);

  it('when a command runs in it, then the environment leads to it, and its output is all there is', async () => {
    const script =
      'const {env}=process; console.log(JSON.stringify([env.NEWSLETTER_BASE_URL, env.NEWSLETTER_AUTH_URL, env.NEWSLETTER_API_KEY, env.LEFT]))';
    const { status, stdout, stderr } = await node(script);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [base, auth, key, left] = JSON.parse(stdout) as string[];
    expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect({ auth, key, left }).toEqual({ auth: base, key: expect.stringMatching(/./), left: 'over' });
  });

  it('when options stand before --, then they are the sandbox’s; behind it, the command’s', async () => {
    const line = [process.execPath, program, 'subscribers', 'list', '--json=id', '--no-color', '-v'];
    const options = 'sandbox exec --subscribers 2 --page-size 1 --'.split(' ');
    const ended = await newsletterProcess([...options, ...line]);
    expect(ended.status, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual([{ id: expect.any(String) }]);
    expect(ended.stderr).toContain('1 of 2 shown');
  });

  it("everything from the command's name on belongs to the command", async () => {
    const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const options = 'sandbox exec --subscribers 2 --no-color'.split(' ');
    const words = 'ls -o json --json=a -q -h'.split(' ');
    const line = [...options, process.execPath, '-e', script, ...words];
    const { status, stdout, stderr } = await newsletterProcess(line);
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual(words);
  });

  it.each(['SIGHUP', 'SIGTERM'] as const)('%s ends the command, and its status is returned', async name => {
    const script =
      'process.on("SIGTERM", () => process.exit(43)); console.log("ready"); setInterval(() => {}, 1000)';
    const { ended, stdout, signal } = startProcess(['sandbox', 'exec', '--', process.execPath, '-e', script]);
    await until(() => stdout() === 'ready\n');
    signal(name);
    expect((await ended).status).toBe(43);
  });

  it('when the command ends with a status, then that is the status', async () => {
    expect((await node('process.exit(7)')).status).toBe(7);
    expect((await node('process.kill(process.pid, "SIGKILL")')).status).toBe(128 + 9);
  });

  it('when the command is newsletter, then it is this program, though another one stands first in the PATH', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'newsletter'), '#!/bin/sh\necho another\n', { mode: 0o755 });
    const args = ['sandbox', 'exec', '--', 'newsletter', 'account', 'get', '--json=name'];
    const ended = await newsletterProcess(args, {
      env: { PATH: [folder, process.env.PATH].join(delimiter) },
    });
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining('The Slow Carriage') });
  });

  it('what was changed in it is not listed by undo when it has ended', async () => {
    const home = temporaryFolder();
    const line = 'newsletter subscribers update --all --add-tag x --yes'.split(' ');
    const ended = await newsletterProcess(['sandbox', 'exec', '--', ...line], { home });
    expect(ended).toMatchObject({ status: 0, stderr: expect.stringContaining('to undo it') });
    expect((await newsletterProcess(['undo', '--json'], { home })).stdout).toBe('[]\n');
  });

  it('when unknown command, or none, then that is a usage error without a stack trace', async () => {
    expect(await exec([], 'no-such-command', '-v')).toMatchObject({
      status: 127,
      stderr: expect.stringContaining('command not found: no-such-command'),
    });
    expect((await newsletter(['sandbox', 'exec'])).status).toBe(2);
  });

  it('a command is not found where folders of the PATH may not be read, or hold a file of its name that is no program', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'closed'), { mode: 0o000 });
    writeFileSync(join(folder, 'nope'), '', { mode: 0o644 });
    const env = { PATH: [join(folder, 'closed'), folder, process.env.PATH].join(delimiter) };
    const ended = await newsletterProcess(['sandbox', 'exec', '--', 'nope'], { env });
    expect(ended).toMatchObject({ status: 127, stderr: expect.stringContaining('command not found: nope') });
  });
});
