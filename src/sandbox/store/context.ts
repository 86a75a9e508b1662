import type { ResolvedOptions } from '../options.ts';
import type { SubscriberIndex } from '../resources/subscriber-index.ts';
import { RecordIds } from './ids.ts';
import type { SandboxState } from './state.ts';

/** The kinds of records that have ids. */
export type RecordKind = 'tags' | 'fields' | 'groups' | 'emails' | 'imports' | 'subscribers';

export interface SandboxContext {
  readonly options: ResolvedOptions;
  readonly state: SandboxState;
  /** Over `state.subscribers`, which only the index may change. */
  readonly subscriberIndex: SubscriberIndex;
  readonly ids: Readonly<Record<RecordKind, RecordIds>>;
}

/** The ids of all records, computed from the seed. */
export function createIds(seed: number): SandboxContext['ids'] {
  return {
    tags: new RecordIds(seed, 1),
    fields: new RecordIds(seed, 2),
    groups: new RecordIds(seed, 3),
    emails: new RecordIds(seed, 4),
    imports: new RecordIds(seed, 5),
    subscribers: new RecordIds(seed, 6),
  };
}
