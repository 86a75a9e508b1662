/** How many people are changed, and how that goes on after an interruption: docs/audience.md, "Many people at once". */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import { failureOf } from '../support/failure.ts';
import { openBelow } from '../support/home.ts';
import { type Circumstances, smallAccount, three } from './small-account.ts';

const add = { tags: { add: ['x'] } };
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const changes = (log: readonly string[]) => log.filter(line => line.startsWith('change'));
/** Stops, or fails, as the second person is changed. */
const failing = (failure: Failure): Circumstances => ({
  change: (_, body, count) => (count === 2 ? failure : body),
});
const offline = new Failure('connection_refused', 'no service', {
  details: ['refused'],
  hint: 'try the Wi-Fi',
});

describe('an update of three people', () => {
  it('when nothing is in the way, then the plan and the question come first, and what was done is kept', async () => {
    const here = smallAccount(three());
    here.edit('cem', { tags: ['x'] });
    const { summary, failure } = await here.update(add);
    const tagged =
      'before write,ask Change 2 people?,change ann {"tags":["press","x"]},change bob {"tags":["press","x"]}';
    expect(here.log.join()).toBe(`list,${tagged}`);
    expect(here.tags()).toEqual(['press+x', 'press+x', 'x']);
    expect(failure).toBeUndefined();
    const { id } = here.run();
    const counts = {
      matched: 3,
      to_change: 2,
      changed: 2,
      unchanged: 1,
      failed: 0,
      address_in_use: 0,
    };
    expect(summary).toEqual({ run: id, ...counts, missing: [], dry_run: false });
    expect(here.run()).toEqual({
      ...{ id, kind: 'update', what: 'add tag "x"', changes: 2, statuses: 0, undone_at: null },
      ...{ base_url: 'https://api.example.org', account: 'a', account_name: 'Acme', profile: 'work' },
      ...{ started_at: expect.stringMatching(isoTime), ended_at: expect.stringMatching(isoTime) },
    });
    expect(here.files()).toEqual(['changes.ndjson', 'journal', 'run.json']);
    expect(here.reported()).toEqual(['cem unchanged', 'ann changed', 'bob changed']);
    expect(here.said()).toContain('add tag "x":\n  3 people, 2 to change (tags 2)\n');
    expect(here.said()).not.toMatch(/warning|none of them/);
  });

  it('when a status is set, then the question says that undo cannot take it back', async () => {
    const here = smallAccount(three());
    await here.update({ tags: {}, fields: {}, status: 'unsubscribed' });
    expect(here.log).toContain('ask Change 3 people? Undo cannot take back a status.');
  });

  it('when it is a dry run, then nothing is sent or kept, and it waits for no other process', async () => {
    const here = smallAccount(three());
    const { summary, failure } = await here.whileBusy(() => here.update(add, { dryRun: true }));
    expect(summary).toMatchObject({ run: null, matched: 3, to_change: 3, changed: 0, dry_run: true });
    expect(failure).toBeUndefined();
    expect([here.log, here.kept()]).toEqual([['list'], []]);
    expect(here.reported()).toEqual(['ann planned', 'bob planned', 'cem planned']);
  });

  it('when another process changes the account, then it does not begin', async () => {
    const here = smallAccount(three());
    const failure = await here.whileBusy(() => failureOf(here.update(add)));
    expect(failure).toMatchObject({ code: 'already_running', exit: 6 });
    expect(here.log).toEqual([]);
    expect((await here.update(add)).summary.changed).toBe(3);
  });

  it.each<[what: string, circumstances: Circumstances, most: number, code: string, log: readonly string[]]>([
    ['the answer is no', { agrees: false }, 3, 'declined', ['list', 'before write', 'ask Change 3 people?']],
    ['there are more than --max-changes', {}, 2, 'too_many_changes', ['list']],
  ])(
    'when %s, then nothing is changed, and nothing is left',
    async (_, circumstances, maxChanges, code, log) => {
      const here = smallAccount(three(), circumstances);
      const failure = await failureOf(here.update(add, { maxChanges }));
      expect(failure.code).toBe(code);
      expect([here.log, here.kept(), here.reported()]).toEqual([log, [], undefined]);
      expect(readdirSync(here.configDir)).toEqual(['runs']);
    },
  );

  it('when nobody is to be changed, then nothing is asked, sent or kept', async () => {
    const here = smallAccount(three());
    const { summary } = await here.update({ tags: { add: ['press'] } });
    expect(summary).toMatchObject({ run: null, matched: 3, to_change: 0, unchanged: 3 });
    expect([here.log, here.kept()]).toEqual([['list'], []]);
  });

  it('when Ctrl-C comes while the list is read, then nothing is changed', async () => {
    const here = smallAccount(three());
    here.become({ beforeList: here.stop });
    await expect(here.update(add)).rejects.toThrow(/abort/i);
    expect([here.log, here.kept()]).toEqual([['list'], []]);
  });

  it.each([
    ['an update', {}, 'x', 1],
    ['a dry run', { dryRun: true }, 'x', 0],
    ['an update without a change', {}, 'press', 0],
  ])(
    'when the service counts more people than it lists, %s ends with 8, and warns if it changes people',
    async (_, settings, tag, warnings) => {
      const here = smallAccount(three(), { total: 5 });
      const { failure } = await here.update({ tags: { add: [tag] } }, settings);
      expect(failure?.exit).toBe(8);
      expect(here.said().match(/warning: .*/g) ?? []).toEqual(
        warnings === 1 ? [`warning: ${failure?.message}`] : [],
      );
    },
  );

  it.each<[what: string, tags: readonly string[], remove: readonly string[], warnings: readonly string[]]>([
    ['some have the tag', ['press'], ['press'], []],
    [
      'nobody has the tag',
      ['press'],
      ['pres'],
      ['warning: none of them has the tag "pres": did you mean press?'],
    ],
    ['one of two is there', ['press', 'b'], ['b', 'c'], ['warning: none of them has the tag "c"']],
    ['nobody has any tag', [], ['press'], []],
  ])(
    'when tags are removed, and %s, then it warns of those that nobody has',
    async (_, tags, remove, warnings) => {
      const here = smallAccount(three().map(one => ({ ...one, tags: [...tags] })));
      await here.update({ tags: { remove } });
      const said = here.said().split('\n');
      expect(said.filter(line => line.startsWith('warning'))).toEqual(warnings);
    },
  );

  it.each<[what: string, Circumstances, readonly string[], string | undefined, readonly string[]]>([
    ['all were', {}, [], undefined, []],
    ['one is not there', {}, ['dan@example.org'], '1 not in the account', []],
    [
      'one was rejected',
      failing(new Failure('refused', 'no', { details: ['really'] })),
      [],
      '1 rejected by the service',
      ['bob@example.org: no; really'],
    ],
    [
      'one was rejected, and two are not there',
      failing(new Failure('refused', 'no')),
      ['dan@example.org', 'eve@example.org'],
      '1 rejected by the service, 2 not in the account',
      ['bob@example.org: no'],
    ],
  ])('when it is said whether all were changed: %s', async (_, circumstances, missing, why, details) => {
    const here = smallAccount(three(), circumstances);
    const { summary, failure } = await here.update(add, {}, { missing: () => missing });
    expect(summary.missing).toEqual(missing);
    if (why === undefined) expect(failure).toBeUndefined();
    else
      expect(failure).toMatchObject({
        code: 'partly_done',
        message: `not all were changed: ${why}`,
        details,
      });
  });

  it('stderr has the plan, unless a script reads JSON', async () => {
    const [script, person] = [{ format: 'json' }, { format: 'json', person: true }] as const;
    for (const screen of [script, person]) {
      const here = smallAccount(three(), { screen });
      await here.update(add);
      expect(here.said().includes('3 to change')).toBe('person' in screen);
    }
  });
});

describe('an update that stops before its end', () => {
  const again = 'run the same command again';

  it('when Ctrl-C comes, then it ends after the change under way, and says how many, and how to go on', async () => {
    const here = smallAccount(three());
    here.become({
      change: (_, body, count) => {
        if (count === 2) here.stop();
        return body;
      },
    });
    const { failure, summary } = await here.update(add);
    expect(failure).toMatchObject({
      code: 'interrupted',
      message: 'interrupted: 2 of 3 changed so far',
      hint: again,
    });
    expect(summary).toMatchObject({ run: here.run().id, changed: 2 });
    expect(here.said()).toContain('Stopping after the changes under way; press Ctrl-C again to stop now.');
    expect(here.lastWords.map(words => words())).toEqual([`Stopped. To continue: ${again}`]);
    expect([here.run().ended_at, here.done()]).toEqual([null, 2]);
  });

  it.each<[what: string, Failure, hint: string, details: readonly string[]]>([
    [
      'the service is not there',
      offline,
      'try the Wi-Fi',
      ['refused', '1 of 3 changed so far', `to continue: ${again}`],
    ],
    [
      'the outcome is unknown',
      new Failure('outcome_unknown', 'lost', { hint: 'run it again' }),
      again,
      ['1 of 3 changed so far'],
    ],
  ])('when %s, then it says so, and how to go on', async (_, why, hint, details) => {
    const here = smallAccount(three(), failing(why));
    const { failure } = await here.update(add);
    expect(failure).toMatchObject({ code: why.code, message: why.message, hint, details });
    expect(changes(here.log)).toHaveLength(2);
    expect([here.run().ended_at, here.done()]).toEqual([null, 1]);
  });

  it('a change that is under way then is noted and reported', async () => {
    const people = three().map(person => ({ ...person, fields: { city: 'Bern', nick: 'x' } }));
    const here = smallAccount(people, {
      change: (person, _, count) => ({ fields: { ...(count !== 2 && person.fields), city: 'Oslo' } }),
    });
    const { failure } = await here.update({ fields: { city: 'Oslo' } }, { concurrency: 2 });
    expect(failure?.code).toBe('stopped_early');
    expect(here.done()).toBe(3);
    expect(here.reported()).toEqual(['ann changed', 'bob failed', 'cem changed']);
  });

  it('run again, it changes the others alone', async () => {
    const here = smallAccount(three(), failing(offline));
    await here.update(add);
    here.become({ change: (_, body) => body });
    here.log.length = 0;
    const { summary, failure } = await here.update(add);
    expect(changes(here.log)).toEqual([
      'change bob {"tags":["press","x"]}',
      'change cem {"tags":["press","x"]}',
    ]);
    expect([summary, failure]).toMatchObject([{ matched: 3, to_change: 2, changed: 2 }, undefined]);
    expect(openBelow(here.configDir)).toEqual([]);
  });

  it.each([
    ['tags', add, /^newsletter undo [0-9a-f]{8}, then run the same command again with --seed may$/],
    ['a status', { status: 'active' }, /^run the same command again with --seed may$/],
  ])('of a random sample that gives %s names the seed', async (_, wish, hint) => {
    const here = smallAccount(three(), failing(new Failure('outcome_unknown', 'lost')));
    const { failure } = await here.update(wish, {}, { seed: 'may' });
    expect(failure?.hint).toMatch(hint);
  });
});
