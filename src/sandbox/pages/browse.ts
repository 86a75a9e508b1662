/** From an address to its page for people. Pages show; they change nothing. */
import type { Email } from '../../contract/index.ts';
import { HttpError } from '../http/error.ts';
import type { SandboxRequest, SandboxResponse } from '../http/message.ts';
import { advanceDeliveries } from '../resources/email-delivery.ts';
import { emailHandlers } from '../resources/emails.ts';
import { advanceJobs } from '../resources/import-job.ts';
import type { SandboxContext } from '../store/context.ts';
import { emailBody, emailPage } from './email.ts';
import { emailsPage, inboxPage } from './emails.ts';
import { groupPage, groupsPage } from './groups.ts';
import { pagesPath, peoplePage, type Section, sections } from './layout.ts';
import { overviewPage } from './overview.ts';
import { subscriberPage, subscribersPage } from './subscribers.ts';

/** Whether a path is that of a page for people. */
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
  if (id !== undefined) return recordPage(context, section, id, part, query);
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
  section: Section,
  id: string,
  part: string | undefined,
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
