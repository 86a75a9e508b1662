import type { Subscriber } from '../../contract/index.ts';
import type { JsonObject } from '../../contract/schema.ts';
import { type FieldErrors, invalidField, throwIfInvalid } from '../http/error.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredSubscriber, SubscriberStatus } from '../store/state.ts';
import { mergeValues } from './fields.ts';
import { findRecord, type Handlers, recordList, time, timeOrNull } from './handler.ts';
import { tagsNamed } from './tags.ts';

interface Changes {
  readonly email?: string;
  readonly status?: SubscriberStatus;
  readonly fields?: JsonObject;
  readonly tags?: readonly string[];
}

export const subscriberHandlers = {
  saveSubscriber(context, { body }) {
    const email = checkedAddress(body.email ?? '');
    const found = context.subscriberIndex.find(email);
    if (found === undefined) {
      const record = changed(context, newSubscriber(context, email), body);
      return { status: 201, record: showSubscriber(context, record, context.subscriberIndex.add(record)) };
    }
    const { index, record: before } = found;
    const record = changed(context, before, { ...body, email: before.email });
    context.subscriberIndex.replace(index, record);
    return { status: 200, record: showSubscriber(context, record, index) };
  },

  listSubscribers: context =>
    recordList(context, context.subscriberIndex.records, showSubscriber, 'oldest first'),

  getSubscriber(context, { id }) {
    const { index, record } = findRecord(context, 'subscribers', id);
    return { status: 200, record: showSubscriber(context, record, index) };
  },

  updateSubscriber(context, { id, body: { status, ...body } }) {
    const { index, record } = findRecord(context, 'subscribers', id);
    if (status !== undefined && status !== 'subscribed' && status !== 'unsubscribed') {
      throw invalidField('status', 'status must be subscribed or unsubscribed.');
    }
    if (body.email !== undefined) {
      const owner = context.subscriberIndex.find(checkedAddress(body.email));
      if (owner !== undefined && owner.index !== index) {
        throw invalidField('email', 'Another subscriber has this address.');
      }
    }
    const after = changed(context, record, status === undefined ? body : { ...body, status });
    if (after !== record) context.subscriberIndex.replace(index, after);
    return { status: 200, record: showSubscriber(context, after, index) };
  },
} satisfies Partial<Handlers>;

export function showSubscriber(
  { ids, state }: SandboxContext,
  record: StoredSubscriber,
  index: number,
): Subscriber {
  return {
    id: ids.subscribers.at(index),
    email: record.email,
    source: record.source,
    emailed_at: timeOrNull(record.emailedAt),
    created_at: time(record.createdAt),
    updated_at: time(record.updatedAt),
    fields: record.fields,
    tags: record.tags.map(tag => state.tags[tag]?.name ?? ''),
  };
}

const addressForm = /^[^\s@]{1,64}@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** Whether the sandbox accepts a text as an email address: something@a-domain-with.dots */
export function isAddress(text: string): boolean {
  return text.length <= 254 && addressForm.test(text);
}

function checkedAddress(given: string): string {
  const email = given.trim();
  if (!isAddress(email))
    throw invalidField('email', email === '' ? 'email is required.' : 'email must be an email address.');
  return email;
}

/** A subscriber with an address and nothing else, created now through the REST interface. */
export function newSubscriber({ options }: SandboxContext, email: string): StoredSubscriber {
  const now = options.clock();
  const nothing = { status: 'subscribed', emailedAt: null, fields: {}, tags: [] } as const;
  return { email, source: 'api', createdAt: now, updatedAt: now, ...nothing };
}

/** @throws HttpError 422 */
function changed(context: SandboxContext, before: StoredSubscriber, changes: Changes): StoredSubscriber {
  if (Object.keys(changes).length === 0) return before;
  const { values, unknown, misfit } = mergeValues(context, before.fields, changes.fields ?? {});
  const errors: FieldErrors = { ...unknown, ...misfit };
  for (const [i, name] of (changes.tags ?? []).entries()) {
    if (name.trim() === '') errors[`tags.${i}`] = ['A tag must not be empty.'];
  }
  throwIfInvalid(errors);
  return {
    ...before,
    email: changes.email?.trim() ?? before.email,
    status: changes.status ?? before.status,
    fields: values,
    tags: changes.tags === undefined ? before.tags : tagsNamed(context, changes.tags),
    updatedAt: context.options.clock(),
  };
}
