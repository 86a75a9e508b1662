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
    ...unmarkedPeople(planned),
    ...keptPeople(planned),
    ...goneColumns(planned),
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

function lostState({ plan, earlier, run }: PlannedSync): Attention[] {
  if (!plan.isLost) return [];
  const last =
    earlier.lastSync === undefined
      ? ', or on another machine'
      : `; its last run was on ${earlier.lastSync.slice(0, 10)}`;
  const hint =
    plan.left > 0
      ? `to take the values of the source: ${againWith(`--own ${ownFields(plan)}`, run)}`
      : 'from now on it is kept here';
  return [{ message: `the state of this sync is lost${last}`, hint }];
}

const againWith = (option: string, { files, sync }: PlannedSync['run']) =>
  `newsletter sync ${files.map(shellWord).join(' ')} --name ${sync} ${option}, with the other options of this run`;

/** @param one what is said of one person @param several of several */
function about(
  people: Listed,
  [one, several]: readonly [string, string],
  rest: string,
  hint: string,
  more = '',
): Attention[] {
  if (people.count === 0) return [];
  const message = `${counted(people.count, `${more}person ${one}`, `${more}people ${several}`)}${rest}`;
  return [{ message, details: people.lines(mostNamed), hint }];
}

function unsurePeople({ plan: { unsure }, source: { name }, run }: PlannedSync): Attention[] {
  return about(
    unsure,
    [
      `of ${name} is not in the account, and was not created`,
      `of ${name} are not in the account, and were not created`,
    ],
    ': the state was lost, so they may have left',
    `to create them: ${againWith('--recreate', run)}; to leave them out: --suppress <file>`,
  );
}

function unmarkedPeople({ plan, source: { name }, rules, earlier }: PlannedSync): Attention[] {
  // Where its runs are known, they tell who got a status.
  if (!plan.isLost || earlier.lastSync !== undefined) return [];
  const without = `in the account without the tag ${rules.mark}`;
  return about(
    plan.unmarked,
    [`of ${name} is ${without}`, `of ${name} are ${without}`],
    `: whom this sync gave the status ${rules.missing.status} before, has it still`,
    anotherStatus,
  );
}

function keptPeople({ plan: { held }, source }: PlannedSync): Attention[] {
  const { name, doubt, validation } = source;
  if (doubt === undefined) return [];
  return about(
    held,
    [`is missing from ${name} and was kept`, `are missing from ${name} and were kept`],
    `: ${doubt.what}`,
    [doubt.hint, ...(validation.rejected > 0 ? [whereRejected(source)] : [])].join('; '),
  );
}

/** Said once: the state no longer has the columns. */
function goneColumns({ columnsGone, source: { name } }: PlannedSync): Attention[] {
  if (columnsGone.length === 0) return [];
  return [
    {
      message: `${name} has no column for ${columnsGone.join(', ')} any more: what it gave stays`,
      hint: 'if this is not meant, put the column back (said once)',
    },
  ];
}

const anotherStatus = 'to give another status: newsletter subscribers update <address> --status <status>';

/** People who came back with the status that the sync gave them, and people marked whom it did not create. */
function markedPeople({ plan, rules }: PlannedSync): Attention[] {
  const { returned, returnedStatus: status, newlyMarked } = plan;
  const marked = 'marked in the source as not to be emailed, and still emailed';
  const more = plan.stillEmailed.count > newlyMarked.count ? 'more ' : '';
  return [
    ...about(
      returned,
      ['is in the source again, and stays', 'are in the source again, and stay'],
      ` ${status}: this sync gave the status ${status}`,
      anotherStatus,
    ),
    ...about(
      newlyMarked,
      [`is ${marked}`, `are ${marked}`],
      ': this sync did not create them',
      toUnsubscribe(rules),
      more,
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
