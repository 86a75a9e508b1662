import type { RecordSchema } from './schema.ts';

/**
 * The class of a request: whether it may be sent again.
 *
 * - `read`: changes nothing, so it may be.
 * - `upsert`: sent twice, it leaves the same state, so it may be.
 * - `once`: creates or sends something. It is repeated only when no connection could be opened. After any answer but an
 *   accepted one, or none, its caller looks at the service's state.
 */
export type Repeat = 'read' | 'upsert' | 'once';

/** What a run may do, each level with those before it: `allow` (newsletter help environment). */
export const allowances = ['read', 'draft', 'import', 'all'] as const;
export type Allowance = (typeof allowances)[number];

export type Method = 'GET' | 'POST' | 'PATCH';

/** A kind of record: its fields, and the columns that a table shows by default. */
export interface Resource {
  /** The name that service.txt uses, singular. */
  readonly name: string;
  readonly fields: RecordSchema;
  /** Default table columns, in order. */
  readonly columns: readonly string[];
}

/** One row of the table in service.txt, "Endpoints". */
export interface Endpoint {
  readonly method: Method;
  /** Below the base URL; `{id}` is the only path parameter. */
  readonly path: string;
  /** Fields of the JSON body; absent when the endpoint takes none. */
  readonly body?: RecordSchema;
  /** What the response holds: one record of this resource, or a page of them. */
  readonly response: Resource;
  /** The response is a page (service.txt, "Page envelope"). */
  readonly page?: true;
  readonly repeat: Repeat;
  /** For requests that change something: the level of `allow` that it takes (default all). */
  readonly needs?: Exclude<Allowance, 'read'>;
}

/** One record, and a page of a list: they change nothing. */
export const read = { method: 'GET', repeat: 'read' } as const;
export const page = { ...read, page: true } as const;
/** Of people, groups, fields and tags: `save` creates a record, or updates the one that is there. */
export const create = { method: 'POST', repeat: 'once', needs: 'import' } as const;
export const save = { ...create, repeat: 'upsert' } as const;
export const change = { method: 'PATCH', repeat: 'upsert', needs: 'import' } as const;
