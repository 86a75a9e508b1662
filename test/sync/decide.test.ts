/** What is done about each person, and remembered: the tables of decide.yaml, and what follows from several decisions. */
import { describe, expect, it } from 'vitest';
import {
  decideAbsent,
  decideMissing,
  decidePresent,
  type SourcePerson,
  type Verdict,
} from '../../src/sync/decide.ts';
import { missingPolicy, type SyncRules } from '../../src/sync/policy.ts';
import { isOfLastRun, type KnownPerson } from '../../src/sync/state.ts';
import { tableIn } from '../support/table.ts';

const email = 'ada@example.org';

function rules(more: Partial<Omit<SyncRules, 'missing'>> & { readonly missing?: string } = {}): SyncRules {
  const missing = missingPolicy(more.missing ?? 'keep');
  if (missing === undefined) throw new Error('no such policy');
  return {
    variables: ['city'],
    own: new Set(),
    allOptOuts: false,
    mark: undefined,
    recreate: false,
    hasState: true,
    ...more,
    missing,
  };
}

const said = (city: string | undefined, tags: readonly string[] = [], isPartial = false): SourcePerson => ({
  email,
  fields: city === undefined ? {} : { city },
  tags,
  ...(isPartial && { isPartial }),
});

const known = (city: string | undefined, more: Partial<KnownPerson> = {}): KnownPerson => ({
  email,
  fields: city === undefined ? {} : { city },
  tags: [],
  ...more,
});

const there = (city: string | null, tags: readonly string[] = [], source: 'api' | 'form' = 'api') => ({
  email,
  fields: { city, other: 'x' },
  tags,
  source,
  created_at: '2026-01-01T00:00:00Z',
});

const noRow = { isUnread: false, isMarked: false, isNewBlank: false };

/** A person as a table has them. */
interface Row {
  readonly when?: string;
  readonly said?: {
    readonly city?: string | null;
    readonly tags?: readonly string[];
    readonly partial?: boolean;
  };
  readonly known?: Partial<KnownPerson> & { readonly city?: string; readonly unsaid?: boolean };
  readonly there?: {
    readonly city?: string;
    readonly tags?: readonly string[];
    readonly source?: 'api' | 'form';
  };
  readonly rules?: Partial<Omit<SyncRules, 'own' | 'missing'>> & { readonly own?: readonly string[] };
  readonly policy?: string;
  readonly isLost?: boolean;
  /** Whether the source marks them as not to be emailed. */
  readonly marked?: boolean;
  /** By this machine, since the last run. */
  readonly newStatus?: string;
  readonly kind?: Verdict['kind'];
  readonly want?: object;
  readonly left?: readonly string[];
  readonly next?: Row['known'] | 'nothing';
}
const table = tableIn(import.meta.dirname);

const saidIn = ({ said: { city, tags, partial } = {} }: Row) => said(city ?? undefined, tags, partial);
const thereIn = ({ there: is }: Row) => is && there(is.city ?? null, is.tags, is.source);
const rulesIn = ({ rules: { own = [], ...more } = {}, policy = 'keep' }: Row) =>
  rules({ ...more, own: new Set(own), missing: policy });

function personIn(person: Row['next']): KnownPerson | undefined {
  if (person === undefined || person === 'nothing') return undefined;
  const { city, unsaid, ...more } = person;
  return unsaid ? { email, ...more } : known(city, more);
}

describe('a person in the source and in the account', () => {
  it.each(table<Row>('decide', 'present'))('when $when', row => {
    const person = thereIn(row) ?? there(null);
    const verdict = decidePresent(saidIn(row), personIn(row.known), person, rulesIn(row));
    const nothing = { fields: {}, tags: { add: [], remove: [] }, status: undefined };
    expect(verdict.kind).toBe(row.want === undefined ? 'unchanged' : 'change');
    expect(verdict.wanted).toEqual(row.want && { ...nothing, ...row.want });
    expect(verdict.left).toEqual(row.left ?? []);
    if (row.next !== undefined) expect(verdict.next).toStrictEqual(personIn(row.next));
  });

  it('when the source owns the tags, then one that was removed by hand comes back', () => {
    const own = rules({ own: new Set(['tags']) });
    const verdict = decidePresent(
      said('Rome', ['a']),
      known('Rome', { tags: ['a'] }),
      there('Rome', []),
      own,
    );
    expect(verdict.wanted?.tags.add).toEqual(['a']);
  });

  it('when the mark was lost by a status of --missing, then a person who is back gets it again', () => {
    const marking = rules({ mark: 'shop', missing: 'status:unsubscribed' });
    const before = known('Rome', { created: 'yes', mark: 'shop' });
    const left = decideMissing(before, there('Rome', ['shop']), marking, noRow);
    expect(left.wanted).toMatchObject({ tags: { add: [], remove: ['shop'] }, status: 'unsubscribed' });
    const back = decidePresent(said('Rome'), left.next, there('Rome'), marking);
    expect(back.wanted).toMatchObject({ tags: { add: ['shop'], remove: [] }, status: undefined });
  });

  it('when a mark is asked for, then people the sync created get it once', () => {
    const marking = rules({ mark: 'shop' });
    const first = decidePresent(said('Rome'), known('Rome', { created: 'yes' }), there('Rome'), marking);
    expect(first.wanted?.tags.add).toEqual(['shop']);
    const removed = decidePresent(said('Rome'), first.next, there('Rome'), marking);
    expect(removed.kind).toBe('unchanged');
    expect(decidePresent(said('Rome'), known('Rome'), there('Rome'), marking).kind).toBe('unchanged');
    // The source gave the same tag, and does no more.
    const given = known('Rome', { created: 'yes', mark: 'shop', tags: ['Shop', 'vip'] });
    const after = decidePresent(said('Rome'), given, there('Rome', ['shop', 'vip']), marking);
    expect(after.wanted?.tags.remove).toEqual(['vip']);
  });
});

describe('a person in the source who is not in the account', () => {
  it.each(table<Row>('decide', 'absent'))('when they $when', row => {
    const { kind, next, isLost = false } = row;
    const verdict = decideAbsent(said('Rome'), personIn(row.known), rulesIn(row), isLost);
    const wanted = { fields: { city: 'Rome' }, tags: { add: [] }, status: undefined };
    expect(verdict).toStrictEqual({
      kind,
      next: personIn(next),
      ...(kind === 'create' && { wanted }),
    });
  });

  it('when they are created, then with the tags of the source and the mark', () => {
    const { wanted, next } = decideAbsent(said('Rome', ['a']), undefined, rules({ mark: 'shop' }), false);
    expect(wanted).toEqual({ fields: { city: 'Rome' }, tags: { add: ['a', 'shop'] }, status: undefined });
    expect(next).toMatchObject({ created: 'yes', mark: 'shop', tags: ['a'] });
  });
});

describe('a person who is missing from the source', () => {
  const created = known('Rome', { created: 'yes', tags: ['a'] });

  it.each(table<Row>('decide', 'missing'))('when they are $when, with the policy $policy', row => {
    const { known: before, marked: isMarked = false, newStatus } = row;
    const seen = { ...noRow, isMarked };
    const verdict = decideMissing(personIn(before) ?? created, thereIn(row), rulesIn(row), seen, newStatus);
    if (row.kind !== undefined) expect([verdict.kind, verdict.wanted?.tags]).toEqual([row.kind, row.want]);
    if (row.next !== undefined) expect(verdict.next).toStrictEqual(personIn(row.next));
  });

  it('when their row cannot be read, then they are not missing', () => {
    expect(
      decideMissing(created, there('Rome'), rules({ missing: 'tag:gone' }), { ...noRow, isUnread: true }),
    ).toStrictEqual({
      kind: 'unread',
      next: created,
    });
  });

  it('when they come back, then the tag of the policy goes', () => {
    const { next } = decideMissing(created, there('Rome', ['a']), rules({ missing: 'tag:gone' }), noRow);
    const back = decidePresent(said('Rome', ['a']), next, there('Rome', ['a', 'gone']), rules());
    expect(back.wanted?.tags).toEqual({ add: [], remove: ['gone'] });
  });

  it('when they have left the account, too, then they are not made again later', () => {
    const { next } = decideMissing(created, undefined, rules(), noRow);
    expect(decideAbsent(said('Rome'), next, rules(), false).kind).toBe('gone');
    expect(isOfLastRun(next ?? created)).toBe(false);
  });
});

describe('the mark', () => {
  it.each([
    ['an import gave it to them', undefined, ['Shop'], 'yes'],
    ['they have another tag', undefined, ['vip'], undefined],
    ['they were there before, and were given the tag since', known('Rome'), ['shop'], 'yes'],
    ['its source gave them the tag', known('Rome', { tags: ['shop'] }), ['shop'], undefined],
  ])('whether the sync created people when %s', (_, before, tags, created) => {
    const { next } = decidePresent(said('Rome'), before, there('Rome', tags), rules({ mark: 'shop' }));
    expect(next?.created).toBe(created);
  });

  it.each<[Partial<KnownPerson>, boolean]>([
    [{}, false],
    [{ fields: {} }, true],
    [{ gone: 'maybe' }, true],
    [{ fields: {}, missing: 'keep' }, false],
  ])('whether %j was among those of the last run: %s', (more, isOne) => {
    expect(isOfLastRun({ email, ...more })).toBe(isOne);
  });
});
