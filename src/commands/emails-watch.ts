import type { Command } from 'commander';
import type { Context } from '../context.ts';
import type { Email } from '../contract/index.ts';
import { Failure } from '../failure.ts';
import type { Row, View } from '../terminal/terminal.ts';
import { examples } from './examples.ts';
import { findEmail } from './lookup.ts';
import { seconds } from './numbers.ts';
import { requests } from './requests.ts';

const anId = '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f';

/** `emails watch`: follows an email that is being sent. */
export function registerWatch(emails: Command, context: Context): void {
  const watch = emails
    .command('watch')
    .description(
      'Follow an email until it has been sent or denied. A terminal shows progress, a pipe gets a line for each change, -o ndjson an object for each look, -o json the last one. Rates are fractions of sent_count. Exit status 0 when it was sent, 8 when it was denied, is paused or is a draft, 9 when time is up.',
    )
    .argument('<id>', 'id of the email')
    .option('--wait-timeout <seconds>', 'how long to wait', seconds, 3600)
    .action(async (id: string, options: { waitTimeout: number }) => {
      await watchEmail(context, id, options.waitTimeout);
    });
  requests(watch, ['listEmails', 'getGroup'], { codes: ['partly_done', 'still_running'] });
  examples(watch, [
    ['watch it go out', `newsletter emails watch ${anId}`],
    [
      'for a program, ten minutes at the most',
      `newsletter emails watch ${anId} -o ndjson --wait-timeout 600`,
    ],
  ]);
}

const view: View = {
  plural: 'looks',
  columns: [
    'at',
    'status',
    'recipients',
    'sent_count',
    'delivery_count',
    'delivery_rate',
    'bounce_count',
    'bounce_rate',
  ],
};

/** @param recipients the size of the group, where it is known */
function rowOf(email: Email, recipients: number | null, begin: number): Row {
  const { id, status, sent_count, delivery_count, bounce_count, sent_at, completed_at } = email;
  const share = (count: number) => (sent_count > 0 ? count / sent_count : null);
  return {
    at: new Date().toISOString(),
    ...{ id, status, recipients, sent_count },
    delivery_count,
    delivery_rate: share(delivery_count),
    bounce_count,
    bounce_rate: share(bounce_count),
    watched_seconds: Math.round((performance.now() - begin) / 100) / 10,
    ...{ sent_at, completed_at },
  };
}

async function watchEmail(context: Context, id: string, timeout: number): Promise<void> {
  const { looksUntilEnd } = await import('../emails/send.ts');
  const { terminal } = context;
  const api = await context.api();
  const look = () => findEmail(api, id);
  const begin = performance.now();
  let email = await look();
  const recipients = await sizeOf(context, email);
  const progress = terminal.progress('sending', recipients ?? undefined);
  let last: Row = {};
  async function* rows(): AsyncGenerator<Row> {
    let before = '';
    for await (email of looksUntilEnd(email, look, context.interrupted, timeout)) {
      const { delivery_count, bounce_count } = email;
      progress.update(delivery_count + bounce_count, detailOf(email, performance.now() - begin));
      last = rowOf(email, recipients, begin);
      const now = [email.status, email.sent_count, delivery_count, bounce_count].join();
      if (now !== before || terminal.format === 'ndjson') yield last;
      before = now;
    }
  }
  try {
    if (['ndjson', 'tsv', 'csv'].includes(terminal.format)) await terminal.list(rows(), view);
    else {
      for await (const _ of rows());
      progress.stop();
      await terminal.record(last, view);
    }
  } finally {
    progress.stop();
  }
  if (email.status !== 'sent') {
    const why = email.status === 'denied' ? 'the service denied it' : `it is ${email.status}`;
    throw new Failure('partly_done', `email ${id} was not sent: ${why}`);
  }
}

/** How many the group has; an email is worth watching without it, too. */
async function sizeOf(context: Context, { group_id, status }: Email): Promise<number | null> {
  if (group_id === null || status === 'sent') return null;
  const api = await context.api();
  const group = await api.call('getGroup', { id: group_id }).catch((error: unknown) => {
    if (error instanceof Failure && error.exit === 4) return undefined;
    throw error;
  });
  return group?.subscribers_count ?? null;
}

function detailOf(email: Email, elapsed: number): string {
  const { status, sent_count, delivery_count, bounce_count } = email;
  const share = (count: number) => (sent_count > 0 ? ` (${((count / sent_count) * 100).toFixed(1)}%)` : '');
  const seconds = Math.floor(elapsed / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `${status}  delivered ${delivery_count}${share(delivery_count)}  bounced ${bounce_count}${share(bounce_count)}  ${time}`;
}
