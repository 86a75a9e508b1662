/** The pages for people, by address. All that they change is a new draft: the part of the service's web editor. */
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { tiles } from '../../lib/page/parts.ts';
import { HttpError } from '../http/error.ts';
import type { SandboxRequest, SandboxResponse } from '../http/message.ts';
import { advanceDeliveries } from '../resources/email-delivery.ts';
import { createDraft } from '../resources/emails.ts';
import { advanceJobs } from '../resources/import-job.ts';
import type { SandboxContext } from '../store/context.ts';
import { emailBody } from './email.ts';
import { peoplePage, type SectionName } from './layout.ts';
import { nextBox, pairs } from './parts.ts';
import { listPage, recordPage } from './records.ts';
import { type PageRecord, sections } from './sections.ts';

const firstCommands = [
  'newsletter import people.csv',
  'newsletter subscribers list',
  'newsletter emails list',
];

export const isPage = (path: string) => path === '/' || isSection(path.split('/')[1] ?? '');

/** @throws HttpError 405 for anything but GET, and POST of a draft */
export function browse(context: SandboxContext, request: SandboxRequest): SandboxResponse {
  const { method, path, headers } = request;
  if (method === 'POST' && path === '/emails') {
    return { status: 303, headers: { location: `/emails/${createDraft(context)}` }, body: '' };
  }
  if (method !== 'GET') throw new HttpError(405, `${path} takes GET.`, {}, { allow: 'GET' });
  advanceDeliveries(context);
  advanceJobs(context);
  try {
    return pageAt(context, request, headers.host ?? '');
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const content = `<h1>Not found</h1><p class="soft">There is nothing at this address.</p>${nextBox(firstCommands)}`;
    return peoplePage(context, { status: error.status, title: 'Not found', content });
  }
}

/** @throws HttpError 404 */
function pageAt(context: SandboxContext, { path, query }: SandboxRequest, host: string): SandboxResponse {
  const [name = '', id, part, ...more] = path.slice(1).split('/');
  if (path === '/') return overviewPage(context, host);
  if (!isSection(name) || more.length > 0) throw new HttpError(404, '');
  if (id === undefined) return listPage(context, name, query);
  const record = recordOf(context, name, id);
  if (part === undefined) return recordPage(context, name, record, query);
  if (part !== 'body' || name !== 'emails') throw new HttpError(404, '');
  return emailBody(context, record);
}

const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name);

/** @throws HttpError 404 */
function recordOf(context: SandboxContext, name: SectionName, id: string): PageRecord {
  const list = sections[name].list(context);
  const record = list.slice(0, list.total).find(each => each.id === id);
  if (record === undefined) throw new HttpError(404, '');
  return record;
}

/** The page at `/`: what the account holds, and how programs reach it. @param host host and port as the browser sent them */
function overviewPage(context: SandboxContext, host: string): SandboxResponse {
  const { state, subscriberIndex } = context;
  const drafts = state.emails.filter(({ phase }) => phase === 'draft').length;
  const subscribed = subscriberIndex.records.filter(({ status }) => status === 'subscribed').length;
  const gone = subscriberIndex.records.length - subscribed;
  const tile = (name: string, section: SectionName, value: number, note: string) => ({
    name,
    value: `<a href="/${section}">${value.toLocaleString('en')}</a>`,
    note,
  });
  const content = `<h1>A sandbox of the newsletter service</h1>
${tiles([
  tile('Subscribers', 'subscribers', subscribed, `and ${gone.toLocaleString('en')} unsubscribed`),
  tile('Groups', 'groups', state.groups.length, 'of subscribers'),
  tile('Emails', 'emails', state.emails.length, `${drafts.toLocaleString('en')} of them drafts`),
])}
${nextBox(firstCommands)}
<section aria-labelledby="programs"><h2 id="programs">For programs</h2>
<div class="box">${pairs([
    ['REST', `<code>http://${escapeHtml(host)}</code>`],
    ['OAuth', `<code>http://${escapeHtml(host)}</code>`],
    ['Token', 'the API key that the sandbox printed when it started'],
  ])}</div></section>`;
  return peoplePage(context, { title: 'Overview', content });
}
