/** What a sandbox can be told, and what it tells back. Every option is a plain value with a default. */
export interface SandboxOptions {
  /** TCP port on 127.0.0.1; 0 takes any free one (default). */
  readonly port?: number | undefined;
  /** Keeps everything between runs in this file; it is made when it does not exist. */
  readonly dataFile?: string | undefined;
  /** How many subscribers a new sandbox starts with; 240 unless said. Ignored when `dataFile` exists. */
  readonly subscribers?: number | undefined;
  /** Milliseconds that every answer takes longer. */
  readonly latency?: number | undefined;
  /** Records on a page, both when not asked for and at the most; 50 and 500 unless said. */
  readonly pageSize?: number | undefined;
  /** Most rows that one import takes; more are refused with 413. 10,000 unless said. */
  readonly maxImport?: number | undefined;
  /** REST requests answered in one second; the others get 429 with Retry-After. No limit unless said. */
  readonly rateLimit?: number | undefined;
  /** Share of REST requests (0 to 1) that fail: 500, 503 with or without Retry-After, or a cut connection. */
  readonly failRate?: number | undefined;
  /** Seconds that an import job takes; with 0 (default) it is done after two polls. */
  readonly importSeconds?: number | undefined;
  /** Seconds from "send" to the last delivery; 5 unless said. */
  readonly sendSeconds?: number | undefined;
  /** Life of an access token in seconds; 7200 unless said. */
  readonly tokenSeconds?: number | undefined;
  /** The personal API key; a new readable one unless said. */
  readonly apiKey?: string | undefined;
  /** Registered redirect URIs beside the fixed ones. */
  readonly redirectUris?: readonly string[] | undefined;
  /** Makes the seeded data and the failures repeatable. */
  readonly seed?: number | undefined;
  /** The time in milliseconds; for tests that must not wait. */
  readonly clock?: (() => number) | undefined;
}

export interface Sandbox {
  /** The document's {base_url}, without a slash at the end. */
  readonly baseUrl: string;
  /** The document's {auth_url}: the same server. */
  readonly authUrl: string;
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  /** How many requests came in, by "METHOD /path/{id}"; paths that do not exist count as "METHOD (unknown)". */
  requests(): Readonly<Record<string, number>>;
  /** Stops listening, cuts what is open, and saves the data file. @throws Failure write_failed */
  close(): Promise<void>;
}

/** The options with their defaults: what the rest of the sandbox reads. */
export interface Rules {
  readonly latency: number;
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
  readonly maxImport: number;
  readonly rateLimit: number;
  readonly failRate: number;
  readonly importSeconds: number;
  readonly sendSeconds: number;
  readonly tokenSeconds: number;
  readonly clock: () => number;
}

/** @returns the rules that `options` make, each with its default where nothing is said */
export function rulesOf(options: SandboxOptions): Rules {
  return {
    latency: options.latency ?? 0,
    defaultPageSize: options.pageSize ?? 50,
    maxPageSize: options.pageSize ?? 500,
    maxImport: options.maxImport ?? 10_000,
    rateLimit: options.rateLimit ?? Number.POSITIVE_INFINITY,
    failRate: options.failRate ?? 0,
    importSeconds: options.importSeconds ?? 0,
    sendSeconds: options.sendSeconds ?? 5,
    tokenSeconds: options.tokenSeconds ?? 7200,
    clock: options.clock ?? Date.now,
  };
}
