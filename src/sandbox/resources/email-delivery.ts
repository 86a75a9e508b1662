/**
 * What becomes of an email that is sent: reviewing → sending → sent, or denied. No timers: where it stands is
 * computed from the clock whenever somebody asks.
 */
import type { Email } from '../../contract/index.ts';
import type { Rules } from '../options.ts';
import type { World } from '../store/context.ts';
import { randomNumbers } from '../store/ids.ts';
import type { DeliveryTotals, StoredEmail } from '../store/state.ts';
import { belongs } from './group-filters.ts';
import { membersOf } from './groups.ts';

/** The share of the sending time that the review takes. */
const reviewShare = 0.2;
/** In the subject, this makes the review deny the email. */
export const denyMark = '[deny]';

const nothing: DeliveryTotals = { sent: 0, bounced: 0, complaints: 0, likes: 0, unsubscribed: 0 };

/** Starts the delivery to everyone who is in the email's group now. @param at when it is sent, milliseconds */
export function beginDelivery(world: World, email: StoredEmail, at: number): void {
  const group = email.group === null ? undefined : world.state.groups[email.group];
  const recipients = group === undefined ? 0 : membersOf(world, group);
  email.phase = 'sending';
  email.sentAt = at;
  email.updatedAt = at;
  email.totals = totalsFor(recipients, email.like_enabled, randomNumbers(world.state.seed + email.createdAt));
}

/** @returns believable results for so many recipients; the same for the same random numbers */
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

/** @returns what the service shows of the email at this moment */
export function progressOf(rules: Rules, email: StoredEmail): DeliveryTotals & { status: Email['status'] } {
  const totals = email.totals ?? nothing;
  if (email.phase !== 'sending') return { ...totals, status: email.phase };
  const elapsed = rules.clock() - (email.sentAt ?? 0);
  const share = rules.sendSeconds === 0 ? 0 : elapsed / (rules.sendSeconds * 1000);
  if (share < reviewShare) return { ...nothing, status: 'reviewing' };
  const done = Math.min(1, (share - reviewShare) / (1 - reviewShare));
  const part = (count: number, lag = 1) => Math.floor(count * done ** lag);
  return {
    status: 'sending',
    sent: part(totals.sent),
    // People react after the delivery, so these rise later.
    bounced: part(totals.bounced, 1.5),
    complaints: part(totals.complaints, 3),
    likes: part(totals.likes, 2),
    unsubscribed: part(totals.unsubscribed, 2),
  };
}

/** Brings every email up to the present: starts what was scheduled, ends what is delivered. */
export function advanceDeliveries(world: World): void {
  const now = world.rules.clock();
  for (const email of world.state.emails) {
    if (email.phase === 'scheduled' && email.scheduledAt !== null && email.scheduledAt <= now) {
      beginDelivery(world, email, email.scheduledAt);
    }
    if (email.phase === 'sending') endDelivery(world, email, now);
  }
}

function endDelivery(world: World, email: StoredEmail, now: number): void {
  const length = world.rules.sendSeconds * 1000;
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
  const group = email.group === null ? undefined : world.state.groups[email.group];
  const received = belongs(world, group?.filters ?? []);
  for (const subscriber of world.audience.records) {
    if (received(subscriber)) subscriber.emailedAt = start;
  }
  world.audience.touch();
}
