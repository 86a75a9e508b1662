import type { Email, Group, ListName, Page, RecordIn } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { Name, NameKind, Names } from './name-cache.ts';

/** The names that pass by in a run, for completion. */
export interface Observed {
  /** The service, which notes names as it answers. */
  readonly api: Api;
  /** Those known before, with what has been seen since. */
  into(known: Names): Names;
  seen(): boolean;
}

type Seen = Record<NameKind, Map<string, string>>;

/** Tags are gathered from subscribers: the first pages will do, and exports stay quick. */
const pagesForTags = 5;

/** Looks over the shoulder of `api`: groups, fields, tags and emails that it reads or writes. */
export function observed(api: Api): Observed {
  const seen: Seen = { groups: new Map(), fields: new Map(), tags: new Map(), emails: new Map() };
  const whole = new Set<NameKind>();

  const call: Api['call'] = async (name, args, options) => {
    const answer = await api.call(name, args, options);
    noteRecord(seen, name, answer);
    return answer;
  };
  function pages<N extends ListName>(name: N, options: Parameters<Api['pages']>[1]) {
    const noted = noteEach(seen, name, api.pages(name, options), kind => whole.add(kind));
    return noted as AsyncIterable<Page<RecordIn<N>>>;
  }
  return {
    api: { ...api, call, pages },
    seen: () => Object.values(seen).some(map => map.size > 0),
    into: known => ({
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

async function* noteEach(
  seen: Seen,
  name: ListName,
  pages: AsyncIterable<Page<unknown>>,
  isWhole: (kind: NameKind) => void,
): AsyncGenerator<Page<unknown>> {
  const kind = kindOfList[name];
  let count = 0;
  let fromStart = false;
  for await (const page of pages) {
    count++;
    if (count === 1) fromStart = page.meta.current_page === 1;
    if (kind !== undefined || (name === 'listSubscribers' && count <= pagesForTags)) {
      for (const record of page.data) noteRecord(seen, name, record);
    }
    // Before the page is handed on: whoever reads may stop there.
    if (kind !== undefined && fromStart && page.meta.current_page >= page.meta.last_page) isWhole(kind);
    yield page;
  }
}

type Noted = Group | Email | { readonly variable?: unknown; readonly tags?: unknown };

function noteRecord(seen: Seen, endpoint: string, record: unknown): void {
  if (typeof record !== 'object' || record === null) return;
  const { id, name, variable, tags, subject } = record as Readonly<Record<keyof Noted | 'name', unknown>> &
    Readonly<Record<string, unknown>>;
  if (/Subscribers?$/.test(endpoint) && Array.isArray(tags)) {
    for (const tag of tags) if (typeof tag === 'string') seen.tags.set(tag, '');
  } else if (/Groups?$/.test(endpoint)) note(seen.groups, id, name);
  else if (/Fields?$/.test(endpoint)) note(seen.fields, variable, name);
  else if (/Tag$/.test(endpoint)) note(seen.tags, name, '');
  else if (/Emails?$/.test(endpoint)) note(seen.emails, id, subject ?? '');
}

function note(map: Map<string, string>, word: unknown, called: unknown): void {
  if (typeof word === 'string' && typeof called === 'string') map.set(word, called);
}

/** A list that was read from its first page to its last takes the place of what was known. */
function merged(known: readonly Name[], seen: ReadonlyMap<string, string>, isWhole: boolean): Name[] {
  return [...seen, ...(isWhole ? [] : known.filter(([word]) => !seen.has(word)))];
}
