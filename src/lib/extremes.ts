/** Math.max and Math.min for lists of any length: a call with more than some 100,000 arguments overflows the stack. */

/** @returns -Infinity for an empty list */
export function largest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) found = Math.max(found, value);
  return found;
}

/** @returns Infinity for an empty list */
export function smallest(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) found = Math.min(found, value);
  return found;
}
