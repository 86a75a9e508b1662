/** The page at `/`: what the account holds, and how programs reach it. */
import { escapeHtml, reportTiles } from '../../lib/page/html-report.ts';
import type { SandboxResponse } from '../http/message.ts';
import type { SandboxContext } from '../store/context.ts';
import { allEmails, emailLines, sentEmails } from './emails.ts';
import { pagesPath, peoplePage } from './layout.ts';
import { nothing, pairs } from './parts.ts';

/** Emails of the inbox on the overview. */
const latest = 5;

/** @param host host and port as the browser sent them */
export function overviewPage(context: SandboxContext, host: string): SandboxResponse {
  const { state, subscriberIndex } = context;
  const sent = sentEmails(context);
  const drafts = allEmails(context).filter(({ status }) => status === 'draft').length;
  const subscribed = subscriberIndex.records.filter(({ status }) => status === 'subscribed').length;
  const gone = subscriberIndex.records.length - subscribed;
  const tile = (name: string, section: string, value: number, remark: string) => ({
    name,
    value: `<a href="${pagesPath}/${section}">${value.toLocaleString('en')}</a>`,
    remark,
  });
  const content = `<h1>A sandbox of the newsletter service</h1>
${reportTiles([
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
