/** Facts about a run, as they are stored. */
import type { TagsRule } from '../people/tags.ts';
import type { UndoRules } from './undo-state.ts';

/** What every run has. */
interface AnyRun {
  readonly id: string;
  /** What it does, for people: `add tag "x"`. */
  readonly what: string;
  /** ISO 8601. */
  readonly started_at: string;
  /** Null: it has not come to its end. */
  readonly ended_at: string | null;
  readonly undone_at: string | null;
  readonly base_url: string;
  /** Id of the account. */
  readonly account: string;
  /** Null: written before 0.2.0. */
  readonly account_name: string | null;
  readonly profile: string | null;
  /** People whom it changes; null: not known. */
  readonly changes: number | null;
}

/** `subscribers update` of many, or `tags rename`, `merge` and `remove`. */
export interface UpdateRun extends AnyRun {
  readonly kind: 'update' | 'tags';
  /** Whether the service has cleared fields that the changes did not name. */
  readonly clears_fields?: boolean;
}

/** An import. */
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
  /** How many tags every row got by their ids. */
  readonly tag_ids: number;
  /** What the service makes of tags, as far as it was seen. */
  readonly tags: TagsRule | null;
  /** Variables of the fields that the run created, by those that it expected. */
  readonly variables: Readonly<Record<string, string>>;
}

export type ChangeRun = UpdateRun | ImportRun;

/** What the account and the file have in common, before the import. */
export interface ComparedCounts {
  readonly subscribers: number;
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  /** People who must not be emailed, and are in the account. */
  readonly left: number;
  /** People in whom a field changes, by field. */
  readonly fields: Readonly<Record<string, number>>;
}

/** Whether nothing was sent. */
export function changedNothing(run: ChangeRun): boolean {
  if (run.kind !== 'import') return run.changes === 0;
  return run.compared !== null && run.compared.new + run.compared.changed === 0;
}

/** How the changes of a run are read. */
export function rulesOf(run: ChangeRun): UndoRules {
  if (run.kind !== 'import')
    return { isWhole: false, tags: ['replace'], tagIds: 0, clearsFields: run.clears_fields === true };
  const tags = run.tags === null ? (['add', 'replace'] as const) : [run.tags];
  return { isWhole: true, tags, tagIds: run.tag_ids, clearsFields: false };
}
