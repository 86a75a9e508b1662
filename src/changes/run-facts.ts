/** What is kept of a run in its `run.json`. */
import type { CustomField } from '../contract/index.ts';
import type { LocalAccount } from '../people/local-account.ts';
import type { TagsRule } from '../people/tags.ts';

interface AnyRun {
  readonly id: string;
  /** The change in words: `add tag "x"`. */
  readonly what: string;
  readonly started_at: string;
  /** Null: unfinished. */
  readonly ended_at: string | null;
  readonly undone_at: string | null;
  /** Number of people who were not restored when it was undone: refused, or their earlier address was in use. */
  readonly not_restored?: number;
  /** The status that people it created got when it was undone. */
  readonly new_status?: string;
  /** Number of people who kept the status that it gave them when it was undone. */
  readonly status_kept?: number;
  readonly base_url: string;
  readonly account: string;
  readonly account_name: string;
  readonly profile: string;
  /** Number of changed people; null: not known. */
  readonly changes: number | null;
  /** Whether the service cleared fields that the changes did not name. */
  readonly clears_fields?: boolean;
}

/** `subscribers update` of many. */
export interface UpdateRun extends AnyRun {
  readonly kind: 'update';
  /** Of the changed, those who got nothing but a status, which cannot be restored. */
  readonly statuses: number;
}

export interface ImportRun extends AnyRun {
  readonly kind: 'import';
  readonly files: readonly string[];
  readonly accepted: number;
  readonly created: number | null;
  readonly updated: number | null;
  readonly unchanged: number | null;
  readonly compared: ComparedCounts | null;
  /** Why it was not compared with the account. */
  readonly not_compared: string | null;
  readonly given_tags: readonly string[];
  /** Number of tags that each row got by id. */
  readonly tag_ids: number;
  /** The observed handling of tags by the service. */
  readonly tags: TagsRule | null;
  /** Variables of the created fields, by their expected variables. */
  readonly variables: Readonly<Record<string, string>>;
}

/** How the source of a sync marks people who must not be emailed. */
export interface SourceConsent {
  /** Names of columns, one after the other in each file. */
  readonly columns: readonly string[];
  /** Those in which an empty cell is a no. */
  readonly required: readonly string[];
  /** The value of `--status-column`; false with `--no-status-column`; null: none was given. */
  readonly answer: string | false | null;
}

/** What a sync remembers of its source. */
export interface KnownSource {
  /** What it had columns for: variables, and `tags` if it ever had. */
  readonly columns: readonly string[];
  readonly consent: SourceConsent;
  /** Hashes of rows without a valid address: none that is new as long as they keep people who are missing. */
  readonly bad_rows: readonly string[];
  /** Rows that leave out a person because their consent is empty. */
  readonly blank_marks: number;
  /** People who opted out and were sent by runs that a limit stopped: they count for the limit of the next run. */
  readonly sent_early?: number;
  /** People left to send when the last run was interrupted: their changes were within the limits. */
  readonly unsent?: number;
}

/** What became of the people of a sync, in numbers. */
export const nothingDone = {
  created: 0,
  updated: 0,
  /** People who were missing from the source, and got what `--missing` says. */
  removed: 0,
  refused: 0,
  /** Of those, people who were missing from the source. */
  not_removed: 0,
  not_sent: 0,
  /** Of the removed, those who got nothing but a status, which cannot be restored. */
  statuses: 0,
};

export type SyncOutcome = Readonly<typeof nothingDone>;

export interface SyncRun extends AnyRun {
  readonly kind: 'sync';
  readonly sync: string;
  readonly files: readonly string[];
  readonly new_fields: readonly Pick<CustomField, 'name' | 'kind'>[];
  /** Variables of the created fields, by their expected variables. */
  readonly variables: Readonly<Record<string, string>>;
  readonly source: KnownSource;
  /** Whether the sync had a state when the run was planned. */
  readonly had_state: boolean;
  /** Null: not known yet. */
  readonly outcome: SyncOutcome | null;
  /** Whether the state of the sync has what became of the run. */
  readonly is_noted: boolean;
}

export type ChangeRun = UpdateRun | ImportRun | SyncRun;

/** The comparison of the account with the file before the import. */
export interface ComparedCounts {
  readonly subscribers: number;
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Number of people in the account who must not be emailed. */
  readonly left: number;
  /** Number of people whose field changes, by field. */
  readonly fields: Readonly<Record<string, number>>;
  /** Of those, people who have another value there now. */
  readonly replaced: Readonly<Record<string, number>>;
}

export const peopleSent = ({ created, updated, removed }: SyncOutcome) => created + updated + removed;

/** Number of people that a run has created; null: not known. */
export function peopleCreated(run: ChangeRun): number | null {
  if (run.kind === 'sync') return run.outcome?.created ?? null;
  return run.kind === 'import' ? run.created : 0;
}

/**
 * Number of people that a run has changed, which may be fewer than planned; null: not known.
 *
 * @param noted changes noted in its journal
 */
export function changesMade(run: ChangeRun, noted: number): number | null {
  if (run.kind === 'sync') return run.outcome && peopleSent(run.outcome);
  // Its first request may have been under way when it was killed.
  if (run.kind !== 'import') return noted === 0 && run.ended_at === null ? null : noted;
  const made = (run.created ?? 0) + (run.updated ?? 0);
  // Jobs of --no-wait may have changed people.
  return made > 0 || run.changes === 0 ? made : null;
}

/** Number of people that a run gave nothing but a status. */
export function statusesOnly(run: ChangeRun): number {
  if (run.kind === 'sync') return run.outcome?.statuses ?? 0;
  return run.kind === 'update' ? run.statuses : 0;
}

/** The account and profile of a run. */
export interface RunOwner {
  readonly account: LocalAccount;
  readonly accountName: string;
  readonly profile: string;
}

/** The facts of every run when it begins. */
export function runFacts<K extends ChangeRun['kind']>(
  { id }: { readonly id: string },
  kind: K,
  { account, accountName, profile }: RunOwner,
) {
  return {
    id,
    kind,
    started_at: new Date().toISOString(),
    ended_at: null,
    undone_at: null,
    base_url: account.baseUrl,
    account: account.id,
    account_name: accountName,
    profile,
  };
}
