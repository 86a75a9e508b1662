import { type EndpointName, endpoints, type ListName } from '../contract/index.ts';
import type { EndpointResponse } from '../http/api.ts';
import { isObject } from '../lib/json/is-object.ts';
import type { CachedName, CachedNames, NameKind } from './name-cache.ts';

/** Collects the names in the responses of a run, for completion. */
export interface NameRecorder {
  /** The client's hook of that name. */
  onResponse(response: EndpointResponse): void;
  hasNames(): boolean;
  /** The names known before, with those collected since. */
  mergedInto(known: CachedNames): CachedNames;
}

type Seen = Record<NameKind, Map<string, string>>;

/** Tags are read from subscribers: the first pages are enough, and exports stay fast. */
const pagesForTags = 5;

/** A recorder of the groups, fields, tags and emails that a run reads or writes. */
export function recordNames(): NameRecorder {
  const seen: Seen = { groups: new Map(), fields: new Map(), tags: new Map(), emails: new Map() };
  /** Kinds whose list was read from its first page to its last. */
  const whole = new Set<NameKind>();
  return {
    onResponse(response) {
      const { endpoint } = response;
      if ('record' in response) return addRecord(seen, endpoint, response.record);
      const { page, firstPage, pagesRead } = response;
      const kind = kindOfList[response.endpoint];
      if (kind !== undefined || (endpoint === 'listSubscribers' && pagesRead <= pagesForTags)) {
        for (const record of page.data) addRecord(seen, endpoint, record);
      }
      const isLast = page.numbers.current >= page.numbers.last;
      if (kind !== undefined && firstPage === 1 && isLast) whole.add(kind);
    },
    hasNames: () => Object.values(seen).some(map => map.size > 0),
    mergedInto: known => ({
      groups: merged(known.groups, seen.groups, whole.has('groups')),
      fields: merged(known.fields, seen.fields, whole.has('fields')),
      tags: withIds(known.tags, merged(known.tags, seen.tags, false)),
      emails: merged(known.emails, seen.emails, whole.has('emails')),
    }),
  };
}

const kindOfList: Readonly<Partial<Record<ListName, NameKind>>> = {
  listGroups: 'groups',
  listFields: 'fields',
  listEmails: 'emails',
};

/** Adds the word and the label of a record. @param record as the service sent it */
function addRecord(seen: Seen, endpoint: EndpointName, record: unknown): void {
  if (!isObject(record)) return;
  const { id, name, variable, tags, subject } = record;
  const resource = endpoints[endpoint].response.name;
  if (resource === 'group') add(seen.groups, id, name);
  else if (resource === 'field') add(seen.fields, variable, name);
  else if (resource === 'tag') add(seen.tags, name, id);
  else if (resource === 'email') add(seen.emails, id, subject ?? '');
  else if (resource === 'subscriber' && Array.isArray(tags)) {
    for (const name of tags) if (!seen.tags.has(name)) add(seen.tags, name, '');
  }
}

function add(names: Map<string, string>, word: unknown, label: unknown): void {
  if (typeof word === 'string' && typeof label === 'string') names.set(word, label);
}

function merged(
  known: readonly CachedName[],
  seen: ReadonlyMap<string, string>,
  isWhole: boolean,
): CachedName[] {
  return [...seen, ...(isWhole ? [] : known.filter(([word]) => !seen.has(word)))];
}

/** Tags keep the id that is known; a tag that was renamed loses it, and those with an id come first. */
function withIds(known: readonly CachedName[], tags: readonly CachedName[]): CachedName[] {
  const ids = new Map(known);
  const found = tags.map(([tag, id]): CachedName => [tag, id || (ids.get(tag) ?? '')]);
  const current = new Map<string, string>();
  for (const [tag, id] of found) if (id !== '' && !current.has(id)) current.set(id, tag);
  const own = found.map(([tag, id]): CachedName => [tag, current.get(id) === tag ? id : '']);
  return [...own.filter(([, id]) => id !== ''), ...own.filter(([, id]) => id === '')];
}
