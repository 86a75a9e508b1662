/** Whose word counts, per person and field: typed from docs/syncing.md. */
import { describe, expect, it } from 'vitest';
import {
  decideAbsent,
  decideMissing,
  decidePresent,
  isOfLastRun,
  type KnownPerson,
  knownByMark,
  type SourcePerson,
  type SyncRules,
  sourceDigest,
} from '../../src/sync/decide.ts';
import { missingPolicy } from '../../src/sync/policy.ts';

const email = 'ada@example.org';

function rules(more: Partial<Omit<SyncRules, 'missing'>> & { readonly missing?: string } = {}): SyncRules {
  const missing = missingPolicy(more.missing ?? 'keep');
  if (missing === undefined) throw new Error('no such policy');
  return {
    variables: ['city'],
    own: new Set(),
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

describe('a person in the source and in the account', () => {
  it.each([
    ['says the same as ever', said('Rome'), known('Rome'), there('Rome'), {}, undefined, []],
    ['has changed in the source', said('Oslo'), known('Rome'), there('Rome'), {}, { city: 'Oslo' }, []],
    [
      'has changed in the account only: left alone',
      said('Rome'),
      known('Rome'),
      there('Bonn'),
      {},
      undefined,
      ['city'],
    ],
    [
      'has changed there, and the source owns the field',
      said('Rome'),
      known('Rome'),
      there('Bonn'),
      { own: new Set(['city']) },
      { city: 'Rome' },
      [],
    ],
    [
      'has changed in both: the source counts',
      said('Oslo'),
      known('Rome'),
      there('Bonn'),
      {},
      { city: 'Oslo' },
      [],
    ],
    ['has changed in both to the same', said('Oslo'), known('Rome'), there('Oslo'), {}, undefined, []],
    [
      'has lost the value in the source: cleared',
      said(undefined),
      known('Rome'),
      there('Rome'),
      {},
      { city: null },
      [],
    ],
    ['never had a value in the source', said(undefined), known(undefined), there('Rome'), {}, undefined, []],
    [
      'has a value that cannot be read tonight',
      said(undefined, [], true),
      known('Rome'),
      there('Rome'),
      {},
      undefined,
      [],
    ],
    ['is new in the source', said('Oslo'), undefined, there('Rome'), {}, { city: 'Oslo' }, []],
    [
      'without a state: nobody is touched',
      said('Oslo'),
      undefined,
      there('Rome'),
      { hasState: false },
      undefined,
      ['city'],
    ],
    [
      'without a state, nor to fill in',
      said('Oslo'),
      undefined,
      there(null),
      { hasState: false },
      undefined,
      ['city'],
    ],
    [
      'without a state, but the source owns it',
      said('Oslo'),
      undefined,
      there('Rome'),
      { hasState: false, own: new Set(['city']) },
      { city: 'Oslo' },
      [],
    ],
    [
      'has a column that the source no longer has',
      said('Oslo'),
      known('Rome'),
      there('Rome'),
      { variables: [] },
      undefined,
      [],
    ],
  ] as const)('when it %s', (_, now, before, person, more, fields, left) => {
    const verdict = decidePresent(now, before, person, rules(more));
    expect({ fields: verdict.wanted?.fields, left: verdict.left }).toEqual({ fields, left });
    expect(verdict.kind).toBe(fields === undefined ? 'unchanged' : 'change');
  });

  it.each([
    ['gives a new tag', ['a', 'b'], ['a'], ['a', 'own'], { add: ['b'], remove: [] }],
    ['no longer gives a tag', ['a'], ['a', 'b'], ['a', 'b', 'own'], { add: [], remove: ['b'] }],
    ['still gives a tag that was removed by hand: left alone', ['a', 'b'], ['a', 'b'], ['a'], undefined],
    ['gives and gave the same, in other capitals', ['A'], ['a'], ['a', 'own'], undefined],
    ['gave nothing, and people have tags of their own', [], [], ['own'], undefined],
  ] as const)('when the source %s', (_, now, before, present, tags) => {
    const verdict = decidePresent(
      said('Rome', now),
      known('Rome', { tags: before }),
      there('Rome', present),
      rules(),
    );
    expect(verdict.wanted?.tags).toEqual(tags);
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

  it('when the service refused it, then it is sent again only after the source has changed', () => {
    const now = said('Oslo');
    const before = known('Rome', { refused: sourceDigest(now) });
    expect(decidePresent(now, before, there('Rome'), rules()).kind).toBe('refused');
    expect(decidePresent(said('Bonn'), before, there('Rome'), rules()).kind).toBe('change');
    expect(decidePresent(now, before, there('Rome'), rules({ recreate: true })).kind).toBe('change');
  });

  it('when the mark was lost by a status of --missing, then a person who is back gets it again', () => {
    const marking = rules({ mark: 'shop', missing: 'status:unsubscribed' });
    const before = known('Rome', { brought: 'yes', mark: 'shop' });
    const left = decideMissing(before, there('Rome', ['shop']), marking, false);
    expect(left.wanted).toMatchObject({ tags: { add: [], remove: ['shop'] }, status: 'unsubscribed' });
    const back = decidePresent(said('Rome'), left.next, there('Rome'), marking);
    expect(back.wanted).toMatchObject({ tags: { add: ['shop'], remove: [] }, status: undefined });
  });

  it.each([
    ['this sync created them', known('Rome', { brought: 'yes' }), 'api', 'yes'],
    ['they were there before', known('Rome'), 'api', undefined],
    ['they left, and came back', known('Rome', { brought: 'yes', gone: true }), 'api', undefined],
    ['they came back by a form', known('Rome', { brought: 'yes' }), 'form', undefined],
    [
      'the answer was lost, and they are there',
      known('Rome', { brought: 'maybe', since: '2025-12-31T23:59:00Z' }),
      'api',
      'yes',
    ],
    [
      'the answer was lost, and they were there before',
      known('Rome', { brought: 'maybe', since: '2026-02-01T00:00:00Z' }),
      'api',
      undefined,
    ],
  ] as const)('when %s, then that is remembered', (_, before, source, brought) => {
    expect(decidePresent(said('Rome'), before, there('Rome', [], source), rules()).next?.brought).toBe(
      brought,
    );
  });

  it('when a mark is asked for, then those whom the sync brought get it once', () => {
    const marking = rules({ mark: 'shop' });
    const first = decidePresent(said('Rome'), known('Rome', { brought: 'yes' }), there('Rome'), marking);
    expect(first.wanted?.tags.add).toEqual(['shop']);
    const removed = decidePresent(said('Rome'), first.next, there('Rome'), marking);
    expect(removed.kind).toBe('unchanged');
    expect(decidePresent(said('Rome'), known('Rome'), there('Rome'), marking).kind).toBe('unchanged');
    // The source gave the same tag, and does no more.
    const given = known('Rome', { brought: 'yes', mark: 'shop', tags: ['Shop', 'vip'] });
    const after = decidePresent(said('Rome'), given, there('Rome', ['shop', 'vip']), marking);
    expect(after.wanted?.tags.remove).toEqual(['vip']);
  });
});

describe('a person in the source who is not in the account', () => {
  it.each([
    ['was never seen', undefined, {}, false, 'create'],
    ['was brought, and has left', known('Rome', { brought: 'yes' }), {}, false, 'gone'],
    ['was there by another way, and has left', known('Rome'), {}, false, 'gone'],
    ['has left, and --recreate', known('Rome', { brought: 'yes' }), { recreate: true }, false, 'create'],
    ['was sent, and the answer was lost', known('Rome', { brought: 'maybe' }), {}, false, 'create'],
    ['was refused as they are', { email, refused: sourceDigest(said('Rome')) }, {}, false, 'refused'],
    [
      'was refused, and has changed since',
      { email, refused: sourceDigest(said('Oslo')) },
      {},
      false,
      'create',
    ],
    ['may have left: the state is lost', undefined, { hasState: false }, true, 'unsure'],
    ['may have left, and --recreate', undefined, { hasState: false, recreate: true }, true, 'create'],
  ] as const)('when they %s', (_, before, more, isLost, kind) => {
    expect(decideAbsent(said('Rome'), before, rules(more), isLost).kind).toBe(kind);
  });

  it('when they are created, then with the tags of the source and the mark', () => {
    const { wanted, next } = decideAbsent(said('Rome', ['a']), undefined, rules({ mark: 'shop' }), false);
    expect(wanted).toEqual({ fields: { city: 'Rome' }, tags: { add: ['a', 'shop'] }, status: undefined });
    expect(next).toMatchObject({ brought: 'yes', mark: 'shop', tags: ['a'] });
  });
});

describe('a person who is missing from the source', () => {
  const brought = known('Rome', { brought: 'yes', tags: ['a'] });
  it.each([
    ['keep', brought, there('Rome', ['a']), 'keep', undefined],
    ['tag:gone', brought, there('Rome', ['a']), 'missing', { add: ['gone'], remove: [] }],
    ['tag:gone', brought, there('Rome', ['a', 'Gone']), 'keep', undefined],
    ['untag:a', brought, there('Rome', ['a', 'own']), 'missing', { add: [], remove: ['a'] }],
    ['status:unsubscribed', brought, there('Rome', ['a']), 'missing', { add: [], remove: [] }],
    ['tag:gone', { ...brought, missing: 'tag:gone' }, there('Rome', ['a']), 'keep', undefined],
    [
      'tag:gone',
      { ...brought, missing: 'keep' },
      there('Rome', ['a']),
      'missing',
      { add: ['gone'], remove: [] },
    ],
    ['tag:gone', known('Rome'), there('Rome'), 'keep', undefined],
    ['tag:gone', brought, there('Rome', [], 'form'), 'keep', undefined],
    ['tag:gone', { ...brought, gone: true as const }, there('Rome'), 'keep', undefined],
    ['status:x', { ...brought, refused: 'status:x' }, there('Rome'), 'refused', undefined],
  ] as const)('when the policy is %s (%#)', (missing, before, person, kind, tags) => {
    const verdict = decideMissing(before, person, rules({ missing }), false);
    expect(verdict.kind).toBe(kind);
    expect(verdict.wanted?.tags).toEqual(tags);
  });

  it('when their row cannot be read, then they are not missing', () => {
    expect(decideMissing(brought, there('Rome'), rules({ missing: 'tag:gone' }), true)).toMatchObject({
      kind: 'unread',
      next: brought,
    });
  });

  it('when they come back, then the tag of the policy goes', () => {
    const { next } = decideMissing(brought, there('Rome', ['a']), rules({ missing: 'tag:gone' }), false);
    const back = decidePresent(said('Rome', ['a']), next, there('Rome', ['a', 'gone']), rules());
    expect(back.wanted?.tags).toEqual({ add: [], remove: ['gone'] });
  });

  it('when they have left the account, too, then they are not made again later', () => {
    const { next } = decideMissing(brought, undefined, rules(), false);
    expect(decideAbsent(said('Rome'), next, rules(), false).kind).toBe('gone');
    expect(isOfLastRun(next ?? brought)).toBe(false);
  });

  it('when they never arrived, then they are forgotten', () => {
    expect(
      decideMissing(known('Rome', { brought: 'maybe' }), undefined, rules(), false).next,
    ).toBeUndefined();
  });
});

describe('the mark', () => {
  it('when the state is lost, then it tells whom the sync brought; with a state it does not', () => {
    const marked = there('Rome', ['Shop']);
    expect(knownByMark(marked, { mark: 'shop', hasState: false })).toMatchObject({ brought: 'yes' });
    expect(knownByMark(marked, { mark: 'shop', hasState: true })).toBeUndefined();
    expect(knownByMark(there('Rome'), { mark: 'shop', hasState: false })).toBeUndefined();
  });
});
