/** Signing in at a real terminal: prompts, pasting, Ctrl-C. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decide, program, type Service, service } from './program.ts';

const hasScript = String(spawnSync('script', ['--version']).stdout).includes('util-linux');

/** Runs the program on a pseudo terminal. */
function onTerminal({ folder, env }: Service, args: string, more: NodeJS.ProcessEnv = {}) {
  const line = `stty cols 400 rows 20; "${process.execPath}" "${program}" ${args}; echo "exit $?"`;
  const child = spawn('/bin/bash', ['--norc', '-c', 'exec script -qec "$LINE" /dev/null'], {
    env: {
      ...{
        PATH: process.env.PATH,
        HOME: folder,
        TERM: 'xterm',
        SHELL: '/bin/bash',
        LINE: line,
        NO_COLOR: '1',
      },
      ...{ NEWSLETTER_CONFIG_DIR: join(folder, 'settings'), NEWSLETTER_CREDENTIAL_STORE: 'file' },
      ...env,
      ...more,
    },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  let screen = '';
  const looks = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    for (const look of looks) look();
  });
  return {
    type: (keys: string) => void child.stdin.write(keys),
    ended: new Promise<string>((resolve, reject) =>
      child.on('error', reject).on('close', () => resolve(screen)),
    ),
    shows: (pattern: RegExp) =>
      new Promise<string>(resolve => {
        const look = () => {
          const found = pattern.exec(screen)?.[0];
          if (found === undefined) return;
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
  };
}

const address = /http:\S+\/oauth\/authorize\S+(?=\r?\n)/;

describe.skipIf(!hasScript)('at a terminal', () => {
  it('when the secret is typed and the address pasted, then the person is signed in and neither secret shows', async () => {
    const made = await service();
    const login = onTerminal(made, 'login --no-browser');
    await login.shows(/client secret/);
    login.type('sandbox-secret\r');
    const back = await decide(await login.shows(address));
    login.type(`${back}\r`);
    const screen = await login.ended;
    expect(screen).toMatch(/signed in to The Slow Carriage[\s\S]*exit 0\r?\n$/);
    expect(screen).not.toContain('sandbox-secret');
    const kept = readFileSync(join(made.folder, 'settings', 'credentials.json'), 'utf8');
    expect(kept).toContain('rt_');
    expect(kept).not.toContain('sandbox-secret');
  });

  it('when the browser comes back while something is half typed, then the browser counts', async () => {
    const made = await service();
    const login = onTerminal(made, 'login', made.secret);
    const shown = await login.shows(address);
    login.type('http://127');
    await fetch(await decide(shown));
    expect(await login.ended).toMatch(/signed in to[\s\S]*exit 0\r?\n$/);
  });

  it.each([
    ['the secret is asked for', {}, /client secret/],
    ['the browser is waited for', { NEWSLETTER_CLIENT_SECRET: 'sandbox-secret' }, address],
  ])('when Ctrl-C is typed while %s, then it ends and leaves nothing', async (_, more, prompt) => {
    const made = await service();
    const login = onTerminal(made, 'login', more);
    await login.shows(prompt);
    login.type('\x03');
    expect(await login.ended).toMatch(/error: interrupted[\s\S]*exit 130\r?\n$/);
    await expect(fetch(made.redirectUri)).rejects.toThrow();
    expect(readdirSync(made.folder)).toEqual([]);
  });

  it('when --no-input is given, then nobody is asked for the secret', async () => {
    const made = await service();
    const screen = await onTerminal(made, 'login --no-input').ended;
    expect(screen).toMatch(/no client secret[\s\S]*exit 2\r?\n$/);
  });
});
