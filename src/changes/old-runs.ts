/** Runs as version 0.1.0 stored them: imports and updates in separate formats. */
import type { JsonObject } from '../contract/schema.ts';
import type { Change } from './change.ts';
import type { ChangeRun } from './run.ts';

/** Folders inside the config folder. */
export const oldRoots = ['imports/runs', 'updates'] as const;

/** A line of `before.ndjson`: a person's earlier values, and the differing values that an import sent. */
export interface OldImage {
  readonly place: number;
  readonly id: string;
  readonly email: string;
  readonly fields: JsonObject;
  readonly tags: readonly string[];
  readonly sent: { readonly fields: JsonObject; readonly tags: readonly string[] };
}

export function changeOfOldImage({ place, id, email, fields, tags, sent }: OldImage): Change {
  return { place, id, email, before: { fields, tags }, after: sent };
}

export function runOfOld(stored: ChangeRun): ChangeRun {
  if ('kind' in stored) return stored;
  const run: Readonly<Record<string, unknown>> = stored;
  const { finished_at: finished = null, files } = run;
  const isImport = Array.isArray(files);
  return {
    kind: isImport ? 'import' : 'update',
    what: isImport ? files.join(', ') : '',
    ended_at: finished,
    account_name: null,
    profile: null,
    changes: null,
    ...run,
  } as unknown as ChangeRun;
}
