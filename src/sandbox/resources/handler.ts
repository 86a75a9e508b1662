import type { ArgumentsOf, EndpointName, ListName, RecordIn } from '../../contract/index.ts';
import { HttpError } from '../http/error.ts';
import type { RecordKind, SandboxContext } from '../store/context.ts';
import type { SandboxState } from '../store/state.ts';

/** One record, and the HTTP status of the response. */
export interface RecordResult<T> {
  readonly status: 200 | 201 | 202;
  readonly record: T;
}

/** A list of which only the requested page is made. */
export interface RecordList<T> {
  readonly total: number;
  /** The records from `start` up to, but not including, `end`. */
  slice(start: number, end: number): readonly T[];
}

/** Gets the id of the path and the checked body. @throws HttpError */
type Handler<N extends EndpointName> = (
  context: SandboxContext,
  args: ArgumentsOf<N>,
) => N extends ListName ? RecordList<RecordIn<N>> : RecordResult<RecordIn<N>>;

/** A handler for every endpoint of the contract: leaving one out does not compile. */
export type Handlers = { readonly [N in EndpointName]: Handler<N> };

/** @param records the oldest first @param show makes the JSON of the record at `index` */
export function recordList<S, T>(
  context: SandboxContext,
  records: readonly S[],
  show: (context: SandboxContext, record: S, index: number) => T,
  order: 'oldest first' | 'newest first',
): RecordList<T> {
  const total = records.length;
  const shown = (from: number, to: number) =>
    records.slice(from, to).map((record, i) => show(context, record, from + i));
  return {
    total,
    slice: (start, end) =>
      order === 'oldest first'
        ? shown(start, end)
        : shown(Math.max(0, total - end), Math.max(0, total - start)).reverse(),
  };
}

/** @throws HttpError 404 */
export function findRecord<K extends RecordKind>(
  context: SandboxContext,
  kind: K,
  id: string,
): { index: number; record: SandboxState[K][number] } {
  const index = context.ids[kind].indexOf(id);
  const record = index === undefined ? undefined : context.state[kind][index];
  if (index === undefined || record === undefined) {
    throw new HttpError(404, `No ${singular[kind]} has the id ${id}.`);
  }
  return { index, record };
}

const singular: Readonly<Record<RecordKind, string>> = {
  tags: 'tag',
  fields: 'field',
  groups: 'group',
  emails: 'email',
  imports: 'subscriber import',
  subscribers: 'subscriber',
};

/** Milliseconds since 1970 as service.txt writes times: ISO 8601, UTC. */
export function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : time(milliseconds);
}
