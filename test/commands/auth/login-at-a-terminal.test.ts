/** Signing in at a real terminal: prompts, pasting, Ctrl-C. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { needs } from '../../support/needs.ts';
import { onTerminal } from '../../support/pseudo-terminal.ts';
import { decide, signInService } from './sign-in.ts';

const address = /http:\S+\/oauth\/authorize\S+(?=\r?\n)/;

needs('script').describe('at a terminal', () => {
  it('when the secret is typed and the address pasted, then the person is signed in and neither secret shows', async () => {
    const made = await signInService();
    const login = onTerminal('login --no-browser', { home: made.folder, env: made.env });
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
    const made = await signInService();
    const login = onTerminal('login', { home: made.folder, env: { ...made.env, ...made.secret } });
    const shown = await login.shows(address);
    login.type('http://127');
    await fetch(await decide(shown));
    expect(await login.ended).toMatch(/signed in to[\s\S]*exit 0\r?\n$/);
  });

  it.each([
    ['the secret is asked for', {}, /client secret/],
    ['the browser is waited for', { NEWSLETTER_CLIENT_SECRET: 'sandbox-secret' }, address],
  ])('when Ctrl-C is typed while %s, then it ends and leaves nothing', async (_, more, prompt) => {
    const made = await signInService();
    const login = onTerminal('login', { home: made.folder, env: { ...made.env, ...more } });
    await login.shows(prompt);
    login.type('\x03');
    expect(await login.ended).toMatch(/(?:error: interrupted|! Stopped\.)[\s\S]*exit 130\r?\n$/);
    await expect(fetch(made.redirectUri)).rejects.toThrow();
    expect(readdirSync(made.folder)).toEqual([]);
  });
});
