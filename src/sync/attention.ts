/** What a person has to look at after a complete sync. */
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { counted } from '../terminal/numbers.ts';
import type { Listed } from './plan.ts';
import { listed, ownFields, type PlannedSync } from './text.ts';

/** What the warning after a complete sync says of one thing. */
interface Attention {
  readonly message: string;
  readonly details?: readonly string[];
  readonly hint: string;
}

/** The warning after a complete sync: its state was lost, people were kept or stay unsubscribed, rows were rejected. */
export function attentionTo(planned: PlannedSync, allowRejects: boolean): Failure | undefined {
  const [first, ...others] = [
    ...lostState(planned),
    ...unsurePeople(planned),
    ...keptPeople(planned),
    ...markedPeople(planned),
    ...(allowRejects || planned.plan.held > 0 ? [] : rejectedRows(planned)),
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
  const { left, counts } = plan;
  const last =
    earlier.lastSync === undefined
      ? ', or on another machine'
      : `; its last run was on ${earlier.lastSync.slice(0, 10)}`;
  const people = (count: number, what: string) =>
    count > 0 ? [`${counted(count, 'person', 'people')} ${what}`] : [];
  return [
    {
      message: `the state of this sync is lost${last}`,
      details: [
        ...people(left, 'left as the account has them'),
        ...people(counts.missing, 'removed, known by their mark'),
      ],
      hint:
        left > 0
          ? `to take the values of the source: ${againWith(`--own ${ownFields(plan)}`, run)}`
          : 'from now on it is kept here',
    },
  ];
}

function unsurePeople({ plan: { unsure }, source, run }: PlannedSync): Attention[] {
  if (unsure.count === 0) return [];
  const [are, were] = unsure.count === 1 ? ['is', 'was'] : ['are', 'were'];
  return [
    {
      message: `${counted(unsure.count, 'person', 'people')} of ${source.name} ${are} not in the account, and ${were} not created: the state was lost, so they may have left`,
      details: listed(unsure),
      hint: `to create them: ${againWith('--recreate', run)}; to leave them out: --suppress <file>`,
    },
  ];
}

const againWith = (option: string, { files, sync }: PlannedSync['run']) =>
  `newsletter sync ${files.map(shellWord).join(' ')} --name ${sync} ${option}, with the other options of this run`;

function keptPeople({ plan: { held }, source }: PlannedSync): Attention[] {
  const { name, doubt, rejected } = source;
  if (held === 0 || doubt === undefined) return [];
  const were = held === 1 ? 'was' : 'were';
  return [
    {
      message: `${counted(held, 'person is', 'people are')} missing from ${name} and ${were} kept: ${doubt.what}`,
      hint: [doubt.hint, ...(rejected > 0 ? [whereRejected(source)] : [])].join('; '),
    },
  ];
}

/** People who came back with the status that the sync gave them, and people marked whom it did not create. */
function markedPeople({ plan: { returned, returnedStatus: status, withdrawn } }: PlannedSync): Attention[] {
  const of = (people: Listed, [is, are]: readonly [string, string], what: string, hint: string) =>
    people.count === 0
      ? []
      : [
          {
            message: `${counted(people.count, `person is ${is}`, `people are ${are}`)} ${what}`,
            details: listed(people),
            hint: `to ${hint}`,
          },
        ];
  const again = 'in the source again, and';
  const marked = 'marked in the source since the last run as not to be emailed, and';
  return [
    ...of(
      returned,
      [`${again} stays`, `${again} stay`],
      `${status}: this sync gave the status ${status}`,
      'give another status: newsletter subscribers update <address> --status <status>',
    ),
    ...of(
      withdrawn,
      [`${marked} was`, `${marked} were`],
      'not changed: this sync did not create them',
      'unsubscribe them (said once): newsletter subscribers update <address> --status unsubscribed',
    ),
  ];
}

function rejectedRows({ source }: PlannedSync): Attention[] {
  const { rejected, name, rejectsFile, badRows } = source;
  if (rejected === 0) return [];
  return [
    {
      message: `${counted(rejected, 'row')} of ${name} could not be read${badRows === undefined ? '' : `: ${badRows}`}`,
      hint: `${whereRejected(source)}${rejectsFile === null ? '; --allow-rejects ends with 0' : ''}`,
    },
  ];
}

const whereRejected = ({ rejectsFile }: PlannedSync['source']) =>
  rejectsFile === null ? '--rejects <file> writes them to a file' : `see ${rejectsFile}`;
