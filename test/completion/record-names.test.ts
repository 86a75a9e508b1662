/** Which names of a run's responses are kept for completion. */
import { describe, expect, it } from 'vitest';
import type { CachedNames } from '../../src/completion/name-cache.ts';
import { recordNames } from '../../src/completion/record-names.ts';
import type { ListName } from '../../src/contract/index.ts';

const known: CachedNames = {
  groups: [['old', 'Old group']],
  fields: [],
  tags: [['Old tag', '']],
  emails: [],
};

/** Pages `from` to `to` of a list of `last` pages, one record on each. */
function read(
  endpoint: ListName,
  [from, to, last]: [number, number, number],
  record: (page: number) => object,
) {
  const recorder = recordNames();
  for (let number = from; number <= to; number++) {
    const numbers = { current: number, last, perPage: 1, total: last };
    const page = { data: [record(number)], meta: {}, numbers };
    recorder.onResponse({ endpoint, page, firstPage: from, pagesRead: number - from + 1 });
  }
  return recorder.mergedInto(known);
}

const group = (number: number) => ({ id: `id-${number}`, name: `Group ${number}` });

describe('names recorded from responses', () => {
  it.each<[string, [number, number, number], string[]]>([
    ['from its first page to its last', [1, 3, 3], ['id-1', 'id-2', 'id-3']],
    ['from its first page, not to its last', [1, 2, 3], ['id-1', 'id-2', 'old']],
    ['from a later page to its last', [2, 3, 3], ['id-2', 'id-3', 'old']],
  ])('when a list is read %s, then they replace the known ones or join them', (_, pages, expected) => {
    expect(read('listGroups', pages, group).groups.map(([word]) => word)).toEqual(expected);
  });

  it('when subscribers are read, then the tags of the first five pages join the known ones', () => {
    const { tags } = read('listSubscribers', [1, 8, 8], page => ({ id: `${page}`, tags: [`t${page}`] }));
    expect(tags.map(([word]) => word)).toEqual(['t1', 't2', 't3', 't4', 't5', 'Old tag']);
  });

  it('when a record is read or written, then its name joins the known ones', () => {
    const recorder = recordNames();
    expect(recorder.hasNames()).toBe(false);
    recorder.onResponse({ endpoint: 'createGroup', record: group(7) });
    recorder.onResponse({ endpoint: 'createTag', record: { id: '1', name: 'New tag' } });
    recorder.onResponse({ endpoint: 'updateField', record: { variable: 'city', name: 'City' } });
    recorder.onResponse({ endpoint: 'sendEmail', record: { id: 'e', subject: null } });
    recorder.onResponse({ endpoint: 'getAccount', record: { id: 'a', name: 'Acme' } });
    expect(recorder.hasNames()).toBe(true);
    expect(recorder.mergedInto(known)).toEqual({
      groups: [
        ['id-7', 'Group 7'],
        ['old', 'Old group'],
      ],
      fields: [['city', 'City']],
      tags: [
        ['New tag', '1'],
        ['Old tag', ''],
      ],
      emails: [['e', '']],
    });
  });
});
