/**
 * What the operators of group filters do. service.txt shows none, so this is one reading: the sandbox's, which
 * docs/sandbox.md describes and `groups members` compares with the counts of the service.
 */
type Value = unknown;

/** Operators by name. `actual` is the value of a subscriber, `wanted` that of the filter. */
export const operators: Readonly<Record<string, (actual: Value, wanted: Value) => boolean>> = {
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

interface Filter {
  readonly field: string;
  readonly operator: string;
  readonly value?: unknown;
}

/** Tests whether a person meets all filters of a group. @param read the value of a field of theirs */
export function membershipTest<Person>(
  filters: readonly Filter[],
  read: (person: Person, field: string) => unknown,
): (person: Person) => boolean {
  return person =>
    filters.every(({ field, operator, value }) => operators[operator]?.(read(person, field), value) === true);
}

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
