/** What a person has to look at after a complete sync. */
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { counted } from '../terminal/numbers.ts';
import type { Listed } from './plan.ts';
import { ownFields, type PlannedSync, toUnsubscribe } from './text.ts';

/** People named of each kind: some kinds are said once. */
const mostNamed = 100;

/** What the warning after a complete sync says of one thing. */
interface Attention {
  readonly message: string;
  readonly details?: readonly string[];
  readonly hint: string;
}

/** The warning after a complete sync: its state was lost, people were kept or stay unsubscribed, rows were rejected. */
export function attentionTo(planned: PlannedSync): Failure | undefined {
  const [first, ...others] = [
    ...lostState(planned),
    ...unsurePeople(planned),
    ...keptPeople(planned),
    ...goneColumns(planned),
    ...otherPeople(planned),
    ...markedPeople(planned),
    ...(planned.plan.held.count > 0 ? [] : rejectedRows(planned)),
  ];
  if (first === undefined) return undefined;
  return new Failure('partly_done', first.message, {
    details: [
      ...(first.details ?? []),
      ...others.flatMap(({ message, details = [] }) => [message, ...details]),
    ],
    hint: [first, ...others].map(({ hint }) => hint).join('; '),
    isWarning: true,
  });
}

function lostState({ plan, earlier, run, rules }: PlannedSync): Attention[] {
  if (!plan.isLost) return [];
  const last =
    earlier.lastSync === undefined
      ? ', or on another machine'
      : `; its last run was on ${earlier.lastSync.slice(0, 10)}`;
  const hint =
    plan.left > 0
      ? `to take the values of the source: ${againWith(`--own ${ownFields(plan)}`, run)}`
      : 'from now on it is kept here';
  const { status } = rules.missing;
  const details =
    status === undefined
      ? []
      : [`people whom it gave the status ${status} have it still: the service does not show it`];
  return [{ message: `the state of this sync is lost${last}`, details, hint }];
}

const againWith = (option: string, { files, sync }: PlannedSync['run']) =>
  `newsletter sync ${files.map(shellWord).join(' ')} --name ${sync} ${option}, with the other options of this run`;

function about(people: Listed, what: string, hint: string): Attention[] {
  if (people.count === 0) return [];
  const message = `${what}: ${counted(people.count, 'person', 'people')}`;
  return [{ message, details: people.lines(mostNamed), hint }];
}

const unsurePeople = ({ plan: { unsure }, run }: PlannedSync) =>
  about(
    unsure,
    'not in the account, and not created since the state was lost, so that they may have left',
    `to create them: ${againWith('--recreate', run)}; to leave them out: --suppress <file>`,
  );

function keptPeople({ plan: { held }, source }: PlannedSync): Attention[] {
  const { name, doubt, validation } = source;
  if (doubt === undefined) return [];
  const hints = [doubt.hint, ...(validation.rejected > 0 ? [whereRejected(source)] : [])];
  return about(held, `missing from ${name} and kept, since ${doubt.what}`, hints.join('; '));
}

/** Said once, as of people who are marked. */
const otherPeople = ({ plan: { newOthers }, source: { name } }: PlannedSync) =>
  about(
    newOthers,
    `missing from ${name} and kept, since this sync did not create them`,
    'to unsubscribe them: newsletter subscribers update <address> --status unsubscribed',
  );

/** Said once: the state no longer has the columns. */
function goneColumns({ source: { columnsGone, name } }: PlannedSync): Attention[] {
  if (columnsGone.length === 0) return [];
  return [
    {
      message: `${name} has no column for ${columnsGone.join(', ')} any more: what it gave stays`,
      hint: 'if this is not meant, put the column back (said once)',
    },
  ];
}

/** People who came back with the status that the sync gave them, and people marked whom it did not create. */
function markedPeople({ plan }: PlannedSync): Attention[] {
  const { returned, returnedStatus: status, newlyMarked, stillEmailed } = plan;
  const newly = stillEmailed.count > newlyMarked.count ? 'newly ' : '';
  return [
    ...about(
      returned,
      `in the source again, and still ${status}, as this sync made them`,
      'if they want it again: newsletter subscribers update <address> --status subscribed',
    ),
    ...about(
      newlyMarked,
      `${newly}marked in the source as not to be emailed, and still emailed unless unsubscribed by hand, since this sync did not create them`,
      toUnsubscribe,
    ),
  ];
}

function rejectedRows({ source }: PlannedSync): Attention[] {
  const { toleratesRejects, name, rejectsFile, badRows } = source;
  const { rejected } = source.validation;
  if (toleratesRejects) return [];
  return [
    {
      message: `${counted(rejected, 'row')} of ${name} could not be read${badRows === undefined ? '' : `: ${badRows}`}`,
      hint: `${whereRejected(source)}${rejectsFile === null ? `; --max-rejects ${rejected} ends with 0` : ''}`,
    },
  ];
}

const whereRejected = ({ rejectsFile }: PlannedSync['source']) =>
  rejectsFile === null ? '--rejects <file> writes them to a file' : `see ${rejectsFile}`;
