import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { dayClock } from '../../support/clock.ts';
import { newsletter, start } from '../../support/program.ts';
import { type SignInService, signIn, signInService } from './sign-in.ts';

const refreshes = ({ sandbox }: SignInService) => (sandbox.requests()['POST /oauth/token'] ?? 0) - 1;

describe('a token that has expired', () => {
  it.each<[what: string, options: SandboxOptions, line: string, request: string, people: number]>([
    [
      'a long list',
      { subscribers: 60, latency: 60 },
      'subscribers list --all --per-page 4',
      'GET /v1/subscribers',
      60,
    ],
    ['an import', { importSeconds: 2 }, 'import people.csv --yes', 'POST /v1/subscriber-imports', 9],
  ])(
    'in the midst of %s is refreshed, and everybody is there once',
    async (_, options, line, request, people) => {
      const clock = dayClock();
      const made = await signInService({ clock: clock.now, ...options });
      expect((await signIn(made)).status).toBe(0);
      const rows = Array.from({ length: 6 }, (__, at) => `person${at}@example.org`);
      writeFileSync(join(made.folder, 'people.csv'), `email\n${rows.join('\n')}\n`);
      const env = { ...made.env, ...made.secret };
      const run = start(line.split(' '), { home: made.folder, cwd: made.folder, env });
      await expect.poll(() => made.sandbox.requests()[request]).toBeGreaterThan(0);
      clock.move(7_201_000);
      const { status, stderr, stdout } = await run.ended;
      expect(status, stderr).toBe(0);
      if (line.includes('list')) expect(new Set(stdout.trim().split('\n')).size).toBe(people);
      expect(refreshes(made)).toBe(1);
      const headers = { authorization: `Bearer ${made.sandbox.apiKey}` };
      const all = await fetch(`${made.sandbox.baseUrl}/v1/subscribers`, { headers });
      expect(await all.json()).toMatchObject({ meta: { total: people } });
    },
  );
});

describe('signing out', () => {
  it('with --all ends the tokens of every profile', async () => {
    const made = await signInService();
    await signIn(made, ['--profile', 'work']);
    await signIn(made, ['--profile', 'home']);
    const env = made.secret;
    const tokens = await Promise.all(
      ['work', 'home'].map(
        async name => (await newsletter(['token', '--profile', name], { home: made.folder, env })).stdout,
      ),
    );
    expect(new Set(tokens).size).toBe(2);
    expect(await newsletter(['logout', '--all', '--yes'], { home: made.folder, env })).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/signed out: work\nsigned out: home/),
    });
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token.trim()}` };
      expect((await fetch(`${made.sandbox.baseUrl}/v1/account`, { headers })).status).toBe(401);
    }
  });

  it('is part of removing a profile', async () => {
    const made = await signInService();
    await signIn(made, ['--profile', 'work']);
    const { status, stderr } = await newsletter(['profiles', 'remove', 'work', '--yes'], {
      home: made.folder,
      env: made.secret,
    });
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('still be valid'),
    });
    expect(made.sandbox.requests()['POST /oauth/revoke']).toBe(2);
  });
});
