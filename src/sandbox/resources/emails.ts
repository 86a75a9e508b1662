import type { Email } from '../../contract/index.ts';
import { type FieldErrors, Refusal, refuseInvalid } from '../http/error.ts';
import type { World } from '../store/context.ts';
import type { StoredEmail } from '../store/state.ts';
import { colorNamed } from './colors.ts';
import { beginDelivery, progressOf } from './email-delivery.ts';
import { type Handlers, listing, recordWith, time, timeOrNull } from './handler.ts';

/** Emails: the document shows how to list, change and send them, and no way to make one. */
export const emailHandlers = {
  listEmails: world =>
    listing(world.state.emails, (email, place) => showEmail(world, email, place), 'newest first'),

  updateEmail(world, { id, body }) {
    const { place, record } = recordWith(world, 'emails', id);
    if (record.phase !== 'draft' && record.phase !== 'scheduled') {
      throw new Refusal(
        409,
        `Only a draft or a scheduled email can be changed; this one is ${record.phase}.`,
      );
    }
    const { group_id, ...texts } = body;
    const changes: Partial<StoredEmail> = { ...texts };
    for (const name of ['subject', 'preview', 'body_html', 'body_text'] as const) {
      if (texts[name] === '') changes[name] = null;
    }
    for (const name of ['background_color', 'foreground_color'] as const) {
      if (texts[name] !== undefined) changes[name] = colorNamed(texts[name], name);
    }
    if (group_id !== undefined) changes.group = groupWith(world, group_id);
    if (Object.keys(changes).length > 0) changes.updatedAt = world.rules.clock();
    Object.assign(record, changes);
    return { status: 200, record: showEmail(world, record, place) };
  },

  sendEmail(world, { id }) {
    const { place, record } = recordWith(world, 'emails', id);
    if (record.phase !== 'draft') {
      throw new Refusal(409, `Only a draft can be sent; this email is ${record.phase}.`);
    }
    const errors: FieldErrors = {};
    if (record.subject === null) errors.subject = ['The email has no subject.'];
    if (record.body_html === null && record.body_text === null) errors.body_html = ['The email has no body.'];
    if (record.group === null) errors.group_id = ['The email has no group.'];
    refuseInvalid(errors);
    beginDelivery(world, record, world.rules.clock());
    return { status: 202, record: showEmail(world, record, place) };
  },
} satisfies Partial<Handlers>;

function groupWith(world: World, id: string): number {
  const place = world.ids.groups.placeOf(id);
  if (place === undefined || world.state.groups[place] === undefined) {
    refuseInvalid({ group_id: [`No group has the id ${id}.`] });
    return -1;
  }
  return place;
}

const rate = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;

function showEmail(world: World, email: StoredEmail, place: number): Email {
  const { status, sent, bounced, complaints, likes, unsubscribed } = progressOf(world.rules, email);
  const delivered = sent - bounced;
  return {
    id: world.ids.emails.at(place),
    group_id: email.group === null ? null : world.ids.groups.at(email.group),
    status,
    subject: email.subject,
    preview: email.preview,
    body_html: email.body_html,
    body_text: email.body_text,
    like_enabled: email.like_enabled,
    background_color: email.background_color,
    foreground_color: email.foreground_color,
    font_id: email.font_id,
    sent_count: sent,
    delivery_count: delivered,
    delivery_rate: rate(delivered, sent),
    bounce_count: bounced,
    bounce_rate: rate(bounced, sent),
    complaint_count: complaints,
    complaint_rate: rate(complaints, delivered),
    like_count: likes,
    like_rate: rate(likes, delivered),
    unsubscribe_count: unsubscribed,
    unsubscribe_rate: rate(unsubscribed, delivered),
    scheduled_at: timeOrNull(email.scheduledAt),
    sent_at: timeOrNull(email.sentAt),
    completed_at: timeOrNull(email.completedAt),
    created_at: time(email.createdAt),
    updated_at: time(email.updatedAt),
  };
}
