/** The pages for people, by address. They change nothing. */
import type { Email } from '../../contract/index.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { tiles } from '../../lib/page/parts.ts';
import { HttpError } from '../http/error.ts';
import type { SandboxRequest, SandboxResponse } from '../http/message.ts';
import { advanceDeliveries } from '../resources/email-delivery.ts';
import { emailHandlers } from '../resources/emails.ts';
import { advanceJobs } from '../resources/import-job.ts';
import type { SandboxContext } from '../store/context.ts';
import { emailBody, emailPage } from './email.ts';
import { allEmails, emailLines, emailsPage, inboxPage, sentEmails } from './emails.ts';
import { groupPage, groupsPage } from './groups.ts';
import { pagesPath, peoplePage, type Section, sections } from './layout.ts';
import { nothing, pairs } from './parts.ts';
import { subscriberPage, subscribersPage } from './subscribers.ts';

export function isPage(path: string): boolean {
  return path === '/' || path === pagesPath || path.startsWith(`${pagesPath}/`);
}

/** @throws HttpError 405 for anything but GET */
export function browse(context: SandboxContext, request: SandboxRequest): SandboxResponse {
  const { method, path, headers } = request;
  if (method !== 'GET') throw new HttpError(405, `${path} takes GET.`, {}, { allow: 'GET' });
  advanceDeliveries(context);
  advanceJobs(context);
  try {
    return pageAt(context, request, headers.host ?? '');
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const content = '<h1>Not found</h1><p class="soft">There is nothing at this address.</p>';
    return peoplePage(context, { status: error.status, title: 'Not found', content });
  }
}

function pageAt(context: SandboxContext, { path, query }: SandboxRequest, host: string): SandboxResponse {
  const [section, id, part, ...more] = path.slice(pagesPath.length + 1).split('/');
  if (path === '/' || path === pagesPath) return overviewPage(context, host);
  if (more.length > 0 || !isSection(section)) throw new HttpError(404, '');
  if (id !== undefined) return recordPage(context, { section, id, part }, query);
  const page = query.get('page');
  const lists = {
    inbox: () => inboxPage(context, page),
    emails: () => emailsPage(context, page),
    groups: () => groupsPage(context),
    subscribers: () => subscribersPage(context, query),
  };
  return lists[section]();
}

const isSection = (name: string | undefined): name is Section => sections.some(known => known === name);

function recordPage(
  context: SandboxContext,
  { section, id, part }: { section: Section; id: string; part: string | undefined },
  query: URLSearchParams,
): SandboxResponse {
  if (section === 'emails' && part === 'body') {
    return emailBody(context, emailOf(context, id), query.has('images'));
  }
  if (part !== undefined) throw new HttpError(404, '');
  if (section === 'groups') return groupPage(context, id, query.get('page'));
  if (section === 'subscribers') return subscriberPage(context, id);
  return emailPage(context, emailOf(context, id), section, query);
}

/** @throws HttpError 404 */
function emailOf(context: SandboxContext, id: string): Email {
  const list = emailHandlers.listEmails(context);
  const email = list.slice(0, list.total).find(each => each.id === id);
  if (email === undefined) throw new HttpError(404, '');
  return email;
}

/** Emails of the inbox on the overview. */
const latest = 5;

/** The page at `/`: what the account holds, and how programs reach it. @param host host and port as the browser sent them */
function overviewPage(context: SandboxContext, host: string): SandboxResponse {
  const { state, subscriberIndex } = context;
  const sent = sentEmails(context);
  const drafts = allEmails(context).filter(({ status }) => status === 'draft').length;
  const subscribed = subscriberIndex.records.filter(({ status }) => status === 'subscribed').length;
  const gone = subscriberIndex.records.length - subscribed;
  const tile = (name: string, section: string, value: number, note: string) => ({
    name,
    value: `<a href="${pagesPath}/${section}">${value.toLocaleString('en')}</a>`,
    note,
  });
  const content = `<h1>A sandbox of the newsletter service</h1>
${tiles([
  tile('Subscribers', 'subscribers', subscribed, `and ${gone.toLocaleString('en')} unsubscribed`),
  tile('Groups', 'groups', state.groups.length, 'of subscribers'),
  tile('Emails', 'emails', state.emails.length, `${drafts.toLocaleString('en')} of them drafts`),
  tile('Sent', 'inbox', sent.length, 'to be read in the inbox'),
])}
<section aria-labelledby="latest"><h2 id="latest">Latest in the inbox</h2>
${sent.length === 0 ? nothing('Nothing has been sent yet.') : emailLines(context, sent.slice(0, latest), 'inbox')}</section>
<section aria-labelledby="programs"><h2 id="programs">For programs</h2>
<div class="box">${pairs([
    ['REST', `<code>http://${escapeHtml(host)}</code>`],
    ['OAuth', `<code>http://${escapeHtml(host)}</code>`],
    ['Token', 'the API key that the sandbox printed when it started'],
  ])}</div></section>`;
  return peoplePage(context, { title: 'Overview', content });
}
