import type { Subscriber } from '../../contract/index.ts';
import type { JsonObject } from '../../contract/schema.ts';
import { type FieldErrors, invalid, refuseInvalid } from '../http/error.ts';
import type { World } from '../store/context.ts';
import type { StoredSubscriber, SubscriberStatus } from '../store/state.ts';
import { isAddress } from './addresses.ts';
import { mergeValues } from './fields.ts';
import { type Handlers, listing, recordWith, time, timeOrNull } from './handler.ts';
import { tagsNamed } from './tags.ts';

interface Changes {
  readonly email?: string;
  readonly status?: SubscriberStatus;
  readonly fields?: JsonObject;
  readonly tags?: readonly string[];
}

/** Subscribers one by one; many at a time go through imports. */
export const subscriberHandlers = {
  saveSubscriber(world, { body }) {
    const email = checkedAddress(body.email ?? '');
    const place = world.audience.find(email);
    const before = place === undefined ? undefined : world.audience.records[place];
    if (place !== undefined && before !== undefined) {
      const record = changed(world, before, { ...body, email: before.email });
      world.audience.replace(place, record);
      return { status: 200, record: showSubscriber(world, record, place) };
    }
    const record = changed(world, newSubscriber(world, email), body);
    return { status: 201, record: showSubscriber(world, record, world.audience.add(record)) };
  },

  listSubscribers: world =>
    listing(world.audience.records, (record, place) => showSubscriber(world, record, place), 'oldest first'),

  getSubscriber(world, { id }) {
    const { place, record } = recordWith(world, 'subscribers', id);
    return { status: 200, record: showSubscriber(world, record, place) };
  },

  updateSubscriber(world, { id, body: { status, ...body } }) {
    const { place, record } = recordWith(world, 'subscribers', id);
    if (status !== undefined && status !== 'subscribed' && status !== 'unsubscribed') {
      invalid('status', 'status must be subscribed or unsubscribed.');
    }
    if (body.email !== undefined) {
      const holder = world.audience.find(checkedAddress(body.email));
      if (holder !== undefined && holder !== place) invalid('email', 'Another subscriber has this address.');
    }
    const after = changed(world, record, status === undefined ? body : { ...body, status });
    if (after !== record) world.audience.replace(place, after);
    return { status: 200, record: showSubscriber(world, after, place) };
  },
} satisfies Partial<Handlers>;

function showSubscriber({ ids, state }: World, record: StoredSubscriber, place: number): Subscriber {
  return {
    id: ids.subscribers.at(place),
    email: record.email,
    source: record.source,
    emailed_at: timeOrNull(record.emailedAt),
    created_at: time(record.createdAt),
    updated_at: time(record.updatedAt),
    fields: record.fields,
    tags: record.tags.map(tag => state.tags[tag]?.name ?? ''),
  };
}

function checkedAddress(given: string): string {
  const email = given.trim();
  if (!isAddress(email))
    invalid('email', email === '' ? 'email is required.' : 'email must be an e-mail address.');
  return email;
}

/** @returns a subscriber made now through the REST interface, with nothing but the address */
export function newSubscriber({ rules }: World, email: string): StoredSubscriber {
  const now = rules.clock();
  const nothing = { status: 'subscribed', emailedAt: null, fields: {}, tags: [] } as const;
  return { email, source: 'api', createdAt: now, updatedAt: now, ...nothing };
}

/** @returns the subscriber with only the given things changed. @throws Refusal 422 */
function changed(world: World, before: StoredSubscriber, changes: Changes): StoredSubscriber {
  if (Object.keys(changes).length === 0) return before;
  const { values, unknown, misfit } = mergeValues(world, before.fields, changes.fields ?? {});
  const errors: FieldErrors = { ...unknown, ...misfit };
  for (const [i, name] of (changes.tags ?? []).entries()) {
    if (name.trim() === '') errors[`tags.${i}`] = ['A tag must not be empty.'];
  }
  refuseInvalid(errors);
  return {
    ...before,
    email: changes.email?.trim() ?? before.email,
    status: changes.status ?? before.status,
    fields: values,
    tags: changes.tags === undefined ? before.tags : tagsNamed(world, changes.tags),
    updatedAt: world.rules.clock(),
  };
}
