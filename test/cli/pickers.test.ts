/** What a terminal asks for when an id is missing; elsewhere that is an error. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, draft, wordsOf } from '../support/account.ts';
import { freshHome } from '../support/home.ts';
import { start } from '../support/program.ts';

const person = ['stdin', 'stderr', 'stdout'] as const;

async function signedIn() {
  const here = await account({ subscribers: 60 });
  const home = freshHome();
  const atTerminal = (line: string, more: Readonly<Record<string, string>> = {}) =>
    start(wordsOf(line), {
      env: { ...here.env, ...more },
      home,
      terminal: person,
      columns: 100,
      stdin: 'open',
    });
  return { ...here, home, atTerminal };
}

describe('a missing id on a terminal', () => {
  it('a missing email is found by typing', async () => {
    const { atTerminal } = await signedIn();
    const run = atTerminal('emails get -o json');
    await run.said(/Which email\?[\s\S]*\((?:empty draft|draft with text), changed /);
    run.type('TWELVE');
    await run.said(/TWELVE[\s\S]*❯ Twelve bridges/);
    run.type('\r');
    const { status, stdout, stderr } = await run.ended;
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ subject: draft });
  });

  it.each([
    ['Night trains', 'Night trains'],
    ['b', 'Berlin readers'],
  ])('what is typed and entered at once is chosen, a name that begins so first: %s', async (typed, name) => {
    const { atTerminal } = await signedIn();
    const run = atTerminal('groups get -o json');
    await run.said(/❯ Everyone/);
    run.type(`${typed}\r`);
    const { stdout, stderr } = await run.ended;
    expect(JSON.parse(stdout), stderr).toMatchObject({ name });
  });

  it('what fits nothing is asked for again when it is entered at once', async () => {
    const { atTerminal } = await signedIn();
    const run = atTerminal('groups get');
    await run.said(/❯ Everyone/);
    run.type('none of these\r');
    await run.said(/none of these[\s\S]*none of these[\s\S]*❯ Everyone/);
    run.type('\x03');
    expect((await run.ended).status).toBe(130);
  });

  it('emails send offers drafts only, and still asks before it sends', async () => {
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

  it.each([['groups get', 'Everyone', /❯ Everyone {2}\(\d+ subscribers\)/, 'Everyone']])(
    '%s offers the records that fit what is typed',
    async (line, typed, offered, shown) => {
      const { atTerminal } = await signedIn();
      const run = atTerminal(line);
      await run.said(/type to search\)/);
      run.type(typed);
      await run.said(offered);
      run.type('\r');
      const { stdout, stderr } = await run.ended;
      expect(stdout + stderr).toContain(shown);
    },
  );

  it.each([
    ['in CI', 'emails get', { CI: 'true' }],
    ['with --no-input', 'emails get --no-input', {}],
    ['with --yes', 'emails send --yes', {}],
  ])('%s, nothing is asked', async (_, line, env) => {
    const { atTerminal } = await signedIn();
    const { status, stderr } = await atTerminal(line, env).ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: newsletter \w+ \w+ needs <\w+>\nhint: newsletter \w+ \w+/);
    expect(stderr).not.toContain('?');
  });

  it.each([
    ['the terminal cannot move the cursor', { TERM: 'dumb' }],
    ['a screen reader reads along', { ACCESSIBLE: '1' }],
  ])('choices are numbered lines when %s', async (_, env) => {
    const { atTerminal } = await signedIn();
    const run = atTerminal('groups get', env);
    await run.said(
      /Which group\?\n {2}1 {2}Everyone .*\n {2}2 {2}Members[\s\S]*Number \(1 to 5\), or part of a name: $/,
    );
    run.type('nothing like it\n');
    await run.said(/nothing matches "nothing like it"[\s\S]*part of a name: $/);
    run.type('NIGHT\n');
    await run.said(/ {2}1 {2}Night trains .*\nNumber \(1 to 1\)/);
    run.type('1\n');
    const { status, stdout, stderr } = await run.ended;
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('Night trains');
    expect(run.screen()).not.toContain('\x1b');
  });

  it('Ctrl-C as a signal ends the question', async () => {
    const { atTerminal, writes, emailId } = await signedIn();
    const before = writes();
    const run = atTerminal(`emails send ${await emailId(draft)}`, { TERM: 'dumb' });
    await run.said(/Send "[^"]+" to [\d,]+ subscribers \(Everyone\) of [^?]+ now\? \(y\/N\) $/);
    run.signal('SIGINT');
    expect((await run.ended).status).toBe(130);
    expect(writes()).toBe(before);
  });
});

/** Every command whose first argument is a record, and what it offers. */
const offers: readonly (readonly [line: string, offered: RegExp])[] = [
  ['emails pull', /Which email\?[\s\S]*Twelve bridges/],
  ['emails update --subject x', /Which email\?[\s\S]*Twelve bridges/],
  ['emails watch', /Which email\?[\s\S]*Twelve bridges/],
  ['groups members', /Which group\?[\s\S]*Everyone {2}\(\d+ subscribers\)/],
  ['profiles use', /Which profile\?[\s\S]*work {2}\(current, http:/],
  ['profiles remove', /Which profile\?[\s\S]*work/],
];

describe('every missing record on a terminal', () => {
  it.each(offers)('%s offers the records', async (line, offered) => {
    const { atTerminal, home, writes } = await signedIn();
    mkdirSync(join(home, 'settings'), { recursive: true });
    writeFileSync(
      join(home, 'settings', 'config.json'),
      JSON.stringify({ current: 'work', profiles: { work: { 'base-url': 'http://127.0.0.1:9' } } }),
    );
    const run = atTerminal(line);
    await run.said(offered);
    run.type('\x03');
    expect((await run.ended).status).toBe(130);
    expect(writes()).toBe(0);
  });

  it.each([['profiles use', 'no profile to choose from']])(
    '%s says that there is nothing to choose',
    async (line, message) => {
      const { atTerminal } = await signedIn();
      const { status, stderr } = await atTerminal(line).ended;
      expect([status, stderr]).toEqual([2, expect.stringMatching(`^error: ${message}\nhint: newsletter `)]);
    },
  );
});

it('a missing required flag is an error on a terminal, too', async () => {
  const { atTerminal, writes } = await signedIn();
  expect((await atTerminal('fields create').ended).status).toBe(2);
  expect(writes()).toBe(0);
});
