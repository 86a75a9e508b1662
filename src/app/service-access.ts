import type { SessionSources } from '../auth/credentials/store.ts';
import type { Context, ServiceAccess } from '../context.ts';
import type { Account } from '../contract/index.ts';
import type { Api, ApiOptions, Credentials, HttpOptions } from '../http/api.ts';
import type { Rails, RailValues } from '../http/rails.ts';
import type { Profile } from '../settings/profiles.ts';
import type { Settings } from '../settings/resolve.ts';
import { railNames } from '../settings/schema.ts';

export interface Closeable {
  close(): Promise<void>;
}

type Connection = Pick<ApiOptions, 'credentials' | 'beforeRequest' | 'rate' | 'rails'>;

/**
 * Access to the settings and the service for one profile. Everything is loaded on first use. Its members are fields, as
 * they become members of the run's context.
 */
export class RunAccess implements ServiceAccess {
  readonly #context: () => Context;
  readonly #opened: Closeable[];
  readonly #files: string[] = [];
  #settings: Promise<Settings> | undefined;
  #api: Promise<Api> | undefined;
  /** The client whose requests are not aborted by the first Ctrl-C. */
  #lasting: Promise<Api> | undefined;
  #account: Promise<Account> | undefined;
  #checked: Promise<void> | undefined;
  /** One for all clients of the run: it counts. */
  #rails: Rails | undefined;

  /**
   * @param context called on first use only: this becomes part of that context
   * @param opened collects what must be closed when the run ends
   */
  constructor(context: () => Context, opened: Closeable[]) {
    this.#context = context;
    this.#opened = opened;
  }

  readonly settings = () => {
    this.#settings ??= this.settingsFor({});
    return this.#settings;
  };

  readonly settingsFor: ServiceAccess['settingsFor'] = async ({ flags, creating = false }) => {
    const { options, environment, configDir, workingFolder } = this.#context();
    const { resolveSettings } = await import('../settings/resolve.ts');
    const all = { ...options, ...flags };
    return resolveSettings({
      flags: all,
      environment,
      configDir,
      workingFolder,
      creating,
      files: this.#files,
    });
  };

  readonly touches = (file: string) => void this.#files.push(file);

  readonly baseUrl = async () => {
    const chosen = await this.settings();
    const baseUrl = chosen.get('base-url');
    if (baseUrl !== undefined) return baseUrl;
    const { createSession, notSignedIn } = await import('../auth/session.ts');
    const sources = this.sessionSources(chosen);
    // With neither address nor credentials, what helps is to sign in, which asks for both.
    if ((await createSession(sources).signIn()) === undefined) throw notSignedIn(sources);
    return chosen.need('base-url');
  };

  readonly api = (end?: AbortSignal, rate?: number) => {
    if (end === undefined) {
      this.#api ??= this.#lasting ?? this.#open();
      return this.#api;
    }
    this.#lasting ??= this.#open(end, rate);
    return this.#lasting;
  };

  readonly sessionSources = (chosen: Settings): SessionSources => {
    const context = this.#context();
    const { terminal, environment, configDir, interrupted, clock } = context;
    return {
      settings: chosen,
      environment,
      configDir,
      clock,
      unbroken: work => context.unbroken(work),
      interactive: terminal.interactive,
      warn: message => terminal.warn(message),
      note: message => terminal.note(message),
      http: httpOptions(context, chosen, interrupted),
    };
  };

  readonly connect = async (chosen: Settings, credentials: Credentials) =>
    await this.#connect(chosen, { credentials, rails: await railsOf(chosen) });

  readonly refusal = () => this.#rails?.refusal;

  readonly anyAccount = () => {
    this.#account ??= this.#readAccount();
    return this.#account;
  };

  readonly account = async () => {
    const [found, chosen] = [await this.anyAccount(), await this.settings()];
    if (chosen.expectedAccounts().length === 0) return found;
    const { checkExpectedAccount } = await import('../auth/account.ts');
    checkExpectedAccount(found, this.sessionSources(chosen));
    return found;
  };

  readonly beforeWrite = () => {
    this.#checked ??= this.#checkBeforeWrite();
    return this.#checked;
  };

  async #open(end?: AbortSignal, rate?: number): Promise<Api> {
    const chosen = await this.settings();
    const { createSession } = await import('../auth/session.ts');
    const { credentials } = createSession(this.sessionSources(chosen));
    await this.baseUrl();
    const isRailed = (await this.#othersWithRails()).length > 0;
    const beforeRequest = accountCheck(chosen, this.account, isRailed);
    this.#rails ??= await railsOf(chosen, isRailed);
    return await this.#connect(chosen, { credentials, beforeRequest, rate, rails: this.#rails }, end);
  }

  /** @param end aborts its requests; by default the first Ctrl-C does */
  async #connect(
    settings: Settings,
    connection: Connection,
    end = this.#context().interrupted,
  ): Promise<Api> {
    const { createApi } = await import('../http/client.ts');
    const api = createApi({
      ...httpOptions(this.#context(), settings, end),
      ...connection,
      baseUrl: settings.need('base-url'),
      pageParam: settings.get('page-param'),
      perPageParam: settings.get('per-page-param'),
    });
    this.#opened.push(api);
    return api;
  }

  async #readAccount(): Promise<Account> {
    const account = await (await this.api()).call('getAccount', {});
    const chosen = await this.settings();
    const { accountIdInProfile } = await import('../settings/profiles.ts');
    // Rails of a profile hold for its account, too, when a key in the environment or another profile is used for it.
    for (const [profile, { [accountIdInProfile]: id }] of await this.#othersWithRails()) {
      if (this.#rails === undefined || id !== String(account.id)) continue;
      const settings = await this.settingsFor({ flags: { profile, baseUrl: chosen.get('base-url') } });
      this.#rails.values = await strictest(this.#rails.values, railValues(settings));
    }
    return account;
  }

  async #checkBeforeWrite(): Promise<void> {
    const context = this.#context();
    const { checkAccount, checkAccountIsNamed } = await import('../cli/account-check.ts');
    await checkAccountIsNamed(context);
    if (!context.options.dryRun) {
      if ((await this.#othersWithRails()).length > 0) await this.account();
      (await this.api()).limits.rails?.checkWrite(context.leastAllowed);
    }
    await checkAccount(context);
  }

  /** Other profiles with rails: the account may be that of one of them. `sandbox exec` is exempt. */
  async #othersWithRails(): Promise<readonly (readonly [name: string, profile: Profile])[]> {
    const settings = await this.settings();
    const { readConfig } = await import('../settings/profiles.ts');
    const { isOwnSandbox } = await import('../settings/own-sandbox.ts');
    if (isOwnSandbox(settings.get('base-url'))) return [];
    const isOther = (name: string) => name !== settings.profile || settings.profileOrigin === 'none';
    return Object.entries(readConfig(this.#context().configDir).profiles).filter(
      ([name, profile]) => isOther(name) && railNames.some(rail => profile[rail] !== undefined),
    );
  }
}

/** @returns undefined if nothing limits the run @param mayGetMore once the account is known */
async function railsOf(settings: Settings, mayGetMore = false): Promise<Rails | undefined> {
  const values = railValues(settings);
  if (Object.keys(values).length === 0 && !mayGetMore) return undefined;
  const { Rails } = await import('../http/rails.ts');
  return new Rails(values);
}

function railValues(settings: Settings): RailValues {
  const values = railNames.flatMap(name => {
    const value = settings.get(name);
    return value === undefined ? [] : [[name, { value, from: settings.setBy(name) }]];
  });
  return Object.fromEntries(values) as RailValues;
}

async function strictest(one: RailValues, other: RailValues): Promise<RailValues> {
  const { isLooser } = await import('../settings/resolve.ts');
  const stricter = railNames.filter(name => {
    const value = other[name]?.value;
    return value !== undefined && isLooser(name, one[name]?.value, value);
  });
  return { ...one, ...Object.fromEntries(stricter.map(name => [name, other[name]])) };
}

function httpOptions(
  { terminal, environment, options, version, clock }: Context,
  settings: Settings,
  signal: AbortSignal,
): HttpOptions {
  return {
    timeout: settings.get('timeout'),
    retries: settings.get('retries'),
    maxWait: settings.get('max-wait'),
    environment,
    userAgent: `newsletter-cli/${version}`,
    signal,
    clock,
    log: options.verbose ? line => terminal.show(line) : undefined,
    onWait: message => terminal.note(message),
  };
}

/**
 * If an account is expected, makes each request wait until the account has been checked; if it may have rails, each that
 * may write.
 */
function accountCheck(
  settings: Settings,
  account: () => Promise<Account>,
  mayHaveRails: boolean,
): ApiOptions['beforeRequest'] {
  const isExpected = settings.expectedAccounts().length > 0;
  if (!isExpected && !mayHaveRails) return undefined;
  return async endpoint => {
    // The check is itself a GET /v1/account: that request must not wait for its own response.
    if (endpoint === 'getAccount') return;
    if (!isExpected && endpoint !== undefined && /^(?:get|list)/.test(endpoint)) return;
    await account();
  };
}
