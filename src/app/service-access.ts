import type { Access, Context } from '../context.ts';
import type { Account } from '../contract/index.ts';
import type { Api, Credentials } from '../http/api.ts';
import type { Transport } from '../http/retrying-request.ts';
import type { Settings } from '../settings/schema.ts';

/**
 * A run's way to its settings and to the service, or that of one profile in a run over several. Costly parts are
 * loaded when first used.
 *
 * @param context asked for only when something is used: the way is part of it
 * @param opened takes the connections, to be closed at the end
 */
export function accessOf(context: () => Context, opened: Api[]): Access {
  let settings: Promise<Settings> | undefined;
  let service: Promise<Api> | undefined;
  let api: Promise<Api> | undefined;
  let account: Promise<Account> | undefined;
  let checked: Promise<void> | undefined;

  const access: Access = {
    settings() {
      settings ??= access.settingsFor({});
      return settings;
    },
    async settingsFor({ flags, creating = false }) {
      const { options, environment, folder, workingFolder } = context();
      const { resolveSettings } = await import('../settings/resolve.ts');
      return resolveSettings({
        flags: { ...options, ...flags },
        environment,
        folder,
        workingFolder,
        creating,
      });
    },
    api(end) {
      api ??= serviceForUse(end);
      return api;
    },
    sessionSources(chosen) {
      const { terminal, environment, folder, interrupted } = context();
      return {
        settings: chosen,
        environment,
        folder,
        warn: message => terminal.warn(message),
        note: message => terminal.note(message),
        transport: transport(context(), chosen, interrupted),
      };
    },
    async connect(chosen, credentials, end = context().interrupted) {
      const connected = await connect(context(), chosen, credentials, end);
      opened.push(connected);
      return connected;
    },
    account() {
      account ??= readAccount();
      return account;
    },
    beforeWrite() {
      checked ??= import('../cli/account-check.ts').then(({ checkAccount }) => checkAccount(context()));
      return checked;
    },
  };

  function open(end?: AbortSignal): Promise<Api> {
    service ??= (async () => {
      const chosen = await access.settings();
      const { createSession } = await import('../auth/session.ts');
      const { credentials } = createSession(access.sessionSources(chosen));
      return await remembering(await access.connect(chosen, credentials, end), chosen);
    })();
    return service;
  }

  /**
   * Names that pass by are kept for completion when the run ends; not in CI, where nobody types, nor those of a
   * service that was started for one command (`sandbox exec`).
   */
  async function remembering(connected: Api, chosen: Settings): Promise<Api> {
    const { environment, folder } = context();
    if (environment.CI) return connected;
    const [{ observed }, { keyInForce }, { isLoopback }] = await Promise.all([
      import('../completion/record-names.ts'),
      import('../auth/session.ts'),
      import('../http/url.ts'),
    ]);
    const profile = keyInForce(chosen, environment) ? undefined : chosen.profile;
    const baseUrl = chosen.need('base-url');
    if (profile === undefined && isLoopback(new URL(baseUrl).hostname)) return connected;
    const { api: service, seen, into } = observed(connected);
    const owner = { profile, baseUrl };
    const close = async () => {
      if (!seen()) return;
      const { rememberNames } = await import('../completion/name-cache.ts');
      rememberNames(folder, owner, into);
    };
    opened.push({ ...connected, close });
    return service;
  }

  async function serviceForUse(end: AbortSignal | undefined): Promise<Api> {
    const connected = await open(end);
    if ((await access.settings()).get('expect-account') === undefined) return connected;
    const { onceChecked } = await import('../auth/expected-account.ts');
    return onceChecked(connected, access.account);
  }

  async function readAccount(): Promise<Account> {
    const found = await (await open()).call('getAccount', {});
    const chosen = await access.settings();
    if (chosen.get('expect-account') !== undefined) {
      const { checkExpected } = await import('../auth/expected-account.ts');
      checkExpected(found, { settings: chosen, environment: context().environment });
    }
    return found;
  }

  return access;
}

async function connect(
  context: Context,
  settings: Settings,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Api> {
  const { createApi } = await import('../http/client.ts');
  return createApi({
    ...transport(context, settings, signal),
    baseUrl: settings.need('base-url'),
    credentials,
    pageParam: settings.get('page-param'),
    perPageParam: settings.get('per-page-param'),
  });
}

function transport(
  { terminal, environment, options, version }: Context,
  settings: Settings,
  signal: AbortSignal,
): Transport {
  return {
    timeout: settings.get('timeout'),
    retries: settings.get('retries'),
    maxWait: settings.get('max-wait'),
    environment,
    userAgent: `newsletter-cli/${version}`,
    signal,
    trace: options.verbose ? line => terminal.show(line) : undefined,
    waiting: message => terminal.note(message),
  };
}
