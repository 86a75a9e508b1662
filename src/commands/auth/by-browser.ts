/** Signing in by browser, with the app of the settings and options. */
import type { LoginResult } from '../../auth/login.ts';
import {
  flag,
  longFlag,
  negative,
  number,
  type OptionValues,
  optionGroup,
  text,
  wholeNumber,
} from '../../cli/option.ts';
import { readStdin } from '../../cli/stdin.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import type { Settings } from '../../settings/resolve.ts';
import { store } from './store.ts';

/** Seconds to wait for the browser. */
const defaultTimeout = 300;

export const options = {
  ...optionGroup('Method', {
    apiKey: flag('--api-key', 'read a personal key from a hidden prompt, or from stdin'),
    browser: negative('--no-browser', 'print the sign-in URL, and prompt for the URL you were redirected to'),
    loginTimeout: number(
      '--login-timeout <seconds>',
      `how long to wait for the browser (${defaultTimeout})`,
      wholeNumber,
    ),
  }),
  ...optionGroup('App, for browser sign-in', {
    clientId: text('--client-id <id>', 'client id of the app'),
    redirectUri: text(
      '--redirect-uri <uri>',
      'redirect URI registered for the app (default http://127.0.0.1:8976/callback)',
    ),
    tokenUrl: text('--token-url <url>', 'token URL of a broker that holds the client secret'),
    clientSecretStdin: flag('--client-secret-stdin', 'read the client secret from stdin'),
  }),
  ...optionGroup('Storage', {
    credentialStore: text(
      '--credential-store <place>',
      'where to store credentials: auto, keychain (or fail) or file',
    ),
    storeClientSecret: flag(
      '--store-client-secret',
      'store the client secret on this machine, for refreshing',
    ),
  }),
};

export type LoginOptions = OptionValues<typeof options>;

/**
 * @param keyHint how to sign in without a browser
 * @throws Failure confirmation_needed in CI; usage; missing_setting; as `signInByBrowser` and `store`
 */
export async function byBrowser(
  context: Context,
  settings: Settings,
  flags: LoginOptions,
  keyHint: string,
): Promise<LoginResult> {
  const { stdin, terminal, environment } = context;
  if (environment.CI) {
    throw new Failure('confirmation_needed', 'a browser sign-in must be approved by a person', {
      details: ['CI is set'],
      hint: `${keyHint}, or set NEWSLETTER_API_KEY`,
    });
  }
  const [{ signInByBrowser }, { loginBrokerToken }] = await Promise.all([
    import('../../auth/browser-sign-in.ts'),
    import('../../auth/origins.ts'),
  ]);
  const client = {
    authUrl: needForBrowser(settings, 'auth-url'),
    clientId: needForBrowser(settings, 'client-id'),
    tokenUrl: settings.get('token-url'),
    brokerToken: loginBrokerToken(settings),
  };
  const clientSecret = await findSecret(context, settings, flags);
  const mayPaste = !flags.clientSecretStdin && (terminal.interactive || !flags.browser);
  return await signInByBrowser(
    {
      client,
      clientSecret,
      keepSecret: flags.storeClientSecret === true,
      redirectUri: settings.get('redirect-uri'),
      timeout: flags.loginTimeout ?? defaultTimeout,
      browser: flags.browser,
      stdin: mayPaste ? stdin : undefined,
      environment,
      http: context.sessionSources(settings).http,
      say: message => terminal.note(message),
      // The sign-in needs the address, so with --quiet it goes to stdout.
      showAddress: async address => (terminal.quiet ? await terminal.print(address) : terminal.note(address)),
      warn: message => terminal.warn(message),
    },
    async credential => await store(context, settings, credential),
  );
}

function needForBrowser(settings: Settings, name: 'auth-url' | 'client-id'): string {
  try {
    return settings.need(name);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'missing_setting') throw error;
    const address = settings.origin('base-url') === 'flag' ? ` --base-url ${settings.get('base-url')}` : '';
    const hint = `to sign in by a personal key: newsletter login --api-key${address}; by an app: ${error.hint}`;
    throw error.reworded(error.message, { hint });
  }
}

/** Finds or prompts for the client secret. @returns undefined if a broker holds it */
async function findSecret(
  context: Context,
  settings: Settings,
  flags: LoginOptions,
): Promise<string | undefined> {
  const { findClientSecret, checkClientSecret, secretVariable } = await import(
    '../../auth/credentials/client-secret.ts'
  );
  const { terminal, environment, interrupted: signal } = context;
  const option = (['clientSecretStdin', 'storeClientSecret'] as const).find(name => flags[name]);
  if (option !== undefined && settings.get('token-url') !== undefined) {
    const message = `${longFlag(option)} cannot be used with a broker (token-url), which has the secret`;
    throw new Failure('usage', message);
  }
  if (flags.clientSecretStdin)
    return checkClientSecret(String(await readStdin(context)), 'the client secret on stdin');
  const found = await findClientSecret({ settings, environment, signal });
  if (found !== undefined) return found.secret;
  if (terminal.interactive) {
    return checkClientSecret(
      await terminal.secret('client secret', '--client-secret-stdin'),
      'the client secret',
    );
  }
  throw new Failure('missing_setting', 'missing client secret, and no terminal to ask for it', {
    details: [
      `it comes from a broker (token-url), a command (client-secret-command), ${secretVariable} or --client-secret-stdin`,
    ],
    hint: 'to see how: newsletter login --help; without one: newsletter login --api-key',
  });
}
