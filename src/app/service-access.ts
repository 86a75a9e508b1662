import type { Context, ServiceAccess } from '../context.ts';
import type { Account } from '../contract/index.ts';
import type { Api, ApiOptions, Credentials, HttpOptions } from '../http/api.ts';
import { isLoopback } from '../lib/loopback.ts';
import type { Settings } from '../settings/schema.ts';

export interface Closeable {
  close(): Promise<void>;
}

/**
 * What a run uses of settings and the service: for its own profile, or for one of several. Everything is loaded when it
 * is first used.
 *
 * @param context called only when something is used, because the result becomes part of the context
 * @param opened takes what is to be closed when the run ends
 */
export function serviceAccess(context: () => Context, opened: Closeable[]): ServiceAccess {
  let settings: Promise<Settings> | undefined;
  let api: Promise<Api> | undefined;
  let account: Promise<Account> | undefined;
  let checked: Promise<void> | undefined;

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
      });
    },
    api(end) {
      api ??= access.settings().then(async chosen => {
        const { createSession } = await import('../auth/session.ts');
        const { credentials } = createSession(access.sessionSources(chosen));
        return await connect(chosen, credentials, end, {
          beforeRequest: accountCheck(chosen),
          onResponse: await nameRecording(chosen),
        });
      });
      return api;
    },
    sessionSources(chosen) {
      const { terminal, environment, configDir, interrupted } = context();
      return {
        settings: chosen,
        environment,
        configDir,
        warn: message => terminal.warn(message),
        note: message => terminal.note(message),
        http: httpOptions(context(), chosen, interrupted),
      };
    },
    connect: (chosen, credentials, end) => connect(chosen, credentials, end),
    account() {
      account ??= readAccount();
      return account;
    },
    beforeWrite() {
      checked ??= import('../cli/account-check.ts').then(({ checkAccount }) => checkAccount(context()));
      return checked;
    },
  };

  async function connect(
    chosen: Settings,
    credentials: Credentials,
    end: AbortSignal = context().interrupted,
    hooks: Pick<ApiOptions, 'beforeRequest' | 'onResponse'> = {},
  ): Promise<Api> {
    const { createApi } = await import('../http/client.ts');
    const connected = createApi({
      ...httpOptions(context(), chosen, end),
      ...hooks,
      baseUrl: chosen.need('base-url'),
      credentials,
      pageParam: chosen.get('page-param'),
      perPageParam: chosen.get('per-page-param'),
    });
    opened.push(connected);
    return connected;
  }

  /** The client's hook that holds requests back until the expected account is known to be the right one. */
  function accountCheck(chosen: Settings): ApiOptions['beforeRequest'] {
    if (chosen.get('expect-account') === undefined) return undefined;
    // The check is itself a GET /v1/account: that request must not wait for its own response.
    return async endpoint => endpoint !== 'getAccount' && (await access.account());
  }

  /**
   * The client's hook that keeps names for completion, which are written when the run ends. None in CI, where nobody
   * types, and none for a service that was started for one command (`sandbox exec`).
   */
  async function nameRecording(chosen: Settings): Promise<ApiOptions['onResponse']> {
    const { environment, configDir } = context();
    if (environment.CI) return undefined;
    const [{ recordNames }, { keyInForce }] = await Promise.all([
      import('../completion/record-names.ts'),
      import('../auth/session.ts'),
    ]);
    const profile = keyInForce(chosen, environment) ? undefined : chosen.profile;
    const baseUrl = chosen.need('base-url');
    if (profile === undefined && isLoopback(new URL(baseUrl).hostname)) return undefined;
    const recorder = recordNames();
    const close = async () => {
      if (!recorder.hasNames()) return;
      const { rememberNames } = await import('../completion/name-cache.ts');
      rememberNames(configDir, { profile, baseUrl }, recorder.mergedInto);
    };
    opened.push({ close });
    return recorder.onResponse;
  }

  async function readAccount(): Promise<Account> {
    const found = await (await access.api()).call('getAccount', {});
    const chosen = await access.settings();
    if (chosen.get('expect-account') !== undefined) {
      const { checkExpected } = await import('../auth/expected-account.ts');
      checkExpected(found, { settings: chosen, environment: context().environment });
    }
    return found;
  }

  return access;
}

function httpOptions(
  { terminal, environment, options, version }: Context,
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
    log: options.verbose ? line => terminal.show(line) : undefined,
    onWait: message => terminal.note(message),
  };
}
