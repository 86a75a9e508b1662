import type { ArgumentsOf, EndpointName, ListName, RecordIn } from '../../contract/index.ts';
import { Refusal } from '../http/error.ts';
import type { World } from '../store/context.ts';

/** One record, with the HTTP status of the answer. */
export interface Reply<T> {
  readonly status: 200 | 201 | 202;
  readonly record: T;
}

/** A list that has not been cut into pages yet. */
export interface Listing<T> {
  readonly total: number;
  /** @returns the records from `start` up to, not including, `end` */
  slice(start: number, end: number): readonly T[];
}

/** What an endpoint does: takes the checked path id and body, changes the world, answers. @throws Refusal */
type Handler<N extends EndpointName> = (
  world: World,
  args: ArgumentsOf<N>,
) => N extends ListName ? Listing<RecordIn<N>> : Reply<RecordIn<N>>;

/** One handler for every endpoint of the contract: leaving one out does not compile. */
export type Handlers = { readonly [N in EndpointName]: Handler<N> };

/**
 * @param records all there are, oldest first
 * @param show makes the answer for the record at a place
 */
export function listing<S, T>(
  records: readonly S[],
  show: (record: S, place: number) => T,
  order: 'oldest first' | 'newest first',
): Listing<T> {
  const total = records.length;
  const cut = (from: number, to: number) =>
    records.slice(from, to).map((record, i) => show(record, from + i));
  return {
    total,
    slice: (start, end) =>
      order === 'oldest first'
        ? cut(start, end)
        : cut(Math.max(0, total - end), Math.max(0, total - start)).reverse(),
  };
}

/**
 * @returns the record with that id, and its place
 * @throws Refusal 404
 */
export function recordWith<K extends 'tags' | 'fields' | 'groups' | 'emails' | 'imports' | 'subscribers'>(
  world: World,
  kind: K,
  id: string,
): { place: number; record: World['state'][K][number] } {
  const place = world.ids[kind].placeOf(id);
  const record = place === undefined ? undefined : world.state[kind][place];
  if (place === undefined || record === undefined) {
    throw new Refusal(404, `No ${words[kind]} has the id ${id}.`);
  }
  return { place, record };
}

const words = {
  tags: 'tag',
  fields: 'field',
  groups: 'group',
  emails: 'email',
  imports: 'subscriber import',
  subscribers: 'subscriber',
} as const;

/** @returns milliseconds since 1970 as the document's date-time: ISO 8601, UTC */
export const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The same, for a field that may be null. */
export const timeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : time(milliseconds);
