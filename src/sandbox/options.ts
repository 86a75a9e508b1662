/** Whether an import adds the tags of a row to those of an existing subscriber, or replaces them. */
export type ImportTags = 'add' | 'replace';

export interface SandboxOptions {
  /** TCP port on 127.0.0.1 (default 0: any free port). */
  readonly port?: number | undefined;
  /** A file that keeps all data between runs. It is created when it does not exist. */
  readonly dataFile?: string | undefined;
  /** How many subscribers a new account has (default 240). Ignored when `dataFile` exists. */
  readonly subscribers?: number | undefined;
  /** Milliseconds that every response is delayed. */
  readonly latency?: number | undefined;
  /** Records on a page, both the default (50) and the limit (500). */
  readonly pageSize?: number | undefined;
  /** Rows that one import takes (default 10,000); for more there is a 413. */
  readonly maxImport?: number | undefined;
  /** Default: add. */
  readonly importTags?: ImportTags | undefined;
  /** REST requests a second (default: no limit); the others get a 429 with Retry-After. */
  readonly rateLimit?: number | undefined;
  /** Share of REST requests, 0 to 1, that fail: 500, 503 with or without Retry-After, or a cut connection. */
  readonly failRate?: number | undefined;
  /** Seconds that an import job takes (default 0: it is done at the second poll). */
  readonly importSeconds?: number | undefined;
  /** Seconds that sending an email takes (default 5). */
  readonly sendSeconds?: number | undefined;
  /** Seconds that an access token is valid (default 7200). */
  readonly tokenSeconds?: number | undefined;
  /** The personal API key (default: a new one). */
  readonly apiKey?: string | undefined;
  /** Redirect URIs registered for the client, beside those that the command uses. */
  readonly redirectUris?: readonly string[] | undefined;
  /** Makes the data and the failures repeatable. */
  readonly seed?: number | undefined;
  /** Gives the time in milliseconds since 1970, for tests that do not wait. */
  readonly clock?: (() => number) | undefined;
}

export interface Sandbox {
  /** {base_url} of service.txt, without a slash at the end. */
  readonly baseUrl: string;
  /** {auth_url} of service.txt: the same server. */
  readonly authUrl: string;
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** From now on, this share of REST requests fails. */
  fail(share: number): void;
  /** How many requests came in, by "METHOD /path/{id}"; for unknown paths, "METHOD (unknown)". */
  requests(): Readonly<Record<string, number>>;
  /** Stops listening, closes every connection, and saves the data file. @throws Failure write_failed */
  close(): Promise<void>;
}

const defaults = {
  latency: 0,
  maxImport: 10_000,
  importTags: 'add' as ImportTags,
  rateLimit: Number.POSITIVE_INFINITY,
  failRate: 0,
  importSeconds: 0,
  sendSeconds: 5,
  tokenSeconds: 7200,
  clock: () => Date.now(),
};

/** The options that the handlers read, each with a value. */
export interface ResolvedOptions extends Readonly<typeof defaults> {
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
}

export function resolveOptions(options: SandboxOptions): ResolvedOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    ...defaults,
    ...(Object.fromEntries(given) as Partial<typeof defaults>),
    defaultPageSize: options.pageSize ?? 50,
    maxPageSize: options.pageSize ?? 500,
  };
}
