/** What the response to a change says of this one, and of those that are left. */
import type { Subscriber } from '../contract/index.ts';
import { isNothing, isSameValue } from '../people/compare.ts';
import { areSameTags, otherSpelling } from '../people/tags.ts';
import type { Step } from './change.ts';

/** A value that is not the one that was sent. */
export interface OtherValue {
  /** `tags` or `fields.<variable>`. */
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** What the service made of a change. */
export interface Judgement {
  readonly others: readonly OtherValue[];
  /** Fields that were not sent and had a value: the service has cleared them all. */
  readonly cleared: readonly string[];
  /** A tag that the service shows in other capitals. */
  readonly spelling: string | undefined;
  /** Why no further change may be sent. */
  readonly stop: 'cleared' | 'not-as-sent' | undefined;
}

/**
 * Judges a response.
 *
 * @param succeeded changes of this run that are as they were sent: where there are some, one that is not says nothing
 *   about the others
 */
export function judge(
  { kind, after, kept = {} }: Pick<Step, 'kind' | 'after' | 'kept'>,
  { tags, fields }: Pick<Subscriber, 'tags' | 'fields'>,
  succeeded: number,
): Judgement {
  const others: OtherValue[] = [];
  if (after.tags !== undefined && !areSameTags(after.tags, tags))
    others.push({ field: 'tags', expected: after.tags, got: tags });
  for (const [variable, expected] of Object.entries(after.fields ?? {})) {
    const got = fields[variable] ?? null;
    if (!isSameValue(got, expected)) others.push({ field: `fields.${variable}`, expected, got });
  }
  const names = Object.keys(kept);
  const isCleared = names.length > 0 && names.every(variable => isNothing(fields[variable]));
  // A restored value that was empty before is a small loss; another one is damage.
  const isDamage = others.some(({ field, expected }) => field === 'tags' || !isNothing(expected));
  const isRefused = kind === 'change' ? others.length > 0 : kind === 'restore' && isDamage;
  return {
    others,
    cleared: isCleared ? names.map(variable => `fields.${variable}`) : [],
    spelling: otherSpelling(after.tags ?? [], tags),
    stop: isCleared ? 'cleared' : isRefused && succeeded === 0 ? 'not-as-sent' : undefined,
  };
}

/** What was expected, and what came. */
export function othersText(others: readonly OtherValue[]): string {
  return others
    .map(
      ({ field, expected, got }) =>
        `expected ${field} ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
    )
    .join('; ');
}
