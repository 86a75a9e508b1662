/** Who is restored, marked and listed by an undo: docs/audience.md, "Undo", and docs/importing.md, "Undo". */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/changes/change.ts';
import { AddressTable } from '../../src/lib/address-table.ts';
import { Failure } from '../../src/lib/failure.ts';
import { failureOf } from '../support/failure.ts';
import { openBelow } from '../support/home.ts';
import { type Circumstances, type Person, smallAccount, three } from './small-account.ts';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const changes = (log: readonly string[]) => log.filter(line => line.startsWith('change'));
const lists = (log: readonly string[]) => log.filter(line => line === 'list').length;

/** Three people who got the tag x by an update. */
async function updated(circumstances: Circumstances = {}, people = three()) {
  const here = smallAccount(people, circumstances);
  await here.update({ tags: { add: ['x'] } });
  here.log.length = 0;
  return here;
}

describe('an update that is undone', () => {
  it('when nobody was edited, then all are as before, and it is undone', async () => {
    const here = await updated();
    const found = here.latest();
    const { summary, failure, shown } = await here.undo();
    expect(here.tags()).toEqual(['press', 'press', 'press']);
    expect(here.log[2]).toBe('ask Restore 3 subscribers?');
    expect(lists(here.log)).toBe(1);
    const none = {
      unchanged: 0,
      edited: 0,
      address_in_use: 0,
      stay: 0,
      marked: 0,
      statuses: 0,
      failed: 0,
      gone: 0,
      to_restore: 3,
      missing: [],
    };
    const facts = { run: found.run.id, kind: 'update', what: 'add tag "x"', dry_run: false };
    expect(summary).toEqual({ ...none, ...facts, matched: 3, to_change: 3, changed: 3, restored: 3 });
    expect([failure, shown.length]).toEqual([undefined, 3]);
    const { ended_at } = found.run;
    const undone_at = expect.stringMatching(isoTime);
    expect(here.run()).toEqual({ ...found.run, undone_at, not_restored: 0, status_kept: 0, ended_at });
    expect(here.files()).toEqual(['changes.ndjson', 'journal', 'run.json']);
    expect(here.said()).toMatch(
      /^undoing run \w{8}: add tag "x", \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, in Acme\n {2}3 to restore$/m,
    );
    expect(statSync(join(here.configDir, 'report.ndjson')).mode & 0o777).toBe(0o600);
    expect(openBelow(here.configDir)).toEqual([]);
    expect(here.said()).not.toContain('warning');
  });

  it('when the update was interrupted, then it has ended by that', async () => {
    const here = smallAccount(three(), {
      change: (_, body, count) => (count === 2 ? new Failure('timeout', 'slow') : body),
    });
    await here.update({ tags: { add: ['x'] } });
    here.become({ change: (_, body) => body });
    const { summary } = await here.undo();
    expect(summary).toMatchObject({ restored: 1, changed: 1, unchanged: 2 });
    expect(here.said()).toContain('  2 already as before\n');
    const { ended_at, undone_at } = here.run();
    expect([ended_at, undone_at]).toEqual([undone_at, expect.stringMatching(isoTime)]);
  });

  it('when it is a dry run, then nothing is sent, and it waits for no other process', async () => {
    const here = await updated();
    const { summary, failure } = await here.whileBusy(() => here.undo({ dryRun: true }));
    expect(summary).toMatchObject({ to_restore: 3, restored: 0, to_change: 3, changed: 0, dry_run: true });
    expect([here.log, here.run().undone_at, failure]).toEqual([['list'], null, undefined]);
    expect(here.files()).toEqual(['changes.ndjson', 'journal', 'run.json']);
    expect(here.reported()).toEqual(['ann planned', 'bob planned', 'cem planned']);
    expect(await here.whileBusy(() => failureOf(here.undo()))).toMatchObject({ code: 'already_running' });
  });

  it('when the list is not whole, then nobody counts as gone: nothing is changed', async () => {
    const here = await updated();
    here.become({ total: 4 });
    expect((await failureOf(here.undo())).exit).toBe(8);
    expect([here.log, here.reported()]).toEqual([['list'], ['ann changed', 'bob changed', 'cem changed']]);
  });

  it('an undo that was interrupted restores the rest when it is run again', async () => {
    const here = await updated();
    here.become({ change: (_, body, count) => (count === 5 ? new Failure('timeout', 'slow') : body) });
    const { failure, summary } = await here.undo();
    const resume = 'newsletter undo r1 --concurrency 1';
    expect(failure?.details).toEqual(['1 subscriber restored so far', `to continue: ${resume}`]);
    expect([summary.restored, here.run().undone_at]).toEqual([1, null]);
    expect(here.lastWords.at(-1)?.()).toBe(`Stopped. To continue: ${resume}`);
    const ended = await here.undo();
    expect(ended.summary).toMatchObject({ restored: 2, changed: 2, unchanged: 1 });
    expect(here.tags()).toEqual(['press', 'press', 'press']);
    expect(here.files()).toEqual(['changes.ndjson', 'journal', 'run.json']);
  });

  it('when one was edited and one has gone, then the others are restored, and the failure counts them', async () => {
    const here = await updated();
    here.people().splice(1, 2, { ...three()[1], tags: [] } as never);
    const why = '1 edited since, 1 not in the account';
    expect((await here.undo({ dryRun: true })).failure).toMatchObject({
      message: `2 subscribers of run ${here.run().id} would not be restored: ${why}`,
      isWarning: true,
    });
    const { summary, failure } = await here.undo();
    expect(summary).toMatchObject({ restored: 1, edited: 1, gone: 1 });
    expect(failure).toMatchObject({
      code: 'partly_done',
      message: `2 subscribers of run ${here.run().id} not restored: ${why}`,
      hint: '--report <file> has a line for each',
      isWarning: false,
    });
  });

  it('when the service refuses one, then the others are restored, and the failure says why', async () => {
    const here = await updated();
    here.become({ change: ({ id }, body) => (id === 'bob' ? new Failure('refused', 'no') : body) });
    const { summary, failure } = await here.undo();
    expect(summary).toMatchObject({ restored: 2, failed: 1 });
    expect(failure).toMatchObject({
      message: `1 subscriber of run ${here.run().id} not restored: 1 rejected by the service`,
      details: ['bob@example.org: no'],
    });
  });

  it('when a status was set, then it is said of how many this stays: not of those who were refused', async () => {
    const here = smallAccount(three(), {
      change: ({ id }, body) => (id === 'bob' ? new Failure('refused', 'no') : body),
    });
    await here.update({ tags: { add: ['x'] }, status: 'unsubscribed' });
    here.become({ change: (_, body) => body });
    await here.undo();
    expect(here.said()).toContain(
      '\n  2 people keep the new status: the service does not show the earlier one\n',
    );
  });

  it('when the service sends people without their fields, then that is said, and nothing is changed', async () => {
    const here = await updated();
    here.edit('ann', { fields: undefined as never });
    expect((await failureOf(here.undo())).message).toContain('the service sent a subscriber without');
    expect(changes(here.log)).toEqual([]);
  });
});

describe('an import that is undone', () => {
  const was = { fields: { city: 'Rome' }, tags: [] };
  const ann: Partial<Change> = {
    id: 'ann',
    before: was,
    after: { fields: { city: 'Bern' }, tags: ['press'] },
  };
  /** The import changed ann and created bob; cem is somebody else. */
  function imported(run: object = {}, circumstances: Circumstances = {}) {
    const here = smallAccount(three(), { ...circumstances });
    here.keep({ kind: 'import', account_name: 'Acme Ltd', ...run }, [ann], ['BOB']);
    return here;
  }

  it('when it is undone, then the changed one is restored, and the created one stays and is listed', async () => {
    const here = imported();
    const { summary, failure } = await here.undo();
    expect(changes(here.log)).toEqual(['change ann {"tags":[],"fields":{"city":"Rome"}}']);
    expect(summary).toMatchObject({
      ...{ kind: 'import', matched: 2, to_change: 1, changed: 1, restored: 1, stay: 1, gone: 0 },
    });
    expect(failure).toMatchObject({ exit: 8, hint: expect.stringContaining('--status unsubscribed') });
    expect(here.said()).toContain(
      'undoing run 0123abcd: people.csv, imported 2026-01-01 12:00:00 UTC into Acme Ltd\n',
    );
    expect(here.said()).toContain(
      '  1 new: stays, since the service cannot delete people:\n    bob@example.org\n',
    );
    expect(here.log).toContain('ask Restore 1 subscriber?');
    const { ended_at, undone_at } = here.run();
    expect([ended_at, undone_at]).toEqual([null, expect.stringMatching(isoTime)]);
    expect([here.log[0], here.log.at(-1)]).toEqual(['hold 0123abcd', 'release']);
    expect(here.log).toContain('forget');
  });

  it('when it is stopped, then the import may go on', async () => {
    const here = imported({}, { agrees: false });
    const left = () => [here.files(), readdirSync(here.configDir)];
    const before = left();
    expect((await failureOf(here.undo())).code).toBe('declined');
    // The plan holds people's data.
    expect(left()).toEqual(before);
    expect([here.log[0], here.log.at(-1)]).toEqual(['hold 0123abcd', 'release']);
    expect(here.log).not.toContain('forget');
  });

  it('when the account cannot be read, then nothing is left of the attempt', async () => {
    const here = imported();
    const [files, all] = [here.files(), readdirSync(here.configDir)];
    here.become({
      beforeList: () => {
        throw new Failure('timeout', 'too slow');
      },
    });
    expect((await failureOf(here.undo())).code).toBe('timeout');
    expect([here.files(), readdirSync(here.configDir)]).toEqual([files, all]);
  });

  it('when created people get a status, then that is asked and sent, after those whom it changed', async () => {
    const here = smallAccount(three());
    here.keep({ kind: 'import' }, [ann], ['bob', 'cem']);
    const { summary, failure } = await here.undo({ status: 'gone' });
    expect(here.log).toContain('ask Restore 1 subscriber and give 2 new ones status gone?');
    expect(changes(here.log).slice(1)).toEqual(['bob', 'cem'].map(id => `change ${id} {"status":"gone"}`));
    expect(summary).toMatchObject({ stay: 0, restored: 1, marked: 2, to_change: 3, changed: 3 });
    expect(failure).toBeUndefined();
    expect(here.reported()).toContain('bob marked');
    // The list of new people names them, once.
    expect(here.said().match(/bob@example\.org/g)).toHaveLength(1);
    expect(here.said()).toContain(
      '  2 new: get status gone, keep their values:\n    bob@example.org\n    cem@example.org\n',
    );
  });

  it('names people it created who have another address now, and got no status', async () => {
    const here = imported();
    here.edit('bob', { email: 'robert@example.org' });
    const { summary, failure } = await here.undo({ status: 'unsubscribed' });
    expect(summary).toMatchObject({ marked: 0, gone: 1, missing: ['BOB@example.org'] });
    expect(failure).toMatchObject({ exit: 8, hint: expect.stringContaining('with another address now') });
    expect(failure?.message).toContain('1 not in the account');
    // The list no longer leads here.
    expect(here.run().undone_at).toMatch(isoTime);
    expect(here.said()).toContain('  1 not in the account:\n    BOB@example.org\n');
  });

  it('when it created people only, then the status is all', async () => {
    const here = smallAccount(three());
    here.keep({ kind: 'import' }, [], ['bob']);
    const { summary } = await here.undo({ status: 'gone' });
    expect(here.log).toContain('ask Give 1 new one status gone?');
    expect([summary.restored, summary.changed, lists(here.log)]).toEqual([0, 1, 1]);
    const dry = smallAccount(three());
    dry.keep({ kind: 'import' }, [ann], ['bob']);
    const planned = await dry.undo({ status: 'gone', dryRun: true });
    expect(planned.summary).toMatchObject({ to_restore: 1, restored: 0, to_change: 2 });
    expect(dry.reported()).toEqual(['bob created', 'ann planned']);
  });

  it.each<[what: string, edit: Partial<Person> & { id: string }, counts: object]>([
    [
      'the changed one has another address',
      { id: 'ann', email: 'anna@example.org' },
      { restored: 1, edited: 0 },
    ],
    [
      'the changed one has the earlier values',
      { id: 'ann', ...was },
      { restored: 0, unchanged: 1, changed: 0 },
    ],
    ['the created one signed up at a form', { id: 'bob', source: 'form' }, { stay: 0, gone: 0 }],
    ['the created one was there long before', { id: 'bob', created_at: '2025-12-01T00:00:00Z' }, { stay: 0 }],
    ['the created one has another address', { id: 'bob', email: 'robert@example.org' }, { stay: 0, gone: 0 }],
  ])('when %s, then that counts', async (_, { id, ...edit }, counts) => {
    const here = imported();
    here.edit(id, edit);
    const { summary, failure } = await here.undo();
    expect(summary).toMatchObject(counts);
    // People edited since are kept and listed: that is no failure of an undo of an import.
    expect(failure?.exit).toBe(summary.stay === 0 ? undefined : 8);
  });

  it('when the service stored another value than was sent, then that value is the one of the import', async () => {
    const here = imported();
    const { folder } = here.latest();
    here.edit('ann', { fields: { city: 'BERN' } });
    expect((await here.undo({ dryRun: true })).summary.edited).toBe(1);
    writeFileSync(folder.journal, '{"stored":0,"fields":{"city":"BERN"}}\n');
    expect((await here.undo()).summary).toMatchObject({ restored: 1, edited: 0 });
  });

  it('when it created a field under another variable, then that one is restored', async () => {
    const here = smallAccount(three().map(one => ({ ...one, fields: { city_2: 'Bern' } })));
    here.keep({ kind: 'import', variables: { city: 'city_2' } }, [
      { id: 'ann', before: { fields: {} }, after: { fields: { city: 'Bern' } } },
      { id: 'bob', before: { fields: {} }, after: {} },
    ]);
    expect((await here.undo()).summary).toMatchObject({ matched: 1, restored: 1, unchanged: 0, gone: 0 });
    expect(changes(here.log)).toEqual(['change ann {"fields":{"city_2":null}}']);
  });

  it('when somebody has an id with the same hash as one of the run, then that person is not changed', async () => {
    const of = 'c9g6dqeamq0am00adqead8e4m00ac604d8e4m00ac604mq0adyg6dqead8e4dyg6c604d8e4';
    const other = 'jp0ac604mq0adyg6dqead8e4dyg6dqeamq0adyg6dqeamq0adyg6c604d8e4m00ac604d8e4';
    const table = new AddressTable(1);
    expect([table.add(of, 1), table.add(other, 2)]).toEqual([0, 1]);
    const here = smallAccount(three().map(one => (one.id === 'ann' ? { ...one, id: other } : one)));
    here.keep({ kind: 'import' }, [{ ...ann, id: of }]);
    const { summary } = await here.undo();
    expect([summary.matched, summary.restored, changes(here.log)]).toEqual([0, 0, []]);
  });

  it('when a created one comes without created_at, then that is said, and nothing is changed', async () => {
    const here = imported();
    here.edit('bob', { created_at: undefined as never });
    expect((await failureOf(here.undo())).message).toContain('the service sent a subscriber without');
    expect(changes(here.log)).toEqual([]);
  });

  it('when somebody has the id of a created one, or the address as id, then they are nobody of this run', async () => {
    const here = smallAccount([
      ...three(),
      { ...three()[1], id: 'ann@example.org', email: 'zoe@example.org' } as never,
    ]);
    here.keep({ kind: 'import' }, [ann], ['ann@example.org'.split('@')[0] ?? '']);
    expect((await here.undo({ dryRun: true })).summary).toMatchObject({ matched: 1, stay: 0 });
  });
});
