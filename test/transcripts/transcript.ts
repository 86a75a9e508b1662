/** The form of a transcript: a request and its response, typed in from service.txt, nothing of it from the contract. */

/** A record that exists in the service, found by a request: the first listed (that matches), or a new one. */
export interface Existing {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly where?: Readonly<Record<string, unknown>>;
}

/** What the table of a resource in service.txt says beyond the names of the fields and an example of each. */
export interface ResourceTable {
  readonly nullable: readonly string[];
  readonly enumerations: Readonly<Record<string, readonly string[]>>;
}

export interface Transcript {
  readonly method: string;
  /** As in service.txt, "Endpoints". */
  readonly path: string;
  /** With every body field that service.txt names for the endpoint. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly resource: ResourceTable;
  /** One record with every field, or a page of one. */
  readonly response: Readonly<Record<string, unknown>>;
  /** Where the ids come from when the request is sent: `id` of the path, others of the body. */
  readonly ids?: Readonly<Record<string, Existing>>;
}
