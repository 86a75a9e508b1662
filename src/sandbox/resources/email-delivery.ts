/**
 * Sending an email: reviewing → sending → sent, or denied (service.txt, "Email status"). There are no timers: each
 * request computes from the clock how far the delivery is.
 */
import type { Email } from '../../contract/index.ts';
import type { ResolvedOptions } from '../options.ts';
import type { SandboxContext } from '../store/context.ts';
import { randomNumbers } from '../store/ids.ts';
import type { DeliveryTotals, StoredEmail } from '../store/state.ts';
import { memberTest } from './group-filters.ts';
import { countMembers } from './groups.ts';

/** The part of the time that the review takes. */
const reviewShare = 0.2;
/** The review denies an email with this in its subject. */
export const denyMark = '[deny]';

const nothing: DeliveryTotals = { sent: 0, bounced: 0, complaints: 0, likes: 0, unsubscribed: 0 };

/** Starts the delivery to everyone who is in the email's group now. @param at milliseconds since 1970 */
export function startDelivery(context: SandboxContext, email: StoredEmail, at: number): void {
  const group = email.group === null ? undefined : context.state.groups[email.group];
  const recipients = group === undefined ? 0 : countMembers(context, group);
  email.phase = 'sending';
  email.sentAt = at;
  email.updatedAt = at;
  email.totals = totalsFor(
    recipients,
    email.like_enabled,
    randomNumbers(context.state.seed + email.createdAt),
  );
}

/** Believable final counts for `sent` recipients; the same for the same random numbers. */
export function totalsFor(sent: number, likeable: boolean, random: () => number): DeliveryTotals {
  const share = (least: number, most: number) => Math.round(sent * (least + random() * (most - least)));
  return {
    sent,
    bounced: share(0.002, 0.018),
    complaints: share(0, 0.0008),
    likes: likeable ? share(0.04, 0.16) : 0,
    unsubscribed: share(0.001, 0.007),
  };
}

/** The status and the counts of an email at this moment. */
export function progressOf(
  options: ResolvedOptions,
  email: StoredEmail,
): DeliveryTotals & { status: Email['status'] } {
  const totals = email.totals ?? nothing;
  if (email.phase !== 'sending') return { ...totals, status: email.phase };
  const elapsed = options.clock() - (email.sentAt ?? 0);
  const share = options.sendSeconds === 0 ? 0 : elapsed / (options.sendSeconds * 1000);
  if (share < reviewShare) return { ...nothing, status: 'reviewing' };
  const done = Math.min(1, (share - reviewShare) / (1 - reviewShare));
  const part = (count: number, lag = 1) => Math.floor(count * done ** lag);
  return {
    status: 'sending',
    sent: part(totals.sent),
    // People react some time after the delivery.
    bounced: part(totals.bounced, 1.5),
    complaints: part(totals.complaints, 3),
    likes: part(totals.likes, 2),
    unsubscribed: part(totals.unsubscribed, 2),
  };
}

/** Starts the emails that are due, and ends those that are delivered. */
export function advanceDeliveries(context: SandboxContext): void {
  const now = context.options.clock();
  for (const email of context.state.emails) {
    if (email.phase === 'scheduled' && email.scheduledAt !== null && email.scheduledAt <= now) {
      startDelivery(context, email, email.scheduledAt);
    }
    if (email.phase === 'sending') endDelivery(context, email, now);
  }
}

function endDelivery(context: SandboxContext, email: StoredEmail, now: number): void {
  const length = context.options.sendSeconds * 1000;
  const start = email.sentAt ?? now;
  if (email.subject?.includes(denyMark)) {
    if (now < start + length * reviewShare) return;
    Object.assign(email, { phase: 'denied', sentAt: null, totals: null, updatedAt: now });
    return;
  }
  if (now < start + length) return;
  email.phase = 'sent';
  email.completedAt = start + length;
  email.updatedAt = email.completedAt;
  const group = email.group === null ? undefined : context.state.groups[email.group];
  const isRecipient = memberTest(context, group?.filters ?? []);
  for (const subscriber of context.subscriberIndex.records) {
    if (isRecipient(subscriber)) subscriber.emailedAt = start;
  }
  context.subscriberIndex.version++;
}
