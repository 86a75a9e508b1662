import type { LoginResult } from '../../auth/login.ts';
import { command } from '../../cli/command.ts';
import { readStdin } from '../../cli/stdin.ts';
import type { Context } from '../../context.ts';
import { checkBaseUrl, Failure } from '../../lib/failure.ts';
import { isLoopback } from '../../lib/loopback.ts';
import type { Settings } from '../../settings/resolve.ts';
import { sandboxProfile } from '../../settings/schema.ts';
import { byBrowser, type LoginOptions, options } from './by-browser.ts';
import { askForSignIn } from './conversation.ts';
import { reportSignIn, store, view } from './store.ts';

const piped = 'newsletter login --api-key < key.txt';

const secretHelp = `
For a browser sign-in, the client secret comes from the first of these:
  a broker       newsletter config set token-url <url> (not on this machine)
  a command      newsletter config set client-secret-command '<command>'
  the variable   NEWSLETTER_CLIENT_SECRET
  stdin          with --client-secret-stdin
  you            a hidden prompt`;

export const login = command({
  name: 'login',
  description:
    "Sign in by browser (authorization code with PKCE), or with --api-key and a personal API key from the account's Settings › Apps. Credentials that the service accepts are stored for the profile, in the system keychain if there is one. Replacing a profile's account asks first. Secrets are prompted for or read from stdin, never taken from the command line, where others could see them.",
  options,
  requests: ['oauth', 'getAccount'],
  output: view,
  // A sign-in by browser shows the address to open.
  speaks: ({ apiKey }) => apiKey !== true,
  codes: ['confirmation_needed', 'declined', 'not_allowed', 'port_in_use'],
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

async function signIn(context: Context, given: LoginOptions): Promise<void> {
  const answers = context.terminal.interactive
    ? await askForSignIn(
        context,
        await context.settingsFor({ flags: given, creating: true }),
        given.apiKey === true,
      )
    : undefined;
  const flags = { ...given, ...answers };
  const settings = await context.settingsFor({ flags, creating: true });
  // Reports a missing base-url before prompting for a key.
  checkName(settings);
  try {
    const signedIn = flags.apiKey
      ? await byKey(context, settings, flags)
      : await byBrowser(context, settings, flags, piped);
    await reportSignIn(context, settings, signedIn);
    const other = signedIn.profile === signedIn.current ? '' : ` --profile ${signedIn.profile}`;
    if (answers !== undefined) context.terminal.hint(`newsletter import <file.csv> --dry-run${other}`);
  } catch (error) {
    throw error instanceof Failure ? withAnswer(error, answers?.baseUrl) : error;
  }
}

/** Names the typed address in the hint: it is not stored yet, so `config get` would not show it. */
function withAnswer(error: Failure, address: string | undefined): Failure {
  const hint = error.hint?.replace(checkBaseUrl, `check the address: ${address}`);
  return address === undefined ? error : error.reworded(error.message, { hint });
}

/** The next sandbox overwrites the profile `sandbox`. @throws Failure missing_setting, usage */
function checkName(settings: Settings): void {
  const { profile } = settings;
  const address = settings.need('base-url');
  if (profile !== sandboxProfile || isLoopback(new URL(address).hostname)) return;
  throw new Failure('usage', `profile ${profile} is for the sandbox; ${address} is a real service`, {
    hint: 'newsletter login --profile <another name>',
  });
}

async function byKey(context: Context, settings: Settings, flags: LoginOptions): Promise<LoginResult> {
  if (flags.clientSecretStdin || flags.storeClientSecret) {
    throw new Failure('usage', '--api-key takes no client secret');
  }
  return await store(context, settings, { kind: 'api-key', key: await readKey(context) });
}

/** Reads a key from a hidden prompt or from stdin. @throws Failure invalid_value, confirmation_needed */
async function readKey(context: Context): Promise<string> {
  const { parseApiKey } = await import('../../auth/credentials/credential.ts');
  const isTyped = context.stdin.isTTY;
  const text = isTyped ? await context.terminal.secret('API key', piped) : String(await readStdin(context));
  return parseApiKey(text, isTyped ? 'the API key' : 'the API key on stdin');
}
