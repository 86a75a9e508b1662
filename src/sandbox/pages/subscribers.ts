/** The pages of all subscribers and of one. */
import type { Json } from '../../contract/schema.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { table } from '../../lib/page/parts.ts';
import type { SandboxResponse } from '../http/message.ts';
import { membershipTest } from '../resources/group-filters.ts';
import { findRecord, time } from '../resources/handler.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredSubscriber } from '../store/state.ts';
import { pagesPath, peoplePage } from './layout.ts';
import { count, dayOf, nothing, pager, pairs, pill, sliceOf, statusPill, timeOf, words } from './parts.ts';

/** A subscriber and the index from which the id is computed. */
type Numbered = readonly [person: StoredSubscriber, index: number];

/** All subscribers, the newest first. */
export function numbered({ subscriberIndex }: SandboxContext): readonly Numbered[] {
  return subscriberIndex.records.map((person, index): Numbered => [person, index]).reverse();
}

export function peopleTable(
  { state, ids }: SandboxContext,
  caption: string,
  people: readonly Numbered[],
): string {
  const rows = people.map(([person, index]) => {
    const { email, status, createdAt } = person;
    const link = `<a href="${pagesPath}/subscribers/${ids.subscribers.at(index)}">${words(email)}</a>`;
    const isGone = status === 'unsubscribed' ? ` ${statusPill(status)}` : '';
    return [
      { html: `${link}${isGone}` },
      { html: wordsOrNothing(nameOf(person)) },
      { html: tagsOf(state.tags, person) },
      { html: dayOf(time(createdAt)) },
    ];
  });
  return table(caption, ['Email', 'Name', 'Tags', 'Since'], rows, 'text');
}

const wordsOrNothing = (text: string) => (text === '' ? '' : words(text));

/** The name, where the account has such fields. */
function nameOf({ fields }: StoredSubscriber): string {
  return [fields.first_name ?? fields.name, fields.last_name]
    .filter(part => typeof part === 'string')
    .join(' ');
}

const tagsOf = (tags: SandboxContext['state']['tags'], person: StoredSubscriber) =>
  person.tags.length === 0
    ? ''
    : `<span class="tags">${person.tags.map(at => pill(tags[at]?.name ?? '')).join(' ')}</span>`;

/** The page of all subscribers. @param query `q`: part of an address or of a value */
export function subscribersPage(context: SandboxContext, query: URLSearchParams): SandboxResponse {
  const typed = (query.get('q') ?? '').trim();
  const everybody = numbered(context);
  const found = typed === '' ? everybody : everybody.filter(([person]) => mentions(person, typed));
  const slice = sliceOf(found, query.get('page'));
  const content = `<h1>Subscribers</h1>
<form class="tabs" role="search" action="${pagesPath}/subscribers"><label for="q">Search</label>
<input id="q" name="q" type="search" value="${escapeHtml(typed)}" placeholder="Address, name or city" autocomplete="off"><button class="go">Search</button></form>
<p class="soft">${typed === '' ? count(found.length, 'subscriber') : `${found.length.toLocaleString('en')} of ${count(everybody.length, 'subscriber')}`}, the newest first.</p>
${slice.records.length === 0 ? noSubscribers(typed) : peopleTable(context, 'Subscribers', slice.records)}
${pager(slice, typed === '' ? {} : { q: typed })}`;
  return peoplePage(context, { title: 'Subscribers', section: 'subscribers', content });
}

const noSubscribers = (typed: string) =>
  nothing(
    typed === ''
      ? 'No subscribers yet. Import some: <code>newsletter import people.csv</code>'
      : `Nothing matches “${words(typed)}”.`,
  );

function mentions({ email, fields }: StoredSubscriber, typed: string): boolean {
  const part = typed.toLowerCase();
  return [email, ...Object.values(fields)].some(
    value => typeof value === 'string' && value.toLowerCase().includes(part),
  );
}

/** One subscriber, with all that is known. @throws HttpError 404 */
export function subscriberPage(context: SandboxContext, id: string): SandboxResponse {
  const { record } = findRecord(context, 'subscribers', id);
  const { email, status, source, createdAt, updatedAt, emailedAt } = record;
  const content = `<p class="caption"><a href="${pagesPath}/subscribers">← Subscribers</a></p>
<h1>${words(nameOf(record) || email)}</h1>
<section class="box" aria-label="About this subscriber">${pairs([
    ['Email', words(email)],
    ['Status', statusPill(status)],
    ['Tags', record.tags.length === 0 ? undefined : tagsOf(context.state.tags, record)],
    ['Groups', groupsOf(context, record)],
    ['Source', escapeHtml(source)],
    ['Since', timeOf(time(createdAt))],
    ['Changed', timeOf(time(updatedAt))],
    ['Last emailed', emailedAt === null ? 'never' : timeOf(time(emailedAt))],
  ])}</section>
<section class="box" aria-labelledby="fields"><h2 id="fields">Fields</h2>${fieldsOf(context, record)}</section>`;
  return peoplePage(context, { title: email, section: 'subscribers', content });
}

function groupsOf(context: SandboxContext, person: StoredSubscriber): string {
  const { state, ids } = context;
  const links = state.groups.flatMap(({ name, filters }, index) =>
    membershipTest(context, filters)(person)
      ? [`<a href="${pagesPath}/groups/${ids.groups.at(index)}">${words(name)}</a>`]
      : [],
  );
  return links.length === 0 ? 'none' : links.join(', ');
}

function fieldsOf({ state }: SandboxContext, { fields }: StoredSubscriber): string {
  const shown = state.fields.map(({ name, variable }): [string, string | undefined] => {
    const value = fields[variable] ?? null;
    return [name, value === null ? undefined : words(textOf(value))];
  });
  return shown.every(([, html]) => html === undefined) ? '<p class="soft">No values.</p>' : pairs(shown);
}

const textOf = (value: Json) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : typeof value === 'string' ? value : String(value);
