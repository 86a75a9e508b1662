/** What a terminal asks for when an id or a required flag is missing; elsewhere that is an error. */
import { describe, expect, it } from 'vitest';
import { account, draft, wordsOf } from '../support/account.ts';
import { newsletter, start } from '../support/program.ts';

const person = ['stdin', 'stderr', 'stdout'] as const;

async function signedIn() {
  const here = await account();
  const atTerminal = (line: string, more: Readonly<Record<string, string>> = {}) =>
    start(wordsOf(line), {
      env: { ...here.env, ...more },
      terminal: person,
      columns: 100,
      stdin: 'open',
    });
  return { ...here, atTerminal };
}

describe('a missing id on a terminal', () => {
  it('when an email is needed, then it is found by typing, and shown', async () => {
    const { atTerminal } = await signedIn();
    const run = atTerminal('emails get -o json');
    await run.said(/Which email\?[\s\S]*\(draft, changed /);
    run.type('TWELVE');
    await run.said(/TWELVE[\s\S]*❯ Twelve bridges/);
    run.type('\r');
    const { status, stdout, stderr } = await run.ended;
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ subject: draft });
  });

  it('when one is to be sent, then only drafts are offered, and it still asks before it sends', async () => {
    const { atTerminal, writes } = await signedIn();
    const before = writes();
    const run = atTerminal('emails send');
    await run.said(/❯ Twelve bridges/);
    expect(run.screen()).not.toContain('(sent,');
    run.type('\r');
    await run.said(/Send/);
    run.type('\x03');
    expect((await run.ended).status).toBe(130);
    expect(writes()).toBe(before);
  });

  it.each([
    ['groups get', 'Everyone', /❯ Everyone {2}\(\d+ subscribers\)/, 'Everyone'],
    ['subscribers get', 'nobody@example.org', /❯ look up nobody@example\.org/, 'nobody@example.org'],
  ])('when %s is typed, then it offers what fits', async (line, typed, offered, shown) => {
    const { atTerminal } = await signedIn();
    const run = atTerminal(line);
    await run.said(/type to search\)/);
    run.type(typed);
    await run.said(offered);
    run.type('\r');
    const { stdout, stderr } = await run.ended;
    expect(stdout + stderr).toContain(shown);
  });

  it.each([
    ['in CI', 'emails get', { CI: 'true' }],
    ['with --no-input', 'emails get --no-input', {}],
    ['with --yes', 'emails send --yes', {}],
    ['on TERM=dumb', 'groups get', { TERM: 'dumb' }],
  ])('when it is %s, then nothing is asked', async (_, line, env) => {
    const { atTerminal } = await signedIn();
    const { status, stderr } = await atTerminal(line, env).ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: newsletter \w+ \w+ needs <\w+>\nhint: newsletter \w+ \w+ --help\n$/);
  });

  it('when it runs in a pipe, then it is an error that names the argument', async () => {
    const { env } = await account();
    const { status, stderr } = await newsletter(['subscribers', 'update', '--tag', 'a', '-o', 'json'], {
      env,
    });
    expect(status).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'missing_argument', message: expect.stringContaining('<subscriber>') },
    });
  });
});

describe('a missing required flag on a terminal', () => {
  it('when a field is created without any, then it asks for both, and again for an empty answer', async () => {
    const { atTerminal, all } = await signedIn();
    const run = atTerminal('fields create');
    await run.said(/Name/);
    run.type('\r');
    await run.said(/Name is required/);
    run.type('Shoe size\r');
    await run.said(/Kind\?/);
    run.type('\x1b[B\r');
    const { status, stderr } = await run.ended;
    expect(status, stderr).toBe(0);
    expect(await all('/v1/fields')).toContainEqual(
      expect.objectContaining({ name: 'Shoe size', kind: 'number' }),
    );
  });

  it('when nobody can answer, then it is an error as before', async () => {
    const { atTerminal, writes } = await signedIn();
    expect((await atTerminal('fields create --no-input').ended).status).toBe(2);
    expect((await atTerminal('groups create', { CI: '1' }).ended).status).toBe(2);
    expect(writes()).toBe(0);
  });
});
