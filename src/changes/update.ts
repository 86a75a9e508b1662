/** Changes many people. */
import type { Subscriber } from '../contract/index.ts';
import { suggestion } from '../people/filter/problem.ts';
import type { GroupDepartures } from '../people/groups/membership.ts';
import { TagCounts } from '../people/tags.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import {
  type ChangeContext,
  type ChangeResult,
  type ChangeSettings,
  type ChangeSummary,
  type ChangeWork,
  carryOut,
  inNewRun,
  summaryOf,
} from './carry-out.ts';
import { changeFor, type RequestedChanges, stepOf } from './change.ts';
import { readJournal } from './journal.ts';
import type { NewAddresses } from './plan.ts';
import { partlyDone, planText } from './report.ts';
import { runFacts } from './run-facts.ts';
import type { RunFolder } from './runs.ts';

export interface UpdateTarget {
  /** The change in words: `add tag "x"`. */
  readonly what: string;
  /** Requested people who were not found, after the whole list was read. */
  readonly missing: () => readonly string[];
  /** How many of them are therefore not as wanted. */
  readonly undone: () => number;
  /** Who gets another address. */
  readonly corrections?: Corrections | undefined;
  /** Undefined: no tag is removed. */
  readonly departures?: GroupDepartures | undefined;
  /** Of the random sample; undefined: it is none. */
  readonly seed?: string | undefined;
  /** Flags with which the same command chooses the same people again. */
  readonly sameAgain?: readonly string[] | undefined;
}

export interface Corrections {
  readonly all: NewAddresses;
  readonly of: (person: Subscriber) => string | undefined;
}

/** @throws Failure before anything is changed: declined, too_many_changes, already_running */
export async function updatePeople(
  requested: RequestedChanges,
  { what, missing, undone, corrections, departures, seed, sameAgain }: UpdateTarget,
  settings: ChangeSettings,
  context: ChangeContext,
): Promise<ChangeResult> {
  const seen = new TagCounts();
  const { remove = [] } = requested.tags;
  let place = 0;
  const workIn = (folder: RunFolder): ChangeWork<ChangeSummary> => ({
    folder,
    journal: folder.journal,
    text: planned => planText(what, planned),
    question: ({ changes }) =>
      `Change ${counted(changes, 'person', 'people')}?${requested.status === undefined ? '' : ' Undo cannot take back a status.'}`,
    soFar: ({ report, plan }) => `${grouped(report.count('changed'))} of ${grouped(plan.changes)} changed`,
    sameAgain,
    label: 'changing',
    again: againText(seed, requested, folder),
    needsWholeList: false,
    decide: person => {
      const email = corrections?.of(person);
      const change = changeFor(person, { ...requested, email }, place);
      seen.add(person.tags);
      if (change === undefined) return 'unchanged';
      place++;
      departures?.see(person, change.after);
      return stepOf(change);
    },
    missing,
    newAddresses: corrections?.all,
    plan: folder.changes,
    check: () => {
      const warnings = [...unseenTags(remove, seen), ...(departures?.warnings() ?? [])];
      for (const warning of warnings) context.terminal.warn(warning);
    },
    begin: ({ changes, statuses }) =>
      folder.save({ ...runFacts(folder, 'update', context), what, changes, statuses }),
    end: ({ report: { statuses } }) => {
      const changes = readJournal(folder.journal).done.size;
      folder.update({ ended_at: new Date().toISOString(), changes, statuses });
    },
    summary: planned => {
      const isSent = !settings.dryRun && planned.plan.changes > 0;
      return summaryOf(isSent ? folder.id : null, planned, settings.dryRun);
    },
    left: ({ failed, address_in_use }, report) =>
      partlyDone(
        report,
        [
          [failed, 'rejected by the service'],
          [address_in_use, 'whose new address another subscriber has'],
          [undone(), 'not in the account'],
        ],
        (_, why) => `not all were changed: ${why}`,
      ),
  });
  return await inNewRun(context, settings, folder => carryOut(workIn(folder), settings, context));
}

/**
 * What to type after an interruption: people already changed are as requested then. A sample is chosen from the people
 * as they were, so its changes are undone first; a status can neither be undone nor change who is chosen.
 */
function againText(seed: string | undefined, { tags, fields }: RequestedChanges, { id }: RunFolder): string {
  if (seed === undefined) return 'run the same command again';
  const { add = [], remove = [] } = tags;
  const isStatusOnly = [...add, ...remove, ...Object.keys(fields)].length === 0;
  return `${isStatusOnly ? '' : `newsletter undo ${id}, then `}run the same command again with --seed ${seed}`;
}

function unseenTags(tags: readonly string[], seen: TagCounts): string[] {
  const unseen = seen.tags.length === 0 ? [] : tags.filter(each => seen.of(each) === 0);
  return unseen.map(tag => `none of them has the tag "${tag}"${suggestion(tag, seen.tags)}`);
}
