/** The files of settings and credentials, written by real processes. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletterProcess, type ProcessOptions, started } from '../support/process.ts';

it('several processes at once add profiles and credentials without losing one', async () => {
  const { sandbox } = await account();
  const home = temporaryFolder();
  const names = Array.from({ length: 8 }, (_, i) => `p${i}`);
  const line = ['login', '--api-key', '--base-url', sandbox.baseUrl, '--profile'];
  const ended = await Promise.all(
    names.map(name => newsletterProcess([...line, name], { home, stdin: sandbox.apiKey })),
  );
  expect(ended.map(({ status }) => status)).toEqual(names.map(() => 0));
  const settings = join(home, 'settings');
  for (const name of ['config.json', 'credentials.json']) {
    const { profiles } = JSON.parse(readFileSync(join(settings, name), 'utf8'));
    expect(Object.keys(profiles).sort(), name).toEqual(names);
  }
  expect(readdirSync(settings).sort()).toEqual(['config.json', 'credentials.json']);
});

describe('a disk without room', () => {
  // A limit on the size of files cuts a write short, as a full disk does.
  const limited = (blocks: number, args: readonly string[], options: ProcessOptions) =>
    newsletterProcess(args, {
      ...options,
      command: ['/bin/sh', '-c', `ulimit -f ${blocks} && exec "$0" "$@"`, ...started],
    });

  it.each(['config.json', 'credentials.json'])('leaves %s as it was, and says so in one line', async name => {
    const { sandbox } = await account();
    const home = temporaryFolder();
    const settings = join(home, 'settings');
    const login = ['login', '--api-key', '--base-url', sandbox.baseUrl];
    expect((await newsletterProcess(login, { home, stdin: sandbox.apiKey })).status).toBe(0);
    const file = join(settings, name);
    const { profiles } = JSON.parse(readFileSync(file, 'utf8'));
    const others = Array.from({ length: 300 }, (_, i) => [`profile-${i}`, { kind: 'x'.repeat(40) }]);
    const before = JSON.stringify({ profiles: { ...profiles, ...Object.fromEntries(others) } });
    writeFileSync(file, before);
    const { status, stderr } = await limited(8, login, { home, stdin: sandbox.apiKey });
    expect(status).toBe(1);
    const why = 'the file is too large for this file system';
    expect(stderr).toContain(`error: cannot write ${file}: ${why}\nhint: set NEWSLETTER_CONFIG_DIR`);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(settings).sort()).toEqual(['config.json', 'credentials.json']);
  });
});
