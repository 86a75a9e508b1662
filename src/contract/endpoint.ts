import type { Fields } from './schema.ts';

/**
 * How a request may be repeated when its outcome is unknown or the service is busy.
 *
 * - `read`: repeating changes nothing.
 * - `upsert`: repeating gives the same state.
 * - `once`: creates or sends; repeated only when the service certainly did not process it.
 */
export type Repeat = 'read' | 'upsert' | 'once';

export type Method = 'GET' | 'POST' | 'PATCH';

/** One resource: its fields, and the columns a table shows by default. */
export interface Resource {
  /** The service's own word, singular. */
  readonly name: string;
  readonly fields: Fields;
  /** Default table columns, chosen for reading. */
  readonly columns: readonly string[];
}

/** One row of the document's endpoint table. */
export interface Endpoint {
  readonly method: Method;
  /** Relative to the base URL; `{id}` is the one path parameter there is. */
  readonly path: string;
  /** Writable fields of the JSON body; absent when the endpoint takes none. */
  readonly body?: Fields;
  /** The resource in the answer. */
  readonly answer: Resource;
  /** Whether the answer is a page envelope of that resource instead of a single one. */
  readonly page?: true;
  readonly repeat: Repeat;
}
