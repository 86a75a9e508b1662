import { emailAmong, findGroup } from '../../../cli/resolve-id.ts';
import type { Context } from '../../../context.ts';
import type { Email } from '../../../contract/index.ts';
import type { EmailStatistics, Selection } from '../../../emails/statistics/statistics.ts';
import { statusText } from '../../../emails/status-text.ts';
import { WholeList } from '../../../http/whole-list.ts';
import { Failure } from '../../../lib/failure.ts';
import { isId } from '../../../lib/is-id.ts';

export interface ReadEmails {
  /** Emails that the options select. */
  readonly all: readonly EmailStatistics[];
  /** Emails that one of them may be compared with. */
  readonly comparable: readonly EmailStatistics[];
  readonly emails: readonly Email[];
}

/** With an id, `--since` and `--limit` select the emails it is compared with; without one, those listed. */
export async function readEmails(context: Context, flags: Selection, hasId = false): Promise<ReadEmails> {
  const { emailsOut, selected } = await import('../../../emails/statistics/statistics.ts');
  const selection = await selectionFor(context, flags);
  const emails: Email[] = [];
  const list = new WholeList((await context.api()).pages('listEmails', {}));
  for await (const page of list) {
    // Bodies are large and not needed for statistics.
    for (const email of page.data) emails.push({ ...email, body_html: null, body_text: null });
  }
  // Medians of an incomplete list would be wrong.
  list.checkComplete();
  const out = emailsOut(emails);
  const { group, since } = selection;
  const all = selected(out, hasId ? { group, since } : selection);
  return { all, comparable: hasId ? all : selected(out, { group }), emails };
}

async function selectionFor(context: Context, { since, limit, group }: Selection): Promise<Selection> {
  if (group === undefined || isId(group)) return { since, limit, group: group?.toLowerCase() };
  return { since, limit, group: (await findGroup(await context.api(), group)).id };
}

/** @throws Failure not_found for an email that is not out */
export async function statisticsFor(emails: readonly Email[], id: string): Promise<EmailStatistics> {
  const { isOut, statisticsOf } = await import('../../../emails/statistics/statistics.ts');
  const email = emailAmong(emails, id);
  if (isOut(email)) return statisticsOf(email);
  throw new Failure('not_found', `email ${email.id} has no statistics: it is ${stillText(email.status)}`, {
    hint: 'newsletter emails stats',
  });
}

const stillText = (status: unknown) =>
  status === 'draft' ? 'still a draft' : `${typeof status === 'string' ? 'still ' : ''}${statusText(status)}`;
