/** What became of a change: the response judged by what was sent, and noted. */
import type { Subscriber } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { isNothing } from '../people/compare.ts';
import { areSameTags, areSpelledAlike, hasTags, isRespelling } from '../people/tags.ts';
import { isStatusOnly, type OtherValue, otherValues, type Step } from './change.ts';
import type { ChangeJournal } from './journal.ts';
import type { ChangeReport } from './report.ts';
import type { RunFolder } from './runs.ts';

/** The record as the service has it now, or the refusal. */
export type ChangeOutcome = { readonly record: Subscriber } | { readonly failure: Failure };

/**
 * Judges a response.
 *
 * @param succeeded changes of this run with the values sent: if there are any, a differing one says nothing about
 * the others
 * @returns fields that were not sent and were all `cleared`, and why to `stop`: no further change may be sent
 */
export function judgeResponse(
  { kind, before, after, kept = {} }: Pick<Step, 'kind' | 'before' | 'after' | 'kept'>,
  got: Parameters<typeof otherValues>[1],
  succeeded: number,
) {
  // A service may give new people tags of its own. Where only the spelling changes, it has to be as sent.
  const isCreated = (sent: readonly string[], tags: readonly string[]) => hasTags(tags, sent);
  const isChanged = isRespelling(before.tags ?? [], after.tags ?? []) ? areSpelledAlike : areSameTags;
  const others = otherValues(after, got, kind === 'create' ? isCreated : isChanged);
  const names = Object.keys(kept);
  const isCleared = names.length > 0 && names.every(variable => isNothing(got.fields[variable]));
  // On restoring, a field that could not be cleared is a small loss; another difference is damage.
  const damage = others.filter(one => ['email', 'tags'].includes(one.field) || !isNothing(one.expected));
  const isRefused = kind !== 'mark' && (kind === 'restore' ? damage : others).length > 0;
  return {
    others,
    cleared: isCleared ? names.map(variable => `fields.${variable}`) : [],
    stop: isCleared ? 'cleared' : isRefused && succeeded === 0 ? 'not-as-sent' : undefined,
  } as const;
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

/** What became of a step that was made, and the words for one that was not. */
const outcomes = {
  create: ['created', 'was not created as sent'],
  change: ['changed', 'was not changed as requested'],
  restore: ['restored', 'was not restored'],
  mark: ['marked', 'did not get the status'],
} as const;

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
  const [done, notDone] = outcomes[kind];
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
    report.add(done, email, id === '' ? outcome.record.id : id);
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
  return stoppedBy('partly_done', `${email} ${notDone}: ${othersText(others)}`, step, folder);
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
