import type { Context, ServiceAccess } from '../context.ts';
import type { Account } from '../contract/index.ts';
import type { Api, ApiOptions, HttpOptions } from '../http/api.ts';
import type { Rails, RailValues } from '../http/rails.ts';
import type { Settings } from '../settings/resolve.ts';
import { railNames } from '../settings/schema.ts';

export interface Closeable {
  close(): Promise<void>;
}

/** @param end aborts its requests; by default the first Ctrl-C does */
type Connection = Pick<ApiOptions, 'credentials' | 'beforeRequest' | 'rate' | 'rails'> & {
  readonly end?: AbortSignal | undefined;
};

/**
 * Access to the settings and the service for one profile. Everything is loaded on first use.
 *
 * @param context called on first use only: the returned object becomes part of that context
 * @param opened collects what must be closed when the run ends
 */
export function serviceAccess(context: () => Context, opened: Closeable[]): ServiceAccess {
  let settings: Promise<Settings> | undefined;
  let api: Promise<Api> | undefined;
  /** The client whose requests are not aborted by the first Ctrl-C. */
  let lasting: Promise<Api> | undefined;
  let account: Promise<Account> | undefined;
  let checked: Promise<void> | undefined;
  const files: string[] = [];
  /** One for all clients of the run: it counts. */
  let rails: Rails | undefined;
  const open = async (end?: AbortSignal, rate?: number) => {
    const chosen = await access.settings();
    const { createSession } = await import('../auth/session.ts');
    const { credentials } = createSession(access.sessionSources(chosen));
    await access.baseUrl();
    const railed = await othersWithRails(context().configDir, chosen);
    const beforeRequest = accountCheck(chosen, access.account, railed.length > 0);
    rails ??= await railsOf(chosen, railed.length > 0);
    return await connect(context(), opened, chosen, {
      credentials,
      end,
      beforeRequest,
      rate,
      rails,
    });
  };
  const checkBeforeWrite = async () => {
    const { checkAccount, checkAccountIsNamed } = await import('../cli/account-check.ts');
    await checkAccountIsNamed(context());
    if (!context().options.dryRun) {
      if ((await othersWithRails(context().configDir, await access.settings())).length > 0)
        await access.account();
      (await access.api()).limits.rails?.checkWrite(context().leastAllowed);
    }
    await checkAccount(context());
  };
  /** Rails of a profile hold for its account, too, when a key in the environment or another profile is used for it. */
  const holdRailsOf = async ({ id }: Account) => {
    const chosen = await access.settings();
    const { accountIdInProfile, readConfig } = await import('../settings/profiles.ts');
    const { profiles } = readConfig(context().configDir);
    for (const profile of await othersWithRails(context().configDir, chosen)) {
      if (rails === undefined || profiles[profile]?.[accountIdInProfile] !== String(id)) continue;
      const settings = await access.settingsFor({ flags: { profile, baseUrl: chosen.get('base-url') } });
      rails.values = await strictest(rails.values, railValues(settings));
    }
  };
  const access: ServiceAccess = {
    settings() {
      settings ??= access.settingsFor({});
      return settings;
    },
    async settingsFor({ flags, creating = false }) {
      const { options, environment, configDir, workingFolder } = context();
      const { resolveSettings } = await import('../settings/resolve.ts');
      return resolveSettings({
        flags: { ...options, ...flags },
        environment,
        configDir,
        workingFolder,
        creating,
        files,
      });
    },
    touches: file => void files.push(file),
    async baseUrl() {
      const chosen = await access.settings();
      const baseUrl = chosen.get('base-url');
      if (baseUrl !== undefined) return baseUrl;
      const { createSession, notSignedIn } = await import('../auth/session.ts');
      const sources = access.sessionSources(chosen);
      // With neither address nor credentials, what helps is to sign in, which asks for both.
      if ((await createSession(sources).signIn()) === undefined) throw notSignedIn(sources);
      return chosen.need('base-url');
    },
    api(end, rate) {
      if (end === undefined) {
        api ??= lasting ?? open();
        return api;
      }
      lasting ??= open(end, rate);
      return lasting;
    },
    sessionSources: chosen => sessionSources(context(), chosen),
    connect: async (chosen, credentials) =>
      await connect(context(), opened, chosen, { credentials, rails: await railsOf(chosen) }),
    refusal: () => rails?.refusal,
    anyAccount() {
      account ??= access.api().then(async client => {
        const found = await client.call('getAccount', {});
        await holdRailsOf(found);
        return found;
      });
      return account;
    },
    async account() {
      const [found, chosen] = [await access.anyAccount(), await access.settings()];
      if (chosen.expectedAccounts().length === 0) return found;
      const { checkExpectedAccount } = await import('../auth/account.ts');
      checkExpectedAccount(found, access.sessionSources(chosen));
      return found;
    },
    beforeWrite() {
      checked ??= checkBeforeWrite();
      return checked;
    },
  };
  return access;
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

/** Other profiles with rails: the account may be that of one of them. `sandbox exec` is exempt. */
async function othersWithRails(configDir: string, settings: Settings): Promise<readonly string[]> {
  const [{ readConfig }, { isOwnSandbox }] = await Promise.all([
    import('../settings/profiles.ts'),
    import('../settings/own-sandbox.ts'),
  ]);
  if (isOwnSandbox(settings.get('base-url'))) return [];
  return Object.entries(readConfig(configDir).profiles).flatMap(([name, profile]) =>
    (name !== settings.profile || settings.profileOrigin === 'none') &&
    railNames.some(rail => profile[rail] !== undefined)
      ? [name]
      : [],
  );
}

function sessionSources(context: Context, settings: Settings): ReturnType<ServiceAccess['sessionSources']> {
  const { terminal, environment, configDir, interrupted, clock } = context;
  return {
    settings,
    environment,
    configDir,
    clock,
    unbroken: work => context.unbroken(work),
    interactive: terminal.interactive,
    warn: message => terminal.warn(message),
    note: message => terminal.note(message),
    http: httpOptions(context, settings, interrupted),
  };
}

async function connect(
  context: Context,
  opened: Closeable[],
  settings: Settings,
  { end = context.interrupted, ...connection }: Connection,
): Promise<Api> {
  const { createApi } = await import('../http/client.ts');
  const api = createApi({
    ...httpOptions(context, settings, end),
    ...connection,
    baseUrl: settings.need('base-url'),
    pageParam: settings.get('page-param'),
    perPageParam: settings.get('per-page-param'),
  });
  opened.push(api);
  return api;
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
  let checked: Promise<Account> | undefined;
  return async endpoint => {
    // The check is itself a GET /v1/account: that request must not wait for its own response.
    if (endpoint === 'getAccount') return;
    if (!isExpected && endpoint !== undefined && /^(?:get|list)/.test(endpoint)) return;
    checked ??= account();
    await checked;
  };
}
