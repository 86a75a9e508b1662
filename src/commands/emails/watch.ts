import { command, exampleSent } from '../../cli/command.ts';
import { number, seconds } from '../../cli/option.ts';
import { findEmail } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { statusText } from '../../emails/naming.ts';
import type { SendJournal } from '../../emails/send/journal.ts';
import type { StatusPoll } from '../../emails/send/poll-status.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Row, Terminal, View } from '../../terminal/terminal.ts';
import { emailArgument, emailNamed } from './email-or-file.ts';

const view: View = {
  plural: 'polls',
  kinds: fieldsFrom(
    'at:time id:uuid status:text recipients:integer? sent_count:integer?',
    'delivery_count:integer? delivery_share:number? bounce_count:integer?',
    'bounce_share:number? watched_seconds:number sent_at:time? completed_at:time?',
  ),
  shares: ['delivery_share', 'bounce_share'],
  columns: [
    'at',
    'status',
    'recipients',
    'sent_count',
    'delivery_count',
    'delivery_share',
    'bounce_count',
    'bounce_share',
  ],
};

export const watch = command({
  name: 'watch',
  description:
    'Follow an email until it is sent or denied. A terminal shows a progress bar, a pipe prints a line for each change, -o ndjson an object for each poll, -o json the last one. delivery_share and bounce_share are fractions of sent_count. If the service cannot be reached, polling goes on for up to --max-wait seconds. Ctrl-C stops watching, not sending. Exit status 0 if it was sent, 8 if it was denied, is paused or is a draft, 9 on timeout. Also follows a draft that this machine has sent, or may have.',
  arguments: [emailArgument],
  options: {
    waitTimeout: number('--wait-timeout <seconds>', 'seconds to wait', seconds, { default: 3600 }),
  },
  requests: ['listEmails', 'getGroup', 'getAccount'],
  output: view,
  prints: 'record',
  codes: ['partly_done', 'still_running'],
  examples: [
    ['watch it go out', `newsletter emails watch ${exampleSent}`],
    [
      'for a program, up to ten minutes',
      `newsletter emails watch ${exampleSent} -o ndjson --wait-timeout 600`,
    ],
  ],
  run: async (context, [id], { waitTimeout }) => await watchEmail(context, await emailNamed(id), waitTimeout),
});

/**
 * @param recipients size of the group, or null if unknown
 * @param begin when watching started, in milliseconds of `performance.now()`
 */
async function rowOf(email: Email, recipients: number | null, begin: number): Promise<Row> {
  const { countsOf } = await import('../../emails/statistics/statistics.ts');
  const { id, status, sent_count, delivery_count, bounce_count, sent_at, completed_at } = email;
  const { shares } = countsOf(email);
  return {
    at: new Date().toISOString(),
    id,
    status,
    // Of an email that is sent, the group may have changed since.
    recipients: recipients ?? (status === 'sent' ? sent_count : null),
    sent_count,
    delivery_count,
    delivery_share: shares.delivery,
    bounce_count,
    bounce_share: shares.bounce,
    watched_seconds: Math.round((performance.now() - begin) / 100) / 10,
    sent_at,
    completed_at,
  };
}

async function watchEmail(context: Context, id: string, timeout: number): Promise<void> {
  const { notSent } = await import('../../emails/send/poll-status.ts');
  const { terminal } = context;
  const begin = performance.now();
  let email = await findEmail(await context.api(), id);
  const recipients = await groupSize(context, email);
  const printsPolls = !terminal.isForPeople && !terminal.isOneDocument;
  let last: Row = {};
  async function* rows(): AsyncGenerator<Row> {
    let before = '';
    for await (const poll of followEmail(context, email, {
      recipients,
      timeout,
      reportsStatus: !printsPolls,
    })) {
      if (poll.failure !== undefined) continue;
      email = poll.email;
      last = await rowOf(email, recipients, begin);
      const now = [email.status, email.sent_count, email.delivery_count, email.bounce_count].join();
      if (now !== before || terminal.isStructured) yield last;
      before = now;
    }
  }
  if (printsPolls) await terminal.list(rows(), view);
  else {
    for await (const _ of rows());
    await terminal.record(last, view);
  }
  const failure = notSent(email);
  if (failure !== undefined) throw failure;
}

/** The journal of an email's sends: by account, since the address of a service can be spelled in several ways. */
export async function sendJournal(context: Context, email: string): Promise<SendJournal> {
  const { SendJournal } = await import('../../emails/send/journal.ts');
  return new SendJournal(context.configDir, (await context.account()).id, email);
}

interface Following {
  /** Size of the email's group; null if unknown. */
  readonly recipients: number | null;
  readonly timeout: number;
  /** Whether to print a line when the status changes (default true). */
  readonly reportsStatus?: boolean;
}

/**
 * Polls an email until it has been sent or denied, with a progress bar on a terminal.
 *
 * @throws Failure still_running, interrupted, or the failure of a poll
 */
export async function* followEmail(
  context: Context,
  start: Email,
  { recipients, timeout, reportsStatus = true }: Following,
): AsyncGenerator<StatusPoll> {
  const [{ pollStatus }, { maySendBefore, noteStatus }, { countOf }] = await Promise.all([
    import('../../emails/send/poll-status.ts'),
    import('../../emails/send/journal.ts'),
    import('../../emails/statistics/statistics.ts'),
  ]);
  const { terminal, clock, interrupted: signal } = context;
  const api = await context.api();
  const settings = await context.settings();
  const maxWait = settings.get('max-wait');
  const journal = await sendJournal(context, start.id);
  const awaitsDraft = maySendBefore(journal, start.created_at);
  const read = () => findEmail(api, start.id);
  let poll: StatusPoll = { email: start };
  const progress = terminal.progress(start.subject ?? start.id, recipients ?? undefined);
  try {
    for await (const next of pollStatus(start, { read, signal, clock, timeout, maxWait, awaitsDraft })) {
      reportPollFailure(terminal, poll, next, maxWait);
      const { status, delivery_count, bounce_count } = next.email;
      if (reportsStatus && status !== poll.email.status) reportStatus(terminal, next.email);
      noteStatus(journal, next.email.status);
      poll = next;
      const bounced = countOf(bounce_count) ?? 0;
      progress.update(
        (countOf(delivery_count) ?? 0) + bounced,
        `${statusText(status)}, ${grouped(bounced)} bounced`,
      );
      yield poll;
    }
  } finally {
    progress.stop();
  }
}

/** Prints when polling starts to fail, and when it works again. */
function reportPollFailure(terminal: Terminal, before: StatusPoll, now: StatusPoll, maxWait: number): void {
  if (now.failure !== undefined && before.failure === undefined) {
    terminal.warn(`${now.failure.message}; retrying for up to ${maxWait} s, sending is not affected`);
  }
  if (now.failure === undefined && before.failure !== undefined) terminal.note('the service responds again');
}

function reportStatus(terminal: Terminal, { status, delivery_count, bounce_count }: Email): void {
  const counts = `${grouped(delivery_count)} delivered, ${grouped(bounce_count)} bounced`;
  terminal.note(status === 'sent' ? `sent: ${counts}` : `${statusText(status)} …`);
}

/** Size of the email's group; null if it cannot be read, since watching does not depend on it. */
async function groupSize(context: Context, { group_id, status }: Email): Promise<number | null> {
  if (group_id === null || status === 'sent') return null;
  const api = await context.api();
  const group = await api.call('getGroup', { id: group_id }).catch(() => undefined);
  return group?.subscribers_count ?? null;
}
