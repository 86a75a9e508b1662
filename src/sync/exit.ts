import { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { RunOutcome } from './note-run.ts';

/**
 * The failure to exit with.
 *
 * @param refusals what the service said of single people
 * @param stopped the error that ended the run early
 */
export function exitOf(
  { created, updated, refused, refusedPeople, unknown, notDone, errors }: RunOutcome,
  refusals: readonly string[],
  stopped: Failure | undefined,
  resume: string,
): Failure | undefined {
  const done = `${grouped(created)} created, ${grouped(updated)} changed`;
  if (stopped?.code === 'interrupted')
    return stopped.reworded(`${stopped.message}: ${done}`, { hint: resume });
  if (unknown > 0) {
    return new Failure(
      'outcome_unknown',
      `${counted(unknown, 'person', 'people')} may or may not be in the account`,
      {
        details: [done],
        hint: `to find out, and send what is missing: ${resume}`,
      },
    );
  }
  if (stopped !== undefined && created + updated === 0 && stopped.hint !== resume)
    return stopped.reworded(stopped.message, { details: [...stopped.details, `to resume it: ${resume}`] });
  const isOwn =
    stopped?.hint === resume || stopped?.code === 'partly_done' || stopped?.code === 'stopped_early';
  if (stopped !== undefined && isOwn) return stopped;
  if (stopped !== undefined) {
    return new Failure('stopped_early', `stopped before the end: ${done}, ${grouped(notDone)} not sent yet`, {
      details: [stopped.message, ...stopped.details],
      hint: resume,
      cause: stopped,
    });
  }
  if (refused + notDone === 0) return undefined;
  const parts = [
    ...(refused > 0 ? [`${counted(refused, 'person', 'people')} skipped or refused by the service`] : []),
    ...(notDone > 0 ? [`${counted(notDone, 'person', 'people')} in failed jobs`] : []),
  ];
  const said = [
    ...new Set([...refusals, ...(refusals.length === 0 ? refusedPeople : []), ...errors.slice(0, 3)]),
  ];
  return new Failure('partly_done', `not everybody was sent: ${parts.join(', ')}`, {
    details: said,
    hint:
      notDone > 0
        ? 'the next run sends them again'
        : 'they are not sent again until the source says something else of them, or with --recreate',
  });
}
