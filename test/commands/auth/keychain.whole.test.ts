import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { dayClock } from '../../support/clock.ts';
import { limit } from '../../support/load.ts';
import { needs } from '../../support/needs.ts';
import { newsletterProcess, startProcess } from '../../support/process.ts';
import type { RunOptions } from '../../support/run.ts';
import { secretService } from './secret-service.ts';
import { type SignInService, signIn, signInService } from './sign-in.ts';

/** What the program keeps in files, as one text. */
function files({ folder }: SignInService): string {
  const settings = join(folder, 'settings');
  return readdirSync(settings)
    .map(name => readFileSync(join(settings, name), 'utf8'))
    .join('\n');
}

/** Asks the keychain itself, as the program does. */
function inKeychain(made: SignInService, env: NodeJS.ProcessEnv, name = 'default') {
  const stored = JSON.parse(readFileSync(join(made.folder, 'settings', 'credentials.json'), 'utf8'));
  const account: string = stored.profiles[name].account;
  const helper = fileURLToPath(new URL('../../../dist/keychain-process.cjs', import.meta.url));
  const ask = (request: object) =>
    JSON.parse(
      execFileSync(process.execPath, [helper], {
        ...{ input: JSON.stringify(request), env: { PATH: process.env.PATH, ...env }, timeout: limit(10) },
      }).toString(),
    );
  return {
    get: (): string | null => ask({ do: 'get', account }).secret,
    set: (change: object) => {
      const secret = { ...JSON.parse(ask({ do: 'get', account }).secret), ...change };
      expect(ask({ do: 'set', account, secret: JSON.stringify(secret) })).toEqual({ done: true });
    },
  };
}

async function withKeychain(options: Parameters<typeof signInService>[0] = {}, store = 'auto') {
  const keychain = await secretService();
  const made = await signInService(options);
  const env = { ...made.env, ...keychain, NEWSLETTER_CREDENTIAL_STORE: store };
  const all = { ...made, env };
  return {
    ...all,
    keychain,
    run: (line: string, more?: RunOptions) =>
      newsletterProcess(line.split(' '), { home: made.folder, env: { ...env, ...made.secret }, ...more }),
  };
}

needs('dbus-daemon', 'dbus-send', 'gnome-keyring-daemon').describe('a keychain', () => {
  it('keeps, refreshes and forgets a sign-in', async () => {
    const clock = dayClock();
    const made = await withKeychain({ clock: clock.now });
    expect(await signIn(made, [], startProcess)).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('kept in'),
    });
    const entry = inKeychain(made, made.keychain);
    const first = JSON.parse(entry.get() ?? '');
    expect(first).toMatchObject({ kind: 'oauth', refreshToken: expect.stringMatching(/^rt_/) });
    expect(files(made)).not.toMatch(/\b(at|rt)_/);
    expect(JSON.parse((await made.run('whoami -o json')).stdout)).toMatchObject({
      credentials_kept_in: 'keychain',
    });

    clock.move(7_201_000);
    entry.set({ expiresAt: Date.now() - 1000 });
    expect((await made.run('account get')).status).toBe(0);
    const second = JSON.parse(entry.get() ?? '');
    expect(second.refreshToken).toMatch(/^rt_/);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(files(made)).not.toMatch(/\b(at|rt)_/);

    // Longer than an entry of the keychain of Windows.
    const longest = 'x'.repeat(5000);
    entry.set({ accessToken: longest });
    expect(JSON.parse(entry.get() ?? '')).toMatchObject({ accessToken: longest });
    expect((await made.run('profiles rename default work')).status).toBe(0);
    expect((await made.run('token --profile work')).stdout).toBe(`${longest}\n`);
    expect((await made.run('logout --profile work')).status).toBe(0);
    expect(entry.get()).toBeNull();
    expect((await made.run('whoami --profile work')).status).toBe(3);
  });
});
