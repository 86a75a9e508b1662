/** How an exchange is written down here. Everything is typed in from service.txt, nothing from the contract. */

/** A record that exists in the service, found by a request: the first listed (that matches), or a new one. */
export interface Existing {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly where?: Readonly<Record<string, unknown>>;
}

/** What the document's table says of a resource beyond its field names and an example of each. */
export interface ResourceTable {
  readonly nullable: readonly string[];
  readonly enumerations: Readonly<Record<string, readonly string[]>>;
}

export interface Exchange {
  readonly method: string;
  /** As in the document's endpoint table. */
  readonly path: string;
  /** With every body field the document names for the endpoint. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly resource: ResourceTable;
  /** One record with every field, or a page of one. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** Where the ids come from when the exchange is performed: `id` of the path, others of the body. */
  readonly ids?: Readonly<Record<string, Existing>>;
}
