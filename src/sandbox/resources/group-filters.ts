import type { Group } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import { filterFields, membershipTest, operators } from '../../lib/filter-operators.ts';
import { type FieldErrors, throwIfInvalid } from '../http/error.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredSubscriber } from '../store/state.ts';
import { time, timeOrNull } from './handler.ts';

const withoutValue = ['exists', 'not_exists'];

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

/** Members of a group are subscribed, and meet every filter. */
export function memberTest(
  context: SandboxContext,
  filters: Group['filters'],
): (subscriber: StoredSubscriber) => boolean {
  const meets = membershipTest(filters, (person: StoredSubscriber, field) => fieldOf(context, person, field));
  return subscriber => subscriber.status === 'subscribed' && meets(subscriber);
}

function fieldOf({ state }: SandboxContext, person: StoredSubscriber, field: string): Json | undefined {
  switch (field) {
    case 'email':
    case 'source':
      return person[field];
    case 'tags':
      return person.tags.map(tag => state.tags[tag]?.name ?? '');
    case 'created_at':
      return time(person.createdAt);
    case 'emailed_at':
      return timeOrNull(person.emailedAt);
    default: {
      const variable = field.slice('fields.'.length);
      return Object.hasOwn(person.fields, variable) ? person.fields[variable] : undefined;
    }
  }
}
