/** When two tags are the same, and what tags are after changes: the promises of docs/audience.md, "Tags are the same". */
import { describe, expect, it } from 'vitest';
import { changesOf } from '../../src/people/compare.ts';
import {
  areSameTags,
  areSpelledAlike,
  changedTags,
  distinctTags,
  hasTags,
  isRespelling,
  type TagChanges,
  TagCounts,
  type TagsRule,
  tagsAfter,
} from '../../src/people/tags.ts';

const composed = 'caf\u00e9';
const decomposed = 'cafe\u0301';

describe('two tags', () => {
  it.each<[string, string, boolean]>([
    ['vip', 'vip', true],
    ['vip', 'VIP', true],
    [' vip ', 'vip', true],
    [composed, decomposed, true],
    [decomposed.toUpperCase(), composed, true],
    ['ÅRHUS', 'århus', true],
    ['vip', 'vips', false],
    ['cafe', composed, false],
    ['night trains', 'night-trains', false],
    ['night trains', 'nighttrains', false],
  ])('%j and %j: the same is %s', (one, other, isSame) => {
    expect(areSameTags([one], [other])).toBe(isSame);
    expect(hasTags([one], [other])).toBe(isSame);
    expect(distinctTags([one, other])).toEqual(isSame ? [one] : [one, other]);
  });
});

describe('lists of tags', () => {
  it.each<[readonly string[], readonly string[], boolean]>([
    [[], [], true],
    [['a', 'b'], ['B', 'A'], true],
    [['a', 'A'], ['a'], true],
    [['a'], ['a', 'b'], false],
    [['a', 'b'], ['a'], false],
    [['a', 'b'], ['a', 'c'], false],
  ])('%j and %j: the same is %s', (one, other, isSame) => {
    expect(areSameTags(one, other)).toBe(isSame);
  });

  it('are spelled alike only when no capital differs, in any order', () => {
    expect(areSpelledAlike(['a', 'B'], ['B', 'a'])).toBe(true);
    expect(areSpelledAlike(['a', 'B'], ['b', 'a'])).toBe(false);
    expect(areSpelledAlike(['a'], ['a', 'b'])).toBe(false);
  });

  it.each([
    [['vip'], ['VIP'], true],
    [['a', 'vip'], ['VIP', 'a'], true],
    [['vip'], ['vip'], false],
    [['vip'], ['VIP', 'a'], false],
    [[], [], false],
  ])('when %j becomes %j, then whether only the spelling changes is %s', (before, after, isOne) => {
    expect(isRespelling(before, after)).toBe(isOne);
  });
});

describe('the tags after an import', () => {
  it.each<[readonly string[], readonly string[], TagsRule, readonly string[]]>([
    [['a'], ['b'], 'add', ['a', 'b']],
    [['VIP'], ['vip'], 'add', ['VIP']],
    [['VIP', 'a'], ['vip'], 'replace', ['vip']],
    [[], ['a', 'A'], 'add', ['a']],
  ])('%j, %j written, %s: %j', (present, written, rule, after) => {
    expect(tagsAfter(present, written, rule)).toEqual(after);
  });

  it.each<[readonly string[], readonly string[], TagsRule, boolean]>([
    [['VIP'], ['vip'], 'add', false],
    [['VIP'], ['vip'], 'replace', false],
    [['VIP', 'a'], ['vip'], 'add', false],
    [['VIP', 'a'], ['vip'], 'replace', true],
    [['a'], ['vip'], 'add', true],
    [['a'], [], 'replace', false],
  ])('%j, %j written, %s: something changes is %s', (tags, written, rule, isChanged) => {
    const changes = changesOf({ fields: {}, tags }, { tags: written }, rule);
    expect(changes.map(({ field }) => field)).toEqual(isChanged ? ['tags'] : []);
  });
});

describe('the tags after a change', () => {
  it.each<[readonly string[], TagChanges, readonly string[] | undefined]>([
    [['a'], { add: ['b'] }, ['a', 'b']],
    [['vip'], { add: ['VIP'] }, undefined],
    [['a'], { add: ['b', 'B'] }, ['a', 'b']],
    [['a', 'VIP'], { remove: ['vip'] }, ['a']],
    [['a', 'VIP', 'vip'], { remove: ['vip'] }, ['a']],
    [['a'], { remove: ['vip'] }, undefined],
    [['a', 'b'], { remove: ['A'], add: ['c'] }, ['b', 'c']],
    [['x', 'vip', 'y'], { remove: ['vip'], add: ['VIP'] }, ['x', 'y', 'VIP']],
    [['VIP', 'x'], { remove: ['vip'], add: ['VIP'] }, undefined],
    [['a', 'press'], { remove: ['press'], add: ['media'] }, ['a', 'media']],
    [['Media', 'press'], { remove: ['press'], add: ['media'] }, ['Media']],
    [[], { remove: ['vip'] }, undefined],
  ])('%j with %j: %j', (present, changes, after) => {
    expect(changedTags(present, changes)).toEqual(after);
  });
});

describe('the people of a tag', () => {
  it('when somebody has two spellings, then they count once', () => {
    const counts = new TagCounts();
    for (const tags of [['VIP', 'vip'], ['vip'], ['press']]) counts.add(tags);
    expect([counts.of('Vip'), counts.of('press'), counts.of('none')]).toEqual([2, 1, 0]);
    expect(counts.tags).toEqual(['VIP', 'press']);
    expect(counts.all[0]).toEqual({ tag: 'VIP', count: 2, others: [['vip', 1]] });
    counts.add(['vip', ' ']);
    expect(counts.all).toEqual([
      { tag: 'vip', count: 3, others: [['VIP', 1]] },
      { tag: 'press', count: 1, others: [] },
    ]);
  });
});
