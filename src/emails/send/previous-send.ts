/** `--expect-recipients last`: the size of a group's previous send, from the emails of the account. */
import type { Email, Group } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { WholeList } from '../../http/whole-list.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { RecipientLimits, RecipientRules } from './recipient-limits.ts';

type PreviousSend = Pick<Email, 'id' | 'subject' | 'sent_count'> & { readonly at: string };

/**
 * The limits for a group; for `last` from its previous send.
 *
 * @throws Failure not_sendable if nothing says how large that was
 */
export async function limitsFor(
  api: Api,
  group: Group,
  { most, expected }: RecipientRules,
): Promise<RecipientLimits> {
  if (expected === undefined || !('around' in expected)) return { most, expected };
  const sent: Email[] = [];
  const list = new WholeList(api.pages('listEmails', {}));
  for await (const { data } of list) {
    for (const email of data) {
      if (email.status === 'sent' && email.group_id === group.id) sent.push(email);
    }
  }
  // The previous one may be among those that are missing.
  list.checkComplete();
  const last = previousSend(sent, group);
  const range = expected.around(last.sent_count);
  const span =
    range.from === range.to ? grouped(range.from) : `${grouped(range.from)} to ${grouped(range.to)}`;
  const what = `"${sanitizeLine(last.subject ?? '')}" went to ${grouped(last.sent_count)} on ${last.at.slice(0, 10)}`;
  return { most, expected: { ...range, text: `${range.text}: ${span}, since ${what}` } };
}

/**
 * The latest of the emails that were sent to a group. service.txt gives each email `group_id` and `sent_count`; that
 * `sent_count` is the size which the group had then is not shown.
 *
 * @throws Failure not_sendable if there is none, or if it cannot be told which is the latest, or how large it was
 */
export function previousSend(sent: readonly Email[], { name, id }: Group): PreviousSend {
  const dated = sent.map(email => {
    const at = email.sent_at ?? email.completed_at;
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) {
      throw unknownLast(`the service does not say when email ${email.id} was sent`, id);
    }
    return { ...email, at };
  });
  const [last] = dated.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (last === undefined)
    throw unknownLast(`no earlier email was sent to the group "${sanitizeLine(name)}"`, id);
  const { sent_count } = last;
  if (!Number.isSafeInteger(sent_count) || sent_count < 0) {
    throw unknownLast(`the service does not say how many got email ${last.id}, the group's previous one`, id);
  }
  return last;
}

function unknownLast(reason: string, group: string): Failure {
  return new Failure('not_sendable', `nothing was sent: --expect-recipients last is unknown: ${reason}`, {
    hint: `pass a number, after a look at the group: newsletter groups get ${group}`,
  });
}
