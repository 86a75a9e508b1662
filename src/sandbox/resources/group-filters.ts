import type { Group } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import { type FieldErrors, throwIfInvalid } from '../http/error.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredSubscriber } from '../store/state.ts';
import { time, timeOrNull } from './handler.ts';

type Value = Json | undefined;
type Read = (subscriber: StoredSubscriber) => Value;

/** Operators by name. `actual` is the value of the subscriber, `wanted` that of the filter. */
export const operators: Record<string, (actual: Value, wanted: Value) => boolean> = {
  equals: same,
  not_equals: (actual, wanted) => !same(actual, wanted),
  contains: (actual, wanted) => within(actual, wanted, (text, part) => text.includes(part)),
  not_contains: (actual, wanted) => !within(actual, wanted, (text, part) => text.includes(part)),
  starts_with: (actual, wanted) => within(actual, wanted, (text, part) => text.startsWith(part)),
  ends_with: (actual, wanted) => within(actual, wanted, (text, part) => text.endsWith(part)),
  greater_than: (actual, wanted) => compare(actual, wanted) > 0,
  less_than: (actual, wanted) => compare(actual, wanted) < 0,
  exists: actual => !isEmpty(actual),
  not_exists: isEmpty,
};

/** What a filter can test, beside `fields.<variable>`. */
export const filterFields = ['email', 'source', 'tags', 'created_at', 'emailed_at'] as const;

const withoutValue = ['exists', 'not_exists'];
const plain = (value: Value) => (typeof value === 'string' ? value.toLowerCase() : value);

function isEmpty(value: Value): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function same(actual: Value, wanted: Value): boolean {
  if (Array.isArray(actual)) return actual.some(one => plain(one) === plain(wanted));
  return plain(actual) === plain(wanted);
}

function within(actual: Value, wanted: Value, holds: (text: string, part: string) => boolean): boolean {
  if (Array.isArray(actual)) return actual.some(one => within(one, wanted, holds));
  return typeof actual === 'string' && holds(actual.toLowerCase(), String(wanted).toLowerCase());
}

/** Above 0 when `actual` is greater, below 0 when it is less, NaN when the two cannot be compared. */
function compare(actual: Value, wanted: Value): number {
  if (typeof actual === 'number') return actual - Number(wanted);
  if (typeof actual !== 'string' || typeof wanted !== 'string') return Number.NaN;
  return actual < wanted ? -1 : actual > wanted ? 1 : 0;
}

/** @throws HttpError 422 for an unknown field or operator, or a missing value */
export function checkFilters({ state }: SandboxContext, filters: Group['filters']): void {
  const known = new Set<string>([...filterFields, ...state.fields.map(field => `fields.${field.variable}`)]);
  const errors: FieldErrors = {};
  for (const [i, filter] of filters.entries()) {
    const { field, operator, value } = filter;
    if (!known.has(field)) {
      errors[`filters.${i}.field`] = [`field must be one of ${[...known].join(', ')}.`];
    }
    if (!Object.hasOwn(operators, operator)) {
      errors[`filters.${i}.operator`] = [`operator must be one of ${Object.keys(operators).join(', ')}.`];
    } else if (value === undefined && !withoutValue.includes(operator)) {
      errors[`filters.${i}.value`] = [`${operator} needs a value.`];
    }
  }
  throwIfInvalid(errors);
}

/** Tests whether a subscriber is in the group with these filters: subscribed, and every filter holds. */
export function membershipTest(
  context: SandboxContext,
  filters: Group['filters'],
): (subscriber: StoredSubscriber) => boolean {
  const tests = filters.map(({ field, operator, value }) => {
    const read = reader(context, field);
    const test = operators[operator] ?? (() => false);
    return (subscriber: StoredSubscriber) => test(read(subscriber), value);
  });
  return subscriber => subscriber.status === 'subscribed' && tests.every(test => test(subscriber));
}

function reader({ state }: SandboxContext, field: string): Read {
  switch (field) {
    case 'email':
      return subscriber => subscriber.email;
    case 'source':
      return subscriber => subscriber.source;
    case 'tags':
      return subscriber => subscriber.tags.map(tag => state.tags[tag]?.name ?? '');
    case 'created_at':
      return subscriber => time(subscriber.createdAt);
    case 'emailed_at':
      return subscriber => timeOrNull(subscriber.emailedAt);
    default: {
      const variable = field.slice('fields.'.length);
      return ({ fields }) => (Object.hasOwn(fields, variable) ? fields[variable] : undefined);
    }
  }
}
