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
  type Verdict,
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
  const oneOf = known('Rome', { brought: 'yes' });
  const refused = (city: string, more = {}) => ({ email, refused: sourceDigest(said(city)), ...more });
  const created = { ...oneOf };
  it.each<[string, KnownPerson | undefined, object, boolean, Verdict['kind'], KnownPerson]>([
    ['was never seen', undefined, {}, false, 'create', created],
    ['was brought, and has left', oneOf, {}, false, 'gone', { ...oneOf, gone: true }],
    [
      'was there by another way, and has left',
      known('Rome'),
      {},
      false,
      'gone',
      known('Rome', { gone: true }),
    ],
    ['had left the source, too', { ...oneOf, missing: 'keep' }, {}, false, 'gone', { ...oneOf, gone: true }],
    ['has left, and --recreate', oneOf, { recreate: true }, false, 'create', created],
    ['was sent, and the answer was lost', known('Rome', { brought: 'maybe' }), {}, false, 'create', created],
    ['was refused as they are', refused('Rome'), {}, false, 'refused', refused('Rome')],
    ['was refused, and has changed since', refused('Oslo'), {}, false, 'create', created],
    [
      'was changed, refused, and has left',
      refused('Rome', oneOf),
      {},
      false,
      'gone',
      { ...refused('Rome', oneOf), gone: true },
    ],
    [
      'was sent, refused, and the answer was lost',
      refused('Rome', { brought: 'maybe' }),
      {},
      false,
      'create',
      created,
    ],
    [
      'may have left: the state is lost',
      undefined,
      { hasState: false },
      true,
      'unsure',
      { email, gone: true },
    ],
    [
      'may have left, and --recreate',
      undefined,
      { hasState: false, recreate: true },
      true,
      'create',
      created,
    ],
  ])('when they %s', (_, before, more, isLost, kind, next) => {
    const verdict = decideAbsent(said('Rome'), before, rules(more), isLost);
    const wanted = { fields: { city: 'Rome' }, tags: { add: [] }, status: undefined };
    expect(verdict).toStrictEqual({ kind, next, left: [], ...(kind === 'create' && { wanted }) });
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
    ['keep', { ...brought, refused: 'keep' }, there('Rome', ['a']), 'keep', undefined],
  ] as const)('when the policy is %s (%#)', (missing, before, person, kind, tags) => {
    const verdict = decideMissing(before, person, rules({ missing }), false);
    expect({ ...verdict, next: undefined, wanted: verdict.wanted?.tags }).toEqual({
      kind,
      wanted: tags,
      left: [],
      next: undefined,
    });
  });

  it.each<[string, KnownPerson, ReturnType<typeof there> | undefined, object, KnownPerson | undefined]>([
    ['kept', brought, there('Rome'), {}, { ...brought, missing: 'keep' }],
    ['kept again', { ...brought, missing: 'tag:x' }, there('Rome'), {}, { ...brought, missing: 'tag:x' }],
    [
      'from elsewhere',
      brought,
      there('Rome', [], 'form'),
      {},
      known('Rome', { tags: ['a'], missing: 'keep' }),
    ],
    [
      'tagged',
      brought,
      there('Rome'),
      { missing: 'tag:x' },
      { ...brought, tags: ['a', 'x'], missing: 'tag:x' },
    ],
    [
      'tagged, with a mark',
      { ...brought, mark: 'm' },
      there('Rome', ['m']),
      { missing: 'tag:x', mark: 'm' },
      { ...brought, mark: 'm', tags: ['a', 'x'], missing: 'tag:x' },
    ],
    ['given a status', brought, there('Rome'), { missing: 'status:x' }, { ...brought, missing: 'status:x' }],
    [
      'known by the mark only',
      { email, brought: 'yes' },
      there('Rome'),
      { missing: 'untag:a' },
      { email, brought: 'yes', tags: [], missing: 'untag:a' },
    ],
    ['gone from the account', brought, undefined, {}, { ...brought, gone: true, missing: 'keep' }],
    [
      'gone long since',
      { ...brought, gone: true, missing: 'tag:x' },
      undefined,
      {},
      { ...brought, gone: true, missing: 'tag:x' },
    ],
    [
      'gone, and nothing was ever said of them',
      { email, gone: true },
      undefined,
      {},
      { email, gone: true, missing: 'keep' },
    ],
    ['never there: the answer was lost', known('Rome', { brought: 'maybe' }), undefined, {}, undefined],
    ['never there: refused', { email, refused: 'x' }, undefined, {}, undefined],
  ])('what is remembered of a person who is %s', (_, before, person, more, next) => {
    const verdict = decideMissing(before, person, rules(more), false);
    expect(verdict.next).toStrictEqual(next);
    expect(verdict.left).toEqual([]);
  });

  it('when their row cannot be read, then they are not missing', () => {
    expect(decideMissing(brought, there('Rome'), rules({ missing: 'tag:gone' }), true)).toStrictEqual({
      kind: 'unread',
      next: brought,
      left: [],
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
});

describe('the mark', () => {
  it('when the state is lost, then it tells whom the sync brought; with a state it does not', () => {
    const marked = there('Rome', ['Shop']);
    const found = { email, fields: {}, tags: [], brought: 'yes', mark: 'shop' };
    expect(knownByMark(marked, { mark: 'shop', hasState: false })).toStrictEqual(found);
    expect(knownByMark(marked, { mark: 'shop', hasState: true })).toBeUndefined();
    expect(knownByMark(marked, { mark: undefined, hasState: false })).toBeUndefined();
    expect(knownByMark(there('Rome'), { mark: 'shop', hasState: false })).toBeUndefined();
  });

  it.each([
    ['an import gave it to them', undefined, ['Shop'], 'yes'],
    ['they have another tag', undefined, ['vip'], undefined],
    ['they were there before, and have the tag', known('Rome'), ['shop'], undefined],
  ])('whether the sync brought people when %s', (_, before, tags, brought) => {
    const { next } = decidePresent(said('Rome'), before, there('Rome', tags), rules({ mark: 'shop' }));
    expect(next?.brought).toBe(brought);
  });
});

describe('what is remembered of a person in the source and in the account', () => {
  const narrow = { fields: { city: 'Rome', plan: 'pro' } };
  it.each<
    [
      string,
      SourcePerson,
      KnownPerson | undefined,
      readonly string[],
      object,
      KnownPerson,
      object | undefined,
    ]
  >([
    ['the value', said('Rome'), known('Oslo'), [], {}, known('Rome'), undefined],
    [
      'that it is empty',
      said(undefined),
      known('Rome'),
      [],
      {},
      known(undefined),
      { fields: { city: null } },
    ],
    [
      'the earlier one of a damaged row',
      said(undefined, [], true),
      known('Rome'),
      [],
      {},
      known('Rome'),
      undefined,
    ],
    [
      'another one of a damaged row',
      said('Oslo', [], true),
      known('Rome'),
      [],
      {},
      known('Oslo'),
      { fields: { city: 'Oslo' } },
    ],
    [
      'what a column that is gone has given',
      said('Rome'),
      known('', narrow),
      [],
      {},
      known('', narrow),
      undefined,
    ],
    [
      'that the service no longer refuses them',
      said('Oslo'),
      { email, refused: 'x' },
      [],
      {},
      known('Oslo'),
      { fields: { city: 'Oslo' } },
    ],
    [
      'tags that are new',
      said('Rome', ['a']),
      undefined,
      [],
      {},
      known('Rome', { tags: ['a'] }),
      { tags: { add: ['a'], remove: [] } },
    ],
    [
      'tags, without a state: left alone',
      said('Rome', ['a']),
      undefined,
      [],
      { hasState: false },
      known('Rome', { tags: ['a'] }),
      undefined,
    ],
    [
      'tags of a column that is gone, but the one of --missing',
      said('Rome', ['b']),
      known('Rome', { tags: ['a', 'x'], missing: 'tag:x' }),
      ['a', 'x', 'b'],
      { keepsTags: true },
      known('Rome', { tags: ['a', 'b'] }),
      { tags: { add: ['b'], remove: ['x'] } },
    ],
    [
      'tags of a column that is gone',
      said('Rome'),
      known('Rome', { tags: ['a'] }),
      ['a'],
      { keepsTags: true },
      known('Rome', { tags: ['a'] }),
      undefined,
    ],
  ])('%s', (name, now, before, tags, more, next, wanted) => {
    const verdict = decidePresent(now, before, there('Rome', tags), rules(more));
    expect(verdict.next).toStrictEqual(next);
    if (wanted === undefined) expect(verdict.wanted).toBeUndefined();
    else expect(verdict.wanted).toMatchObject(wanted);
    expect(verdict.left).toEqual(name.includes('left alone') ? ['tags'] : []);
  });

  it('a digest does not depend on the order of fields and tags', () => {
    const one = sourceDigest({ fields: { a: 1, b: 2, c: 3 }, tags: ['x', 'y'] });
    expect(sourceDigest({ fields: { c: 3, a: 1, b: 2 }, tags: ['y', 'x', 'x'] })).toBe(one);
    expect(sourceDigest({ fields: { a: 2, b: 1, c: 3 }, tags: ['x', 'y'] })).not.toBe(one);
  });

  it.each<[Partial<KnownPerson>, boolean]>([
    [{}, false],
    [{ fields: {} }, true],
    [{ refused: 'x' }, true],
    [{ gone: true }, true],
    [{ fields: {}, missing: 'keep' }, false],
  ])('whether %j was among those of the last run: %s', (more, isOne) => {
    expect(isOfLastRun({ email, ...more })).toBe(isOne);
  });
});
