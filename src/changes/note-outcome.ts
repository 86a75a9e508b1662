import { Failure } from '../lib/failure.ts';
import type { Step } from './change.ts';
import { judge, othersText } from './judge.ts';
import type { ChangeReport } from './report.ts';
import type { RunFolder } from './runs.ts';
import type { ChangeOutcome } from './send-changes.ts';

const doneAs = { create: 'created', change: 'changed', restore: 'restored', mark: 'marked' } as const;

/** Reports the outcome of a change. @returns the failure that ends the work, if further changes would fail alike */
export function noteOutcome(
  report: ChangeReport,
  folder: RunFolder,
  step: Step,
  outcome: ChangeOutcome,
): Failure | undefined {
  const { place, email, id, kind, after } = step;
  if ('failure' in outcome) {
    const { message, details } = outcome.failure;
    report.add('failed', email, id, [message, ...details].join('; '));
    return undefined;
  }
  const succeeded = report.count('created', 'changed', 'restored');
  const { others, cleared, spelling, stop } = judge(step, outcome.record, succeeded);
  report.keptSpelling ??= spelling;
  if (stop === 'cleared') {
    report.add('failed', email, id, `the service also cleared ${cleared.join(', ')}`);
    if (kind === 'change') folder.update({ clears_fields: true, ended_at: new Date().toISOString() });
    const what = `the service cleared other fields of ${email}: ${cleared.join(', ')}`;
    return stoppedBy('stopped_early', what, step, folder);
  }
  if (others.length === 0) {
    report.add(doneAs[kind], email, id === '' ? outcome.record.id : id);
    if (kind === 'restore') report.restored(place);
    return undefined;
  }
  if (kind === 'change') {
    const { email: got, tags, fields } = outcome.record;
    const values = Object.keys(after.fields ?? {}).map(variable => [variable, fields[variable] ?? null]);
    folder.noteStored({
      place,
      ...(after.email !== undefined && { email: got }),
      ...(after.tags && { tags }),
      fields: Object.fromEntries(values),
    });
  }
  report.add('failed', email, id, othersText(others));
  if (stop === undefined) return undefined;
  const what = kind === 'change' ? 'was not changed as requested' : 'was not restored';
  return stoppedBy('partly_done', `${email} ${what}: ${othersText(others)}`, step, folder);
}

function stoppedBy(
  code: 'stopped_early' | 'partly_done',
  message: string,
  { id: person, email, kind, after }: Step,
  { id }: RunFolder,
): Failure {
  return new Failure(code, message, {
    details: ['no further changes were sent'],
    hint: `to check it: newsletter subscribers get ${after.email === undefined ? email : person}${kind === 'change' ? `; to undo it: newsletter undo ${id}` : ''}`,
  });
}
