/** Who is restored and who was edited since, and what is sent: the promises of docs/importing.md and docs/audience.md. */
import { describe, expect, it } from 'vitest';
import type { Change, PersonValues } from '../../src/changes/change.ts';
import { isFromElsewhere, restoringStep, type UndoRules, undoState } from '../../src/changes/undo-people.ts';

const change = (before: PersonValues, after: PersonValues): Change => ({
  place: 0,
  id: 'i',
  email: 'ann@example.org',
  before,
  after,
});
const imported: UndoRules = { isWhole: true, tags: ['add', 'replace'], tagIds: 0, clearsFields: false };
const updated: UndoRules = { isWhole: false, tags: ['replace'], tagIds: 0, clearsFields: false };

describe('somebody whom an import has changed', () => {
  const was = { fields: { city: 'Bern', nick: 'x' }, tags: ['old'] };
  const sent = { fields: { city: 'Paris' }, tags: ['new'] };
  it.each<[string, PersonValues, Partial<UndoRules>, ReturnType<typeof undoState>]>([
    ['is as before', was, {}, 'before'],
    [
      'is as the import left them',
      { fields: { city: 'Paris', nick: 'x' }, tags: ['old', 'new'] },
      {},
      'after',
    ],
    ['had the tags replaced', { fields: { city: 'Paris', nick: 'x' }, tags: ['new'] }, {}, 'after'],
    [
      'lost a tag by hand, where tags are added',
      { fields: { city: 'Paris', nick: 'x' }, tags: ['new'] },
      { tags: ['add'] },
      'edited',
    ],
    ['was given another city', { fields: { city: 'Rome', nick: 'x' }, tags: ['old', 'new'] }, {}, 'edited'],
    [
      'was edited in another field',
      { fields: { city: 'Paris', nick: 'y' }, tags: ['old', 'new'] },
      {},
      'edited',
    ],
    [
      'got a field since',
      { fields: { city: 'Paris', nick: 'x', age: 3 }, tags: ['old', 'new'] },
      {},
      'edited',
    ],
    ['got a tag since', { fields: { city: 'Paris', nick: 'x' }, tags: ['old', 'new', 'own'] }, {}, 'edited'],
    [
      'got the tag of --tag-id',
      { fields: { city: 'Paris', nick: 'x' }, tags: ['old', 'new', 'by id'] },
      { tagIds: 1 },
      'after',
    ],
    ['got the city back by hand', { fields: { city: 'Bern', nick: 'x' }, tags: ['old', 'new'] }, {}, 'after'],
    ['has tags in other capitals', { fields: { city: 'Bern', nick: 'x' }, tags: ['OLD'] }, {}, 'before'],
  ])('when that person %s: %j', (_, now, rules, state) => {
    const present = { fields: {}, tags: [], ...now };
    expect(undoState(change(was, sent), present, { ...imported, ...rules })).toBe(state);
  });
});

describe('somebody whom an update has changed', () => {
  it.each<[string, PersonValues, PersonValues, PersonValues, ReturnType<typeof undoState>]>([
    [
      'as it was set',
      { fields: { city: 'Bern' } },
      { fields: { city: 'Oslo' } },
      { fields: { city: 'Oslo' } },
      'after',
    ],
    [
      'as before',
      { fields: { city: 'Bern' } },
      { fields: { city: 'Oslo' } },
      { fields: { city: 'Bern' } },
      'before',
    ],
    [
      'edited',
      { fields: { city: 'Bern' } },
      { fields: { city: 'Oslo' } },
      { fields: { city: 'Rome' } },
      'edited',
    ],
    [
      'edited in a field that it did not set',
      { fields: { city: 'Bern' } },
      { fields: { city: 'Oslo' } },
      { fields: { city: 'Oslo', nick: 'y' }, tags: ['own'] },
      'after',
    ],
    ['with a tag more', { tags: [] }, { tags: ['x'] }, { tags: ['x', 'own'] }, 'edited'],
    ['respelled', { tags: ['night'] }, { tags: ['Night'] }, { tags: ['Night'] }, 'after'],
    ['not respelled', { tags: ['night'] }, { tags: ['Night'] }, { tags: ['night'] }, 'before'],
    ['cleared', { fields: { city: 'Bern' } }, { fields: { city: null } }, { fields: {} }, 'after'],
  ])('when that person is %s', (_, before, after, now, state) => {
    expect(undoState(change(before, after), { fields: {}, tags: [], ...now }, updated)).toBe(state);
  });
});

describe('what is sent to restore somebody', () => {
  const now = { fields: { city: 'Paris', nick: 'x', shoe: 40, none: null }, tags: ['old', 'new'] };
  it('when fields changed, then it names all fields, and erases those that were empty', () => {
    const before = { fields: { city: 'Bern', nick: 'x' }, tags: ['old'] };
    const { bodies } = restoringStep(
      change(before, { fields: { city: 'Paris', shoe: 40 }, tags: ['new'] }),
      now,
      imported,
    );
    expect(bodies).toEqual([
      { fields: { city: 'Bern', nick: 'x', shoe: null }, tags: ['old'] },
      { fields: { city: 'Bern', nick: 'x' }, tags: ['old'] },
      { fields: { city: 'Bern' }, tags: ['old'] },
    ]);
  });

  it('when tags alone changed, then nothing else is named', () => {
    const { bodies } = restoringStep(change({ tags: ['old'] }, { tags: ['new'] }), now, updated);
    expect(new Set(bodies.map(body => JSON.stringify(body)))).toEqual(new Set(['{"tags":["old"]}']));
  });

  it('when the service clears fields that are not sent, then those that there were are sent, too', () => {
    const cleared = {
      ...change({ fields: { city: 'Bern' } }, { fields: { city: 'Oslo' } }),
      kept: { nick: 'x' },
    };
    const { bodies } = restoringStep(
      cleared,
      { fields: { city: 'Oslo' }, tags: [] },
      { ...updated, clearsFields: true },
    );
    expect(bodies[0]).toEqual({ fields: { nick: 'x', city: 'Bern' } });
  });
});

describe('somebody who got another address', () => {
  const [earlier, later] = ['ann@example.org', 'anna@example.org'];
  const moved = change({ email: earlier }, { email: later });

  it('when it is undone, then both addresses are shown, and the earlier one alone is sent', () => {
    const step = restoringStep(moved, { fields: { city: 'Bern' }, tags: ['x'], email: later }, updated);
    expect([step.before, step.after]).toEqual([{ email: later }, { email: earlier }]);
    expect(new Set(step.bodies.map(body => JSON.stringify(body)))).toEqual(
      new Set([`{"email":"${earlier}"}`]),
    );
  });

  it('when the list shows no address, then the one that there is is not shown', () => {
    expect(restoringStep(moved, { fields: {}, tags: [] }, updated).before).toEqual({});
  });

  it('when something else changed, then no address is shown', () => {
    const tags = change({ tags: ['old'] }, { tags: ['new'] });
    const step = restoringStep(tags, { fields: { city: 'Bern' }, tags: ['new'], email: later }, updated);
    expect([step.before, step.after]).toEqual([{ tags: ['new'] }, { tags: ['old'] }]);
  });
});

describe('somebody with an address that an import was to create', () => {
  it.each([
    ['2026-01-01T12:00:05Z', 'api', false],
    ['2026-01-01T11:55:00Z', 'api', false],
    ['2026-01-01T11:50:00Z', 'api', false],
    ['2026-01-01T11:45:00Z', 'api', true],
    ['2026-01-02T12:00:00Z', 'form', true],
    ['2026-01-02T12:00:00Z', 'mcp', true],
  ])('created %s by %s: came from elsewhere is %s', (created_at, source, isElsewhere) => {
    expect(isFromElsewhere({ created_at, source }, '2026-01-01T12:00:00Z')).toBe(isElsewhere);
  });
});
