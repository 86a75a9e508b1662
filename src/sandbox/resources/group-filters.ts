import type { Group } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import { filterFields, operators } from '../../lib/filter-operators.ts';
import { type FieldErrors, throwIfInvalid } from '../http/error.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredSubscriber } from '../store/state.ts';
import { time, timeOrNull } from './handler.ts';

type Value = Json | undefined;
type Read = (subscriber: StoredSubscriber) => Value;

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

/** Members of a group are subscribed, and every filter holds. */
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
