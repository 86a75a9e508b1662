import type { ListName } from '../contract/index.ts';
import type { EndpointResponse } from '../http/api.ts';
import type { CachedName, CachedNames, NameKind } from './name-cache.ts';

/** Collects the names in the responses of a run, for completion. */
export interface NameRecorder {
  /** For the client's hook of that name. */
  onResponse(response: EndpointResponse): void;
  /** Whether there was any name. */
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
      if ('record' in response) return noteRecord(seen, endpoint, response.record);
      const { page, firstPage, pagesRead } = response;
      const kind = kindOfList[response.endpoint];
      if (kind !== undefined || (endpoint === 'listSubscribers' && pagesRead <= pagesForTags)) {
        for (const record of page.data) noteRecord(seen, endpoint, record);
      }
      const isLast = page.meta.current_page >= page.meta.last_page;
      if (kind !== undefined && firstPage === 1 && isLast) whole.add(kind);
    },
    hasNames: () => Object.values(seen).some(map => map.size > 0),
    mergedInto: known => ({
      groups: merged(known.groups, seen.groups, whole.has('groups')),
      fields: merged(known.fields, seen.fields, whole.has('fields')),
      tags: merged(known.tags, seen.tags, false),
      emails: merged(known.emails, seen.emails, whole.has('emails')),
    }),
  };
}

const kindOfList: Readonly<Partial<Record<ListName, NameKind>>> = {
  listGroups: 'groups',
  listFields: 'fields',
  listEmails: 'emails',
};

function noteRecord(seen: Seen, endpoint: string, record: unknown): void {
  if (typeof record !== 'object' || record === null) return;
  const { id, name, variable, tags, subject } = record as Readonly<Record<string, unknown>>;
  if (/Subscribers?$/.test(endpoint) && Array.isArray(tags)) {
    for (const tag of tags) if (typeof tag === 'string') seen.tags.set(tag, '');
  } else if (/Groups?$/.test(endpoint)) note(seen.groups, id, name);
  else if (/Fields?$/.test(endpoint)) note(seen.fields, variable, name);
  else if (/Tag$/.test(endpoint)) note(seen.tags, name, '');
  else if (/Emails?$/.test(endpoint)) note(seen.emails, id, subject ?? '');
}

function note(map: Map<string, string>, word: unknown, label: unknown): void {
  if (typeof word === 'string' && typeof label === 'string') map.set(word, label);
}

/** A list that was read from its first page to its last takes the place of what was known. */
function merged(
  known: readonly CachedName[],
  seen: ReadonlyMap<string, string>,
  isWhole: boolean,
): CachedName[] {
  return [...seen, ...(isWhole ? [] : known.filter(([word]) => !seen.has(word)))];
}
