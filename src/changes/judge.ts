/** What the response to a change means for it and for the remaining changes. */
import type { Subscriber } from '../contract/index.ts';
import { isNothing, isSameAddress, isSameValue } from '../people/compare.ts';
import { areSameTags, areSpelledAlike, isRespelling, otherSpelling } from '../people/tags.ts';
import type { Step } from './change.ts';

/** A value that differs from the sent one. */
export interface OtherValue {
  /** `email`, `tags` or `fields.<variable>`. */
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** The result of a change. */
export interface Judgement {
  readonly others: readonly OtherValue[];
  /** Fields that were not sent, had a value, and were all cleared by the service. */
  readonly cleared: readonly string[];
  /** A tag whose capitals the service changed. */
  readonly spelling: string | undefined;
  /** Why no further change may be sent. */
  readonly stop: 'cleared' | 'not-as-sent' | undefined;
}

/**
 * Judges a response.
 *
 * @param succeeded changes of this run with the values sent: if there are any, a differing one says nothing about
 * the others
 */
export function judge(
  { kind, before, after, kept = {} }: Pick<Step, 'kind' | 'before' | 'after' | 'kept'>,
  { email, tags, fields }: Pick<Subscriber, 'tags' | 'fields'> & Partial<Pick<Subscriber, 'email'>>,
  succeeded: number,
): Judgement {
  const others: OtherValue[] = [];
  if (after.email !== undefined && !isSameAddress(email, after.email))
    others.push({ field: 'email', expected: after.email, got: email });
  // A change of the spelling alone is made only if the spelling is there.
  const isAsSent = isRespelling(before.tags ?? [], after.tags ?? []) ? areSpelledAlike : areSameTags;
  if (after.tags !== undefined && !isAsSent(after.tags, tags))
    others.push({ field: 'tags', expected: after.tags, got: tags });
  for (const [variable, expected] of Object.entries(after.fields ?? {})) {
    const got = fields[variable] ?? null;
    if (!isSameValue(got, expected)) others.push({ field: `fields.${variable}`, expected, got });
  }
  const names = Object.keys(kept);
  const isCleared = names.length > 0 && names.every(variable => isNothing(fields[variable]));
  // On restoring, a field that could not be cleared is a small loss; another difference is damage.
  const isDamage = others.some(
    ({ field, expected }) => ['email', 'tags'].includes(field) || !isNothing(expected),
  );
  const isRefused =
    kind === 'change' || kind === 'create' ? others.length > 0 : kind === 'restore' && isDamage;
  return {
    others,
    cleared: isCleared ? names.map(variable => `fields.${variable}`) : [],
    spelling: otherSpelling(after.tags ?? [], tags),
    stop: isCleared ? 'cleared' : isRefused && succeeded === 0 ? 'not-as-sent' : undefined,
  };
}

/** The expected and the received value. */
export function othersText(others: readonly OtherValue[]): string {
  return others
    .map(
      ({ field, expected, got }) =>
        `expected ${field} ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
    )
    .join('; ');
}
