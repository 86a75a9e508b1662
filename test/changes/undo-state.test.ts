/** Who is restored and who was edited since, and what is sent: the promises of docs/importing.md and docs/audience.md. */
import { describe, expect, it } from 'vitest';
import type { Change, PersonValues } from '../../src/changes/change.ts';
import { isFromElsewhere, restoringStep, type UndoRules, undoState } from '../../src/changes/undo-people.ts';
import type { Subscriber } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/contract/schema.ts';
import { tableIn } from '../support/table.ts';

const change = (before: PersonValues, after: PersonValues): Change => ({
  place: 0,
  id: 'i',
  email: 'ann@example.org',
  before,
  after,
});
const imported: UndoRules = { tags: ['add', 'replace'], tagIds: 0, clearsFields: false };
const updated: UndoRules = { tags: ['replace'], tagIds: 0, clearsFields: false };

interface Undone {
  readonly when: string;
  readonly state: ReturnType<typeof undoState>;
  readonly now: PersonValues;
  readonly before?: PersonValues;
  readonly after?: PersonValues;
  readonly rules?: Partial<UndoRules>;
}
const table = tableIn(import.meta.dirname);

it.each(table<Undone>('undo-state', 'import'))('a person whom an import has changed $when', row => {
  const was = change(
    { fields: { city: 'Bern', nick: 'x' }, tags: ['old'] },
    { fields: { city: 'Paris' }, tags: ['new'] },
  );
  expect(undoState(was, { fields: {}, tags: [], ...row.now }, { ...imported, ...row.rules })).toBe(row.state);
});

it.each(table<Undone>('undo-state', 'update'))('a person whom an update has changed $when', row => {
  const { before = {}, after = {}, now, state } = row;
  expect(undoState(change(before, after), { fields: {}, tags: [], ...now }, updated)).toBe(state);
});

interface Restored {
  readonly when: string;
  readonly before: PersonValues;
  readonly after: PersonValues;
  readonly now: PersonValues;
  readonly kept?: JsonObject;
  readonly clearsFields?: boolean;
  /** What the plan shows. */
  readonly shown: { readonly before: object; readonly after: object };
  /** What is sent. */
  readonly body: object;
}

it.each(table<Restored>('undo-state', 'restored'))('a person is restored when $when', row => {
  const { before, after, now, kept, clearsFields = false, shown, body } = row;
  const step = restoringStep(
    { ...change(before, after), kept },
    { id: 'i', email: 'ann@example.org', fields: {}, tags: [], ...now } as unknown as Subscriber,
    { ...updated, clearsFields },
  );
  expect(step && { before: step.before, after: step.after }).toEqual(shown);
  expect(step).toMatchObject({ kind: 'restore', body });
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
