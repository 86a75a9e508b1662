import type { Credential } from '../../auth/credentials/credential.ts';
import type { LoginResult } from '../../auth/login.ts';
import { namedBy } from '../../cli/account-check.ts';
import { command } from '../../cli/command.ts';
import {
  flag,
  negative,
  number,
  type OptionValues,
  optionGroup,
  text,
  wholeNumber,
} from '../../cli/option.ts';
import { readStdin } from '../../cli/stdin.ts';
import { forgetNames } from '../../completion/name-cache.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { type Settings, sandboxProfile } from '../../settings/schema.ts';
import type { View } from '../../terminal/terminal.ts';
import { askForSignIn, askSetting, type SignInAnswers, wrongAnswer } from './conversation.ts';

const piped = 'newsletter login --api-key < key.txt';
/** Seconds to wait for the browser. */
const defaultTimeout = 300;

const options = {
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

type LoginOptions = OptionValues<typeof options>;

const secretHelp = `
For a browser sign-in, the client secret comes from the first of these:
  a broker       newsletter config set token-url <url> (not on this machine)
  a command      newsletter config set client-secret-command '<command>'
  the variable   NEWSLETTER_CLIENT_SECRET
  stdin          with --client-secret-stdin
  you            a hidden prompt`;

const view: View = {
  plural: 'profiles',
  columns: ['profile', 'current', 'base_url', 'credentials_kept_in', 'account'],
};

/** `login`: signs in to a profile, by browser or with a personal API key. */
export const login = command({
  name: 'login',
  description:
    "Sign in by browser (authorization code with PKCE), or with --api-key and a personal API key from the account's Settings › Apps. Credentials that the service accepts are stored for the profile, in the system keychain if there is one. Secrets are prompted for or read from stdin, never taken from the command line, where others could see them.",
  options,
  requests: ['oauth', 'getAccount'],
  output: view,
  // The address to open; a key needs nobody who reads.
  speaks: ({ apiKey }) => apiKey !== true,
  codes: ['confirmation_needed', 'port_in_use'],
  changesThisMachine: true,
  notes: secretHelp,
  examples: [
    [
      'sign in by browser',
      'newsletter login --base-url https://api.example.com --auth-url https://app.example.com',
    ],
    ['on a machine without a browser, over SSH', 'newsletter login --no-browser'],
    ['with a personal key from a file', piped],
    ['sign in to a second account', 'newsletter login --profile work'],
  ],
  run: async (context, _, flags) => await signIn(context, flags),
});

async function signIn(context: Context, flags: LoginOptions): Promise<void> {
  const settings = await context.settingsFor({ flags, creating: true });
  const answers = context.terminal.interactive
    ? await askForSignIn(context, settings, flags.apiKey === true)
    : undefined;
  if (answers !== undefined) return await signInAsAnswered(context, { ...flags, ...answers });
  // Reports a missing base-url before prompting for a key.
  checkName(settings);
  await warnOfOtherAddress(context, settings);
  const signedIn = flags.apiKey
    ? await byKey(context, settings, flags)
    : await byBrowser(context, settings, flags);
  await report(context, settings, signedIn);
}

/** Signs in with what was just typed; asks again, twice at most, for an answer that turns out to be wrong. */
async function signInAsAnswered(context: Context, given: LoginOptions & SignInAnswers): Promise<void> {
  let flags = given;
  let key = flags.apiKey ? await readKey(context) : undefined;
  for (let tries = 1; ; tries++) {
    const settings = await context.settingsFor({ flags, creating: true });
    checkName(settings);
    try {
      const signedIn =
        key === undefined
          ? await byBrowser(context, settings, flags)
          : await store(context, settings, { kind: 'api-key', key });
      await report(context, settings, signedIn);
      const { profile, current } = signedIn;
      const other = profile === current ? '' : ` --profile ${profile}`;
      context.terminal.hint(`newsletter import <file.csv> --dry-run${other}`);
      return;
    } catch (error) {
      const wrong = tries > 2 || key === undefined ? undefined : wrongAnswer(error);
      if (!(error instanceof Failure) || wrong === undefined) throw error;
      context.terminal.warn(error.message);
      if (wrong === 'key') key = await readKey(context);
      else flags = { ...flags, baseUrl: await askSetting(context, 'base-url') };
    }
  }
}

/** The profile of the sandbox is overwritten by the next one. @throws Failure missing_setting, usage */
function checkName(settings: Settings): void {
  const { profile } = settings;
  const address = settings.need('base-url');
  if (profile !== sandboxProfile || isLoopback(new URL(address).hostname)) return;
  throw new Failure('usage', `profile ${profile} is for the sandbox; ${address} is a real service`, {
    hint: 'newsletter login --profile <another name>',
  });
}

/** A variable that was left over may lead the sign-in to another service than the profile was for. */
async function warnOfOtherAddress({ terminal }: Context, settings: Settings): Promise<void> {
  if (settings.origin('base-url') !== 'environment') return;
  const { originOf } = await import('../../auth/origins.ts');
  const [before, now] = [originOf(settings.stored('base-url')), originOf(settings.get('base-url'))];
  if (before === undefined || before === now) return;
  terminal.warn(`profile ${settings.profile} was for ${before}; NEWSLETTER_BASE_URL signs it in to ${now}`);
}

async function byKey(context: Context, settings: Settings, flags: LoginOptions): Promise<LoginResult> {
  if (flags.clientSecretStdin || flags.storeClientSecret) {
    throw new Failure('usage', '--api-key takes no client secret');
  }
  return await store(context, settings, { kind: 'api-key', key: await readKey(context) });
}

/** Reads a key from a hidden prompt or from stdin. @throws Failure invalid_value, confirmation_needed */
async function readKey(context: Context): Promise<string> {
  const { parseApiKey } = await import('../../auth/credentials/api-key.ts');
  const isTyped = context.stdin.isTTY;
  const text = isTyped
    ? await context.terminal.secret('API key', piped)
    : await readStdin(context, 'an API key');
  return parseApiKey(text, isTyped ? 'the API key' : 'the API key on stdin');
}

async function byBrowser(context: Context, settings: Settings, flags: LoginOptions): Promise<LoginResult> {
  const { stdin, terminal, environment } = context;
  if (environment.CI) {
    throw new Failure('confirmation_needed', 'a browser sign-in needs somebody to approve it', {
      details: ['CI is set'],
      hint: `${piped}, or set NEWSLETTER_API_KEY`,
    });
  }
  const [{ signInByBrowser }, { loginBrokerAccess }] = await Promise.all([
    import('../../auth/browser-sign-in.ts'),
    import('../../auth/origins.ts'),
  ]);
  const client = {
    authUrl: needForBrowser(settings, 'auth-url'),
    clientId: needForBrowser(settings, 'client-id'),
    tokenUrl: settings.get('token-url'),
    brokerAccess: loginBrokerAccess(context.sessionSources(settings)),
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
    const details = ['without a registered app, sign in by a personal key: newsletter login --api-key'];
    throw error.reworded(error.message, { details });
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
  if (flags.clientSecretStdin) {
    if (settings.get('token-url') !== undefined) {
      throw new Failure(
        'usage',
        '--client-secret-stdin cannot be used with a broker (token-url), which has the secret',
      );
    }
    return checkClientSecret(await readStdin(context, 'a client secret'), 'the client secret on stdin');
  }
  const found = await findClientSecret({ settings, environment, signal });
  if (found?.from === 'broker' && flags.storeClientSecret) {
    throw new Failure(
      'usage',
      '--store-client-secret cannot be used with a broker (token-url), which has the secret',
    );
  }
  if (found !== undefined) return found.from === 'broker' ? undefined : found.secret;
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
    hint: 'newsletter login --help says how; newsletter login --api-key needs none',
  });
}

async function store(context: Context, settings: Settings, credential: Credential): Promise<LoginResult> {
  const { login } = await import('../../auth/login.ts');
  const signedIn = await login({
    sources: context.sessionSources(settings),
    credential,
    connect: credentials => context.connect(settings, credentials),
  });
  // The profile may now belong to another account.
  forgetNames(context.configDir, signedIn.profile);
  return signedIn;
}

async function report(context: Context, settings: Settings, signedIn: LoginResult): Promise<void> {
  const { terminal, environment } = context;
  const { account, profile, current, place } = signedIn;
  const by = namedBy(context, settings);
  terminal.note(`signed in to ${account.name} (${account.slug}) as profile ${profile}${by}`);
  if (settings.profileOrigin === 'folder') {
    if (current !== profile) terminal.note(`it is used in this folder; elsewhere ${current} is current`);
  } else if (current !== profile) {
    terminal.note(`the current profile is still ${current}`);
    terminal.hint(`newsletter profiles use ${profile}`);
  }
  if (environment.NEWSLETTER_API_KEY?.trim()) {
    terminal.warn(
      `NEWSLETTER_API_KEY is set and beats what was stored, unless --profile ${profile} is given`,
    );
  }
  if (terminal.isDefaultFormat) return;
  const row = {
    profile,
    current: current === profile,
    base_url: settings.get('base-url'),
    credentials_kept_in: place,
    account,
  };
  await terminal.record(row, view);
}
