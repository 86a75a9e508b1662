/** A sync in words: its plan, a screenful; its question; what a person has to look at after it. */
import { planLines } from '../changes/report.ts';
import type { SyncRun } from '../changes/run-facts.ts';
import { largest } from '../lib/extremes.ts';
import { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import { againWith } from './planned.ts';
import type { Listed, PlannedSync, SyncPlan } from './sync-plan.ts';

type Line = readonly [n: number, what: string, detail: string];

const fieldsText = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([field, count]) => `${field.replace(/^fields\./, '')} ${grouped(count)}`).join(', ');

export function syncPlanText(planned: PlannedSync): string {
  const { plan, run, source } = planned;
  const people = counted(source.validation.accepted, 'person', 'people');
  const changed = plan.written.filter(({ do: what }) => what !== 'create');
  const lines = countLines(planned).filter(([n], i) => n > 0 || i < 2);
  const width = largest(lines.map(([n]) => grouped(n).length));
  const nameWidth = largest(lines.map(([, what]) => what.length));
  return [
    `sync ${run.sync}: ${people} in ${source.name} (${beforeText(planned)})`,
    ...lines.map(([n, what, detail]) =>
      `  ${grouped(n).padStart(width)}  ${what.padEnd(nameWidth)}  ${detail}`.trimEnd(),
    ),
    ...plan.of.create.lines(mostNamed, '  new: ', ' (--plan-out <file> lists all)'),
    ...plan.leaving.lines(mostNamed, '  gone: ', allIn('just_left_people')),
    ...plan.of.held.lines(mostNamed, '  missing, kept: ', allIn('kept_people')),
    ...plan.of.other.lines(mostNamed, '  missing, kept: ', allIn('kept_people')),
    ...plan.of.emailed.lines(mostNamed, '  still emailed: ', allIn('left_out_people')),
    ...(plan.of.emailed.count > 0 ? [`  ${toUnsubscribe}`] : []),
    ...planLines(changed.slice(0, mostNamed), plan.changes),
  ].join('\n');
}

/** People named of each kind, and changes shown in full. */
const mostNamed = 3;

const update = 'newsletter subscribers update --from <file with their addresses> --status';

/** What to do about people who are marked, and still emailed. */
const toUnsubscribe = `to unsubscribe them: --missing status:unsubscribed --all-opt-outs; or once: ${update} unsubscribed`;

const allIn = (field: string) => ` (--dry-run --json=${field} lists all)`;

/** The fields that only the account changed, as `--own` takes them. */
function ownFields({ leftByField }: Pick<SyncPlan, 'leftByField'>): string {
  return [...leftByField.keys()].map(field => field.replace(/^fields\./, '')).join(',');
}

function beforeText({ plan, lastRun, earlier, rules }: PlannedSync): string {
  const { last, isLost } = plan;
  if (lastRun !== undefined)
    return `${counted(last, 'person', 'people')} at the last run, ${lastRun.slice(0, 10)}`;
  if (isLost) return 'its state is not on this machine';
  if (last === 0) return 'first run';
  return `first run; ${counted(last, 'person has', 'people have')} the tag ${rules.mark} of import ${earlier.markingImport}`;
}

function countLines({ plan, source, rules, lastRun }: PlannedSync): Line[] {
  const { of, byField, leftByField, left } = plan;
  const { mark, missing } = rules;
  const ownBy = mark === undefined ? 'with --mark <tag>, that tag' : `the tag ${mark}`;
  const own = ownFields(plan);
  return [
    [of.create.count, 'new', ''],
    [of.change.count, 'changed', fieldsText(byField)],
    [of.missing.count, 'missing', `not in the source any more: ${missing.text}`],
    [of.optedOut.count, 'opted out', `marked in the source as not to be emailed: ${missing.text}`],
    [of.held.count, 'missing', `kept: ${source.doubt?.what}`],
    [of.other.count, 'missing', `kept: this sync did not create them; ${ownBy} makes them its own`],
    [missing.text === 'keep' ? plan.missing - plan.missingMarked : 0, 'missing', 'kept'],
    [
      plan.stillUnsubscribed,
      `still ${plan.returnedStatus}`,
      'in the source again, unless their status was changed by hand',
    ],
    [
      left,
      'left alone',
      `${lastRun === undefined ? 'differ, and no last run tells who changed them' : 'the account differs, and the source has not changed'}: ${fieldsText(leftByField)} (to take the source's: --own ${own})`,
    ],
    [of.gone.count, 'gone', 'not in the account any more, or never; to create them: --recreate'],
    [of.unsure.count, 'not created', 'the state was lost, so they may have left; to create them: --recreate'],
    [of.emailed.count, 'marked', 'and still emailed, unless unsubscribed by hand'],
    [source.validation.suppressed, 'left out', 'marked in the source as not to be emailed'],
    [of.unread.count, 'unreadable', 'rows of theirs were rejected: kept'],
    [
      source.validation.rejected,
      'rejected',
      source.rejectsFile === null ? 'rows; --rejects <file> writes them' : `rows: ${source.rejectsFile}`,
    ],
    [of.unchanged.count, 'unchanged', ''],
  ];
}

export const optedOut = ({ of }: SyncPlan) =>
  counted(of.optedOut.count, 'person who opted out', 'people who opted out');

export function questionText({ plan, run, rules, accident, optOuts }: PlannedSync): string {
  if (accident !== undefined && optOuts !== undefined)
    return `${accident.message}. Give only ${optedOut(plan)} ${rules.missing.text}?`;
  const { changes } = plan;
  const { create } = plan.of;
  const parts = [
    ...(create.count > 0 ? [`create ${counted(create.count, 'subscriber')}`] : []),
    ...(changes > 0 ? [`change ${counted(changes, 'subscriber')}`] : []),
  ];
  const text = parts.join(' and ');
  const fields = run.new_fields.map(({ name }) => name).join(', ');
  const created = fields === '' ? '' : ` Custom fields will be created, and cannot be deleted: ${fields}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?${created}`;
}

/** People named of each kind after the sync: those who were changed, or are kept, are said once. */
const mostNamedOnce = 100;

/** What the warning after a complete sync says of one thing. The cause is public. */
type Attention = readonly [cause: string, message: string, hint: string, details?: readonly string[]];

/** What to look at after a complete sync: its state was lost, people were kept or stay unsubscribed, rows were rejected. */
export function attentionsTo(planned: PlannedSync, failure: Failure | undefined): readonly Attention[] {
  // After a run that was stopped, the next one names them again; in its log, the cause is to be in sight.
  const mostNamed = failure === undefined || failure.exit === 8 ? mostNamedOnce : 10;
  return [
    ...lostState(planned),
    ...(planned.plan.of.held.count > 0 ? [] : rejectedRows(planned)),
    ...peopleToLookAt(planned, mostNamed),
    ...goneColumns(planned),
  ];
}

/** The warning after a complete sync. */
export function attentionTo(all: readonly Attention[]): Failure | undefined {
  const [first, ...details] = all.flatMap(([, message, , more = []]) => [message, ...more]);
  if (first === undefined) return undefined;
  const hint = all.map(([, , hint]) => hint).join('; ');
  return new Failure('partly_done', first, { details, hint, isWarning: true });
}

function lostState({ plan, earlier, run, rules: { missing } }: PlannedSync): Attention[] {
  if (!plan.isLost) return [];
  const last = earlier.lastSync?.slice(0, 10);
  const hint = plan.left > 0 ? takeSource(plan, run) : 'from now on it is kept here';
  const statuses = `people whom it gave the status ${missing.status} have it still: the service does not show it`;
  const what = last === undefined ? ', or on another machine' : `; its last run was on ${last}`;
  const details = missing.status === undefined ? [] : [statuses];
  return [['state_lost', `the state of this sync is lost${what}`, hint, details]];
}

const takeSource = (plan: SyncPlan, run: SyncRun) =>
  `to take the values of the source: ${againWith(run, ` --own ${ownFields(plan)}`)}`;

/** Those who are kept since this sync did not create them, marked and still emailed, or back are said once. */
function peopleToLookAt(
  { plan, run, source, rules: { missing } }: PlannedSync,
  mostNamed: number,
): Attention[] {
  const { of, newly, returned } = plan;
  const { name, doubt, validation } = source;
  const areMore = of.emailed.count > newly.emailed.count;
  // At the loss itself it is said with that.
  const own = plan.left > 0 && !plan.isLost ? `; ${takeSource(plan, run)}` : '';
  const about = (
    cause: string,
    people: Listed,
    what: string,
    hint: string,
    most = mostNamed,
  ): Attention[] => {
    const message = `${what}: ${counted(people.count, 'person', 'people')}`;
    return people.count === 0 ? [] : [[cause, message, hint, people.lines(most)]];
  };
  return [
    ...about(
      'maybe_left',
      of.unsure,
      'not in the account, and not created since the state was lost, so that they may have left',
      `to create them: ${againWith(run, ' --recreate')}; to leave them out: --suppress <file>${own}`,
    ),
    ...about(
      'missing_kept',
      of.held,
      `missing from ${name} and kept, since ${doubt?.what}`,
      `${doubt?.hint}${validation.rejected > 0 ? `; ${whereRejected(source)}` : ''}`,
    ),
    ...about(
      'not_its_own',
      newly.other,
      `missing from ${name} and kept, since this sync did not create them`,
      `to unsubscribe them: ${update} unsubscribed`,
    ),
    ...about(
      'empty_consent',
      newly.optedOut,
      `consent is empty, which it was for nobody at the last run, and counts as a no (${missing.text})`,
      `if the query is wrong, fix it, then ${update} subscribed`,
      mostNamedOnce,
    ),
    ...about(
      'still_unsubscribed',
      returned,
      `in the source again, and still ${plan.returnedStatus}`,
      `if they want it again: ${update} subscribed`,
      mostNamedOnce,
    ),
    ...about(
      'left_out_in_account',
      newly.emailed,
      `${areMore ? 'newly ' : ''}marked in the source as not to be emailed, and still emailed unless unsubscribed by hand`,
      toUnsubscribe,
    ),
  ];
}

/** Said once: the state no longer has the columns. */
function goneColumns({ source: { columnsGone, name } }: PlannedSync): Attention[] {
  if (columnsGone.length === 0) return [];
  const message = `${name} has no column for ${columnsGone.join(', ')} any more: what it gave stays`;
  return [['columns_gone', message, 'if this is not meant, put the column back (said once)']];
}

function rejectedRows({ source }: PlannedSync): Attention[] {
  const { toleratesRejects, name, rejectsFile, badRows, validation } = source;
  if (toleratesRejects) return [];
  const why = badRows === undefined ? '' : `: ${badRows}`;
  const tolerate = rejectsFile === null ? `; --max-rejects ${validation.rejected} ends with 0` : '';
  const message = `${counted(validation.rejected, 'row')} of ${name} could not be read${why}`;
  return [['rejected', message, `${whereRejected(source)}${tolerate}`]];
}

const whereRejected = ({ rejectsFile }: PlannedSync['source']) =>
  rejectsFile === null ? '--rejects <file> writes them to a file' : `see ${rejectsFile}`;
