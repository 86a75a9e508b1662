import type { Email } from '../../contract/index.ts';
import { type FieldErrors, HttpError, invalidField, throwIfInvalid } from '../http/error.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredEmail } from '../store/state.ts';
import { checkedColor } from './colors.ts';
import { progressOf, startDelivery } from './email-delivery.ts';
import { findRecord, type Handlers, recordList, time, timeOrNull } from './handler.ts';

/** An empty draft. @param at milliseconds since 1970 */
export function emptyDraft(at: number): StoredEmail {
  return {
    ...{ phase: 'draft', group: null, subject: null, preview: null, body_html: null, body_text: null },
    ...{ like_enabled: true, background_color: '#fffdfa', foreground_color: '#22201d', font_id: 'serif' },
    ...{ scheduledAt: null, sentAt: null, completedAt: null, totals: null, createdAt: at, updatedAt: at },
  };
}

/** A draft as from the web editor: service.txt shows no way to create an email. @returns its id */
export function createDraft({ state: { emails }, ids, options }: SandboxContext): string {
  return ids.emails.at(emails.push(emptyDraft(options.clock())) - 1);
}

export const emailHandlers = {
  listEmails: context => recordList(context, context.state.emails, showEmail, 'newest first'),

  updateEmail(context, { id, body }) {
    const { index, record } = findRecord(context, 'emails', id);
    if (record.phase !== 'draft' && record.phase !== 'scheduled') {
      throw new HttpError(
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
      if (texts[name] !== undefined) changes[name] = checkedColor(texts[name], name);
    }
    if (group_id !== undefined) changes.group = indexOfGroup(context, group_id);
    if (Object.keys(changes).length > 0) changes.updatedAt = context.options.clock();
    Object.assign(record, changes);
    return { status: 200, record: showEmail(context, record, index) };
  },

  sendEmail(context, { id }) {
    const { index, record } = findRecord(context, 'emails', id);
    if (record.phase !== 'draft') {
      throw new HttpError(409, `Only a draft can be sent; this email is ${record.phase}.`);
    }
    const errors: FieldErrors = {};
    if (record.subject === null) errors.subject = ['The email has no subject.'];
    if (record.body_html === null && record.body_text === null) errors.body_html = ['The email has no body.'];
    if (record.group === null) errors.group_id = ['The email has no group.'];
    throwIfInvalid(errors);
    startDelivery(context, record, context.options.clock());
    return { status: 202, record: showEmail(context, record, index) };
  },
} satisfies Partial<Handlers>;

function indexOfGroup(context: SandboxContext, id: string): number {
  const index = context.ids.groups.indexOf(id);
  if (index === undefined || context.state.groups[index] === undefined) {
    throw invalidField('group_id', `No group has the id ${id}.`);
  }
  return index;
}

const rate = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;

function showEmail(context: SandboxContext, email: StoredEmail, index: number): Email {
  const { status, sent, bounced, complaints, likes, unsubscribed } = progressOf(context.options, email);
  const delivered = sent - bounced;
  return {
    id: context.ids.emails.at(index),
    group_id: email.group === null ? null : context.ids.groups.at(email.group),
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
    sent_at: status === 'draft' ? null : timeOrNull(email.sentAt),
    completed_at: timeOrNull(email.completedAt),
    created_at: time(email.createdAt),
    updated_at: time(email.updatedAt),
  };
}
