/** What is changed, told and kept of a run: typed from docs/audience.md ("Many people at once", "Undo"). */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Change,
  changeFor,
  hasValues,
  type PersonValues,
  type RequestedChanges,
  type Step,
  stepOf,
} from '../../src/changes/change.ts';
import { openJournal, readJournal } from '../../src/changes/journal.ts';
import { judgeResponse, noteOutcome, othersText } from '../../src/changes/outcome.ts';
import { type ChangePlan, ChangeReport, planText } from '../../src/changes/report.ts';
import { RunFolder } from '../../src/changes/runs.ts';
import type { Subscriber } from '../../src/contract/index.ts';
import { Failure } from '../../src/lib/failure.ts';
import { temporaryFolder } from '../support/home.ts';
import { tableIn } from '../support/table.ts';

const table = tableIn(import.meta.dirname);

const person = (more: object = {}) =>
  ({
    id: 'i',
    email: 'ann@example.org',
    fields: { city: 'Bern', nick: 'x' },
    tags: ['a'],
    ...more,
  }) as unknown as Subscriber;
const nothing: RequestedChanges = { tags: {}, fields: {}, status: undefined };
const step = (more: Partial<Step> = {}): Step => ({
  place: 3,
  id: 'i',
  email: 'ann@example.org',
  before: {},
  after: {},
  kind: 'change',
  body: {},
  ...more,
});

describe('the change that a person needs', () => {
  const changed = (wanted: Partial<RequestedChanges>, of: object = {}) =>
    changeFor(person(of), { ...nothing, ...wanted }, 7);
  const who = { place: 7, id: 'i', email: 'ann@example.org' };

  interface Wish {
    readonly when: string;
    readonly wanted: Partial<RequestedChanges>;
    readonly of?: object;
    readonly change?: Partial<Change>;
  }
  it.each(table<Wish>('change'))('when $when', ({ wanted, of, change }) => {
    expect(changed(wanted, of)).toEqual(change && { ...who, ...change });
  });

  it('when it is made, then only what changes is sent', () => {
    const { kind, body } = stepOf({ ...who, before: {}, after: { tags: ['b'] }, status: 'active' });
    expect({ kind, body }).toEqual({ kind: 'change', body: { tags: ['b'], status: 'active' } });
    expect(stepOf({ ...who, before: {}, after: { fields: { a: 1 } } }).body).toEqual({ fields: { a: 1 } });
  });

  it('when a person comes without fields or tags, then that is said', () => {
    for (const broken of [{ fields: undefined }, { tags: undefined }]) {
      expect(() => changed({ status: 'x' }, broken)).toThrow(/the service sent a subscriber without/);
      expect(() => hasValues(person(broken), {})).toThrow(/the service sent a subscriber without/);
    }
  });

  it.each([
    [{}, true],
    [{ email: 'ANN@example.org' }, true],
    [{ email: 'anna@example.org' }, false],
    [{ tags: ['A'] }, true],
    [{ tags: ['b'] }, false],
    [{ tags: [] }, false],
    [{ fields: { city: 'Bern' } }, true],
    [{ fields: { city: 'Bern', nick: 'y' } }, false],
    [{ fields: { shoe: null } }, true],
    [{ fields: { shoe: 4 } }, false],
    [{ tags: ['a'], fields: { city: 'Oslo' } }, false],
  ])('when the values are %j, then whether Ann has them is %s', (values, has) => {
    expect(hasValues(person(), values)).toBe(has);
  });
});

describe('the judgement of a response', () => {
  interface Response extends Pick<Step, 'kind' | 'after' | 'kept'> {
    readonly when: string;
    readonly before?: PersonValues;
    readonly shown: Partial<Parameters<typeof judgeResponse>[1]>;
    readonly succeeded?: number;
    readonly stop?: string;
  }
  it.each(table<Response>('judge'))(
    'when it $when',
    ({ shown, succeeded = 0, stop, before = {}, ...sent }) => {
      const values = { tags: [], fields: {}, ...shown };
      expect(judgeResponse({ ...sent, before }, values, succeeded).stop).toBe(stop);
    },
  );

  it('when values differ, then it says what was expected and what came', () => {
    const sent = step({ after: { tags: ['a'], fields: { city: 'Oslo' } } });
    const { others } = judgeResponse(sent, { tags: [], fields: { city: 'Rome' } }, 0);
    expect(othersText(others)).toBe('expected tags ["a"], got []; expected fields.city "Oslo", got "Rome"');
  });

  it('decides what is reported and kept, and whether the work ends', () => {
    const configDir = temporaryFolder();
    let count = 0;
    const told = (sent: Partial<Step>, shown: object | Failure, earlier = 0) => {
      const folder = new RunFolder(configDir, `r${count++}`);
      mkdirSync(join(configDir, 'runs', folder.id), { recursive: true });
      writeFileSync(
        folder.file('run.json'),
        JSON.stringify({ kind: 'update', started_at: '2026-01-01T00:00:00Z' }),
      );
      const report = new ChangeReport(undefined);
      for (let at = 0; at < earlier; at++) report.add('changed', `${at}`);
      const outcome = shown instanceof Failure ? { failure: shown } : { record: person(shown) };
      const journal = openJournal(folder.journal);
      const failure = noteOutcome(step(sent), outcome as never, report, folder, journal);
      journal.close();
      const stored = [...readJournal(folder.journal).stored];
      const counts = (['changed', 'restored', 'marked', 'failed'] as const).map(one => report.count(one));
      return { failure, counts, reasons: report.refusals, stored, folder, report };
    };
    const asSent = { after: { fields: { city: 'Oslo' } } };
    const [oslo, bern] = [{ fields: { city: 'Oslo' } }, { fields: { city: 'Bern' } }];

    const change = told(asSent, oslo);
    expect(change).toMatchObject({ failure: undefined, counts: [1, 0, 0, 0] });
    const restore = told({ ...asSent, kind: 'restore' }, oslo);
    expect(restore).toMatchObject({ failure: undefined, counts: [0, 1, 0, 0] });
    expect(told({ ...asSent, kind: 'mark' }, oslo).counts).toEqual([0, 0, 1, 0]);

    const unmarked = told({ ...asSent, kind: 'mark' }, new Failure('refused', 'no'));
    expect([unmarked.report.count('unmarked', 'failed'), unmarked.report.count('failed')]).toEqual([1, 0]);
    const refused = told(asSent, new Failure('refused', 'no', { details: ['really'] }));
    expect(refused).toMatchObject({
      failure: undefined,
      counts: [0, 0, 0, 1],
      reasons: ['ann@example.org: no; really'],
    });

    const other = 'expected fields.city "Oslo", got "Bern"';
    const first = told(asSent, { ...bern, tags: ['z'] });
    expect(first).toMatchObject({ counts: [0, 0, 0, 1], reasons: [`ann@example.org: ${other}`] });
    expect(first.failure).toMatchObject({
      code: 'partly_done',
      message: `ann@example.org was not changed as requested: ${other}`,
      details: ['no further changes were sent'],
      hint: `to check it: newsletter subscribers get i; to undo it: newsletter undo ${first.folder.id}`,
    });
    expect(first.stored).toEqual([[3, { fields: { city: 'Bern' } }]]);
    const tags = told({ after: { tags: ['b'], fields: { shoe: 4 } } }, { tags: ['z'], fields: {} }, 1);
    expect(tags.failure).toBeUndefined();
    expect(tags.stored).toEqual([[3, { tags: ['z'], fields: { shoe: null } }]]);

    const unrestored = told({ ...asSent, kind: 'restore' }, bern);
    expect(unrestored.failure).toMatchObject({
      message: `ann@example.org was not restored: ${other}`,
      details: ['no further changes were sent'],
    });
    expect(unrestored.stored).toEqual([]);

    const clearing = { ...asSent, kept: { nick: 'x' } };
    const cleared = told(clearing, oslo, 5);
    expect(cleared).toMatchObject({
      counts: [5, 0, 0, 1],
      reasons: ['ann@example.org: the service also cleared fields.nick'],
    });
    expect(cleared.failure).toMatchObject({ code: 'stopped_early' });
    expect(cleared.folder.read()).toMatchObject({ clears_fields: true, ended_at: expect.any(String) });
    expect(told({ ...clearing, kind: 'restore' }, oslo).folder.read()).not.toHaveProperty('clears_fields');
  });
});

describe('what is shown', () => {
  const report = (...outcomes: readonly [Parameters<ChangeReport['add']>[0], number][]) => {
    const made = new ChangeReport(undefined);
    for (const [outcome, count] of outcomes)
      for (let at = 0; at < count; at++) made.add(outcome, `${outcome}${at}@example.org`);
    return made;
  };
  const text = (plan: ChangePlan, made: ChangeReport, what = 'update') =>
    planText(what, { plan, report: made, missing: [] });
  const none = { matched: 0, changes: 0, marks: 0, statuses: 0, byField: new Map(), shown: [] };

  it('when nobody is concerned, then one line says so', () => {
    expect(text(none, report(), 'add tag "x"')).toBe('add tag "x":\n  0 people, 0 to change');
  });

  it('when people are to change, then some are shown before and after', () => {
    const shown = [
      step({ before: { tags: [] }, after: { tags: ['a', 'b'] }, status: 'active' }),
      step({
        email: 'bob@example.org',
        before: { fields: { city: '', age: 3, big: { a: 1 } } },
        after: { fields: { city: 'Oslo', age: null, big: true, new: ['x'] } },
      }),
    ];
    const plan = {
      matched: 1,
      changes: 1200,
      marks: 0,
      statuses: 0,
      byField: new Map([
        ['tags', 1],
        ['status', 1200],
      ]),
      shown,
    };
    expect(text(plan, report(['edited', 1], ['missing', 11])).split('\n')).toEqual([
      'update:',
      '  1 person, 1,200 to change (tags 1, status 1,200)',
      '  ann@example.org',
      '    tags: (none) → a, b',
      '    status: active',
      '  bob@example.org',
      '    fields.city: (none) → Oslo',
      '    fields.age: 3 → (none)',
      '    fields.big: {"a":1} → true',
      '    fields.new: (none) → x',
      '  … and 1,198 more',
      '  1 edited since: kept:',
      '    edited0@example.org',
      '  11 not in the account:',
      ...Array.from({ length: 10 }, (_, at) => `    missing${at}@example.org`),
      '    … (--report <file> lists all)',
    ]);
    expect(text({ ...plan, changes: 2 }, report(['missing', 10]))).not.toMatch(/…/);
    const [change] = plan.shown;
    const lines = {
      ...plan,
      shown: [{ ...change, after: { fields: { city: 'Rome\n  0 missing' } } }],
    } as typeof plan;
    expect(text(lines, report())).toContain('→ Rome↵  0 missing\n');
  });

  it('a report has a line for each person, and the first three refusals are kept', () => {
    const path = join(temporaryFolder(), 'report.ndjson');
    const made = new ChangeReport(path);
    for (const at of [1, 2, 3, 4]) made.add('failed', `${at}`, 'i', 'no');
    made.add('changed', 'ann');
    made.add('failed', '5');
    made.commit();
    expect(made.refusals).toEqual(['1: no', '2: no', '3: no']);
    expect(made.names('failed')).toEqual(['1', '2', '3', '4', '5']);
    expect(made.count('failed', 'changed', 'edited')).toBe(6);
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[4]).toBe('{"email":"ann","id":null,"outcome":"changed","reason":null}');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const dropped = new ChangeReport(`${path}.2`);
    dropped.discard();
    expect(() => statSync(`${path}.2`)).toThrow('ENOENT');
    const unexplained = new ChangeReport(undefined);
    unexplained.add('failed', 'ann');
    expect(unexplained.refusals).toEqual(['ann: ']);
  });
});
