/** The groups, and who is in them. */
import type { Group } from '../../contract/index.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import type { SandboxResponse } from '../http/message.ts';
import { membershipTest } from '../resources/group-filters.ts';
import { groupHandlers } from '../resources/groups.ts';
import { findRecord } from '../resources/handler.ts';
import type { SandboxContext } from '../store/context.ts';
import { pagesPath, peoplePage } from './layout.ts';
import { count, nothing, pager, sliceOf, words } from './parts.ts';
import { numbered, peopleTable } from './subscribers.ts';

export function groupsPage(context: SandboxContext): SandboxResponse {
  const list = groupHandlers.listGroups(context);
  const cards = list.slice(0, list.total).map(group => {
    const about = group.description ? `<p class="soft">${words(group.description)}</p>` : '';
    return `<li class="box"><h2><a href="${pagesPath}/groups/${group.id}">${words(group.name)}</a></h2>
<p>${count(group.subscribers_count, 'subscriber')}</p>${about}
<p class="soft">${rule(group)}</p></li>`;
  });
  const content = `<h1>Groups</h1>
<p class="soft">An email goes to the people of a group. Groups are made with <code>newsletter groups create</code>.</p>
${cards.length === 0 ? nothing('No groups.') : `<ul class="plain cards">${cards.join('\n')}</ul>`}`;
  return peoplePage(context, { title: 'Groups', section: 'groups', content });
}

/** A group with its members. @throws HttpError 404 */
export function groupPage(context: SandboxContext, id: string, page: string | null): SandboxResponse {
  const { record } = groupHandlers.getGroup(context, { id });
  const isMember = membershipTest(context, findRecord(context, 'groups', id).record.filters);
  const members = numbered(context).filter(([person]) => isMember(person));
  const slice = sliceOf(members, page);
  const content = `<p class="caption"><a href="${pagesPath}/groups">← Groups</a></p>
<h1>${words(record.name)}</h1>
${record.description ? `<p>${words(record.description)}</p>` : ''}
<p class="soft">${count(members.length, 'subscriber')}. ${rule(record)}</p>
${slice.records.length === 0 ? nothing('Nobody is in this group.') : peopleTable(context, 'Members', slice.records)}
${pager(slice)}`;
  return peoplePage(context, { title: record.name, section: 'groups', content });
}

/** The filters in a sentence. */
function rule({ filters }: Group): string {
  if (filters.length === 0) return 'Everybody who is subscribed.';
  const parts = filters.map(({ field, operator, value }) => {
    const wanted = value === undefined ? '' : ` <b>${words(textOf(value))}</b>`;
    return `<code>${escapeHtml(field)}</code> ${escapeHtml(operator.replaceAll('_', ' '))}${wanted}`;
  });
  return `Whose ${parts.join(' and ')}.`;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
