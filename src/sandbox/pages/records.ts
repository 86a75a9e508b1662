/** One list and one record, made from the columns and fields of the contract. */
import type { FieldSchema } from '../../contract/schema.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { table } from '../../lib/page/parts.ts';
import type { SandboxResponse } from '../http/message.ts';
import { memberTest } from '../resources/group-filters.ts';
import type { RecordList } from '../resources/handler.ts';
import type { SandboxContext } from '../store/context.ts';
import { emailView } from './email.ts';
import { peoplePage, type SectionName } from './layout.ts';
import { nextBox, pager, pairs, pill, sliceOf, statusPill, timeOf, words } from './parts.ts';
import { listOf, membersOf, type PageRecord, sections, storedSubscriber } from './sections.ts';

/** `sent_count` as a heading: Sent count. */
function heading(name: string): string {
  const plain = name.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export function listPage(
  context: SandboxContext,
  name: SectionName,
  query: URLSearchParams,
): SandboxResponse {
  const { about, list, next } = sections[name];
  const all = list(context);
  const content = `<h1>${heading(name)}</h1>
<p class="soft">${about}</p>
<p class="soft">Number of records: ${all.total.toLocaleString('en')}</p>
${name === 'emails' ? '<form method="post"><button>New draft</button></form>' : ''}
${all.total === 0 ? '<p class="box">Nothing here yet.</p>' : listBody(context, name, all, query)}
${nextBox(next())}`;
  return peoplePage(context, { title: heading(name), section: name, content });
}

function listBody(
  context: SandboxContext,
  name: SectionName,
  list: RecordList<PageRecord>,
  query: URLSearchParams,
): string {
  const { resource } = sections[name];
  // The first column links to the record: an id says no more.
  const columns = resource.columns.filter(column => column !== 'id');
  const [first = 'id', ...others] = columns;
  const page = sliceOf(list, query.get('page'));
  const rows = page.records.map(record => {
    const title = valueHtml(context, resource.fields[first], record[first]) || '<i>(none)</i>';
    const link = `<a href="/${name}/${record.id}">${title}</a>${goneMark(context, name, record)}`;
    const cells = others.map(column => valueHtml(context, resource.fields[column], record[column]));
    return [link, ...cells].map(html => ({ html }));
  });
  return `${table(heading(name), columns.map(heading), rows, 'text')}\n${pager(page)}`;
}

/** The service does not show the status of subscribers; here it is seen. */
function goneMark(context: SandboxContext, name: SectionName, { id }: PageRecord): string {
  if (name !== 'subscribers') return '';
  const { status } = storedSubscriber(context, id);
  return status === 'subscribed' ? '' : ` ${statusPill(status)}`;
}

/** A value of a record as HTML. */
function valueHtml(context: SandboxContext, schema: FieldSchema | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return filtersOrTags(value);
  if (typeof value === 'object') return pairs(namedFields(context, value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 4 });
  const text = String(value);
  if (schema?.kind === 'time') return timeOf(text);
  if (schema?.kind === 'enumeration') return statusPill(text);
  return schema?.kind === 'uuid' ? groupLink(context, text) : words(text);
}

function filtersOrTags(all: readonly unknown[]): string {
  const parts = all.map(one => {
    if (typeof one === 'string') return pill(one);
    const { field = '', operator = '', value } = one as Readonly<Record<string, unknown>>;
    const wanted =
      value === undefined
        ? ''
        : ` <b>${words(typeof value === 'string' ? value : JSON.stringify(value))}</b>`;
    return `<code>${words(String(field))}</code> ${escapeHtml(String(operator).replaceAll('_', ' '))}${wanted}`;
  });
  const isTags = all.every(one => typeof one === 'string');
  return isTags ? `<span class="tags">${parts.join(' ')}</span>` : parts.join(' and ');
}

function namedFields({ state }: SandboxContext, values: object): readonly (readonly [string, string])[] {
  const names = new Map(state.fields.map(({ variable, name }) => [variable, name]));
  return Object.entries(values).map(([variable, value]) => {
    const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
    return [names.get(variable) ?? variable, words(text)] as const;
  });
}

/** The group that an email goes to, by name. */
function groupLink({ state, ids }: SandboxContext, id: string): string {
  const group = state.groups[ids.groups.indexOf(id) ?? -1];
  return group === undefined
    ? `<code>${escapeHtml(id)}</code>`
    : `<a href="/groups/${id}">${words(group.name)}</a>`;
}

/** Shown in the frame, or as the heading. */
const shownElsewhere = new Set(['body_html', 'body_text']);

/** One record, with all that the service shows of it, and what belongs to it. */
export function recordPage(
  context: SandboxContext,
  name: SectionName,
  record: PageRecord,
  query: URLSearchParams,
): SandboxResponse {
  const { resource, next } = sections[name];
  const title = String(record[resource.columns[0] ?? 'id'] ?? '') || '(no subject)';
  const shown = Object.entries(resource.fields).flatMap(([field, schema]) =>
    shownElsewhere.has(field)
      ? []
      : [[heading(field), valueHtml(context, schema, record[field]) || undefined] as const],
  );
  const content = `<p class="caption"><a href="/${name}">← ${heading(name)}</a></p>
<h1>${words(title)}</h1>
${resource.name === 'email' ? emailView(record) : ''}
<section class="box" aria-label="Its fields">${pairs([...shown, ...notShown(context, name, record)])}</section>
${name === 'groups' ? members(context, record, query) : ''}
${nextBox(next(record))}`;
  return peoplePage(context, { title, section: name, content });
}

/** What the service does not show of a subscriber: the status, and the groups. */
function notShown(context: SandboxContext, name: SectionName, { id }: PageRecord) {
  if (name !== 'subscribers') return [];
  const person = storedSubscriber(context, id);
  const groups = context.state.groups.flatMap(({ filters }, index) =>
    memberTest(context, filters)(person) ? [groupLink(context, context.ids.groups.at(index))] : [],
  );
  return [
    ['Status', statusPill(person.status)],
    ['Groups', groups.join(', ') || 'none'],
  ] as const;
}

function members(context: SandboxContext, group: PageRecord, query: URLSearchParams): string {
  const people = membersOf(context, group);
  if (people.length === 0) return '<p class="box">Nobody is in this group.</p>';
  return `<h2>Members</h2>\n${listBody(context, 'subscribers', listOf(people), query)}`;
}
