/** The lists of emails: all of them, and the sent ones. */
import type { Email } from '../../contract/index.ts';
import type { SandboxResponse } from '../http/message.ts';
import { emailHandlers } from '../resources/emails.ts';
import type { SandboxContext } from '../store/context.ts';
import { pagesPath, peoplePage, type Section } from './layout.ts';
import { count, dayOf, nothing, pager, sliceOf, statusPill, words } from './parts.ts';

/** All emails, the newest first, as the API shows them. */
export function allEmails(context: SandboxContext): readonly Email[] {
  const list = emailHandlers.listEmails(context);
  return list.slice(0, list.total);
}

/** The emails that have reached people, the newest first. */
export function sentEmails(context: SandboxContext): readonly Email[] {
  return allEmails(context)
    .filter(({ status }) => status === 'sent' || status === 'sending')
    .sort((a, b) => (b.sent_at ?? '').localeCompare(a.sent_at ?? ''));
}

export const subjectOf = ({ subject }: Email) => (subject ? words(subject) : '<i>(no subject)</i>');

/** The name of an email's group, as HTML. */
export function groupOf({ state, ids }: SandboxContext, { group_id }: Email): string | undefined {
  if (group_id === null) return undefined;
  const group = state.groups[ids.groups.indexOf(group_id) ?? -1];
  return group && words(group.name);
}

export function emailLines(context: SandboxContext, emails: readonly Email[], section: Section): string {
  const lines = emails.map(email => {
    const { id, preview, status, updated_at, sent_at, scheduled_at, sent_count } = email;
    const about =
      section === 'inbox'
        ? `To ${groupOf(context, email) ?? 'nobody'}, ${count(sent_count, 'reader')}`
        : (groupOf(context, email) ?? 'no group');
    const isPlain = section === 'inbox' && status === 'sent';
    return `<li><a href="${pagesPath}/${section}/${id}">
<b>${subjectOf(email)}${isPlain ? '' : ` ${statusPill(status)}`}</b>
<span class="soft">${words(preview ?? '')}</span>
<span class="caption">${about} · ${dayOf(sent_at ?? scheduled_at ?? updated_at)}</span></a></li>`;
  });
  return `<ol class="plain rows mail box">${lines.join('\n')}</ol>`;
}

export function emailsPage(context: SandboxContext, page: string | null): SandboxResponse {
  const slice = sliceOf(allEmails(context), page);
  const content = `<h1>Emails</h1>
<p class="soft">Drafts, scheduled and sent emails. Emails are changed and sent with <code>newsletter emails</code>.</p>
${slice.records.length === 0 ? nothing('No emails.') : emailLines(context, slice.records, 'emails')}
${pager(slice)}`;
  return peoplePage(context, { title: 'Emails', section: 'emails', content });
}

export function inboxPage(context: SandboxContext, page: string | null): SandboxResponse {
  const slice = sliceOf(sentEmails(context), page);
  const empty = nothing('Nothing has been sent yet. Send a draft: <code>newsletter emails send</code>');
  const content = `<h1>Inbox</h1>
<p class="soft">What readers got. Reload the page after sending an email.</p>
${slice.records.length === 0 ? empty : emailLines(context, slice.records, 'inbox')}
${pager(slice)}`;
  return peoplePage(context, { title: 'Inbox', section: 'inbox', content });
}
