/** What became of a change: the response judged by what was sent, and noted. */
import type { Subscriber } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { isNothing, isSameAddress, isSameValue } from '../people/compare.ts';
import { areSameTags, areSpelledAlike, hasTags, isRespelling } from '../people/tags.ts';
import { isStatusOnly, type Step } from './change.ts';
import type { ChangeJournal } from './journal.ts';
import type { ChangeReport } from './report.ts';
import type { RunFolder } from './runs.ts';

/** The record as the service has it now, or the refusal. */
export type ChangeOutcome = { readonly record: Subscriber } | { readonly failure: Failure };

/** A value that differs from the sent one, in `email`, `tags` or `fields.<variable>`. */
interface OtherValue {
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/**
 * Judges a response.
 *
 * @param succeeded changes of this run with the values sent: if there are any, a differing one says nothing about
 * the others
 * @returns fields that were not sent and were all `cleared`, and why to `stop`: no further change may be sent
 */
export function judgeResponse(
  { kind, before, after, kept = {} }: Pick<Step, 'kind' | 'before' | 'after' | 'kept'>,
  { email, tags, fields }: Pick<Subscriber, 'tags' | 'fields'> & Partial<Pick<Subscriber, 'email'>>,
  succeeded: number,
) {
  const others: OtherValue[] = [];
  if (after.email !== undefined && !isSameAddress(email, after.email))
    others.push({ field: 'email', expected: after.email, got: email });
  if (after.tags !== undefined && !hasSentTags(kind, before.tags ?? [], after.tags, tags))
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
    stop: isCleared ? 'cleared' : isRefused && succeeded === 0 ? 'not-as-sent' : undefined,
  } as const;
}

function hasSentTags(
  kind: Step['kind'],
  before: readonly string[],
  sent: readonly string[],
  got: readonly string[],
): boolean {
  // A service may give new people tags of its own.
  if (kind === 'create') return hasTags(got, sent);
  // A change of the spelling alone is made only if the spelling is there.
  return isRespelling(before, sent) ? areSpelledAlike(sent, got) : areSameTags(sent, got);
}

const notAsSent = {
  create: 'was not created as sent',
  change: 'was not changed as requested',
  restore: 'was not restored',
  mark: 'did not get the status',
} as const;

/** The expected and the received value. */
export function othersText(others: readonly OtherValue[]): string {
  return others
    .map(
      ({ field, expected, got }) =>
        `expected ${field} ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
    )
    .join('; ');
}

const doneAs = { create: 'created', change: 'changed', restore: 'restored', mark: 'marked' } as const;

/**
 * Notes the outcome of a change in the journal, if there is one, and in the report.
 *
 * @returns the failure that ends the work, if further changes would fail alike
 * @throws Failure write_failed
 */
export function noteOutcome(
  step: Step,
  outcome: ChangeOutcome,
  report: ChangeReport,
  folder: RunFolder,
  journal: ChangeJournal | undefined,
): Failure | undefined {
  const { place, email, id, kind, after, row } = step;
  if ('failure' in outcome) {
    const { message, details, exit } = outcome.failure;
    // A person who is not found has just left the account. One to be created cannot have.
    if (exit === 5 || kind === 'create') journal?.append({ refused: place });
    // Somebody who does not get the status of an undo stays: nothing of theirs was to be restored.
    report.add(kind === 'mark' ? 'unmarked' : 'failed', email, id, [message, ...details].join('; '), row);
    return undefined;
  }
  journal?.append({ done: place });
  const succeeded = report.count('created', 'changed', 'restored');
  const { others, cleared, stop } = judgeResponse(step, outcome.record, succeeded);
  if (stop === 'cleared') {
    report.add('failed', email, id, `the service also cleared ${cleared.join(', ')}`);
    if (kind === 'change') folder.update({ clears_fields: true, ended_at: new Date().toISOString() });
    const what = `the service cleared other fields of ${email}: ${cleared.join(', ')}`;
    return stoppedBy('stopped_early', what, step, folder);
  }
  if (others.length === 0) {
    report.add(doneAs[kind], email, id === '' ? outcome.record.id : id);
    if (isStatusOnly(step)) report.statuses++;
    return undefined;
  }
  if (kind === 'change') {
    const { email: got, tags, fields } = outcome.record;
    const values = Object.keys(after.fields ?? {}).map(variable => [variable, fields[variable] ?? null]);
    journal?.append({
      stored: place,
      ...(after.email !== undefined && { email: got }),
      ...(after.tags && { tags }),
      fields: Object.fromEntries(values),
    });
  }
  report.add('failed', email, id, othersText(others), row);
  if (stop === undefined) return undefined;
  return stoppedBy('partly_done', `${email} ${notAsSent[kind]}: ${othersText(others)}`, step, folder);
}

function stoppedBy(
  code: 'stopped_early' | 'partly_done',
  message: string,
  { id: person, email, kind }: Step,
  { id }: RunFolder,
): Failure {
  return new Failure(code, message, {
    details: ['no further changes were sent'],
    hint: `to check it: newsletter subscribers get ${person === '' ? shellWord(email) : person}${kind === 'change' ? `; to undo it: newsletter undo ${id}` : ''}`,
  });
}
