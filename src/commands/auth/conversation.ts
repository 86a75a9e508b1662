/** The questions of a first sign-in on a terminal: address, method, and what that method needs. */
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import type { SettingFlags, Settings } from '../../settings/resolve.ts';

/** Settings that are set already are not asked for. */
interface SignInAnswers extends Pick<SettingFlags, 'baseUrl' | 'authUrl' | 'clientId'> {
  readonly apiKey?: boolean | undefined;
}

const questions = {
  'base-url': 'Address of the service (base_url in its API docs)',
  'auth-url': 'Address for signing in (auth_url in the API docs)',
  'client-id': "Client ID (from the service's support)",
  'web-url': 'Address of your account in the browser, such as https://app.example.com/my-letter',
} as const;

/** Asks for one setting until the answer is valid. @returns as typed @throws Failure interrupted */
export async function askSetting({ terminal }: Context, name: keyof typeof questions): Promise<string> {
  const { parseSetting } = await import('../../settings/parse.ts');
  const check = (text: string) => {
    try {
      parseSetting(name, text);
      return undefined;
    } catch (error) {
      return error instanceof Failure ? problem(error) : String(error);
    }
  };
  return await terminal.input(questions[name], check, `--${name}`);
}

/** The message of an error with its suggestion. Other hints only name the setting, as the question does. */
function problem({ message, hint }: Failure): string {
  const [, meant] = /^(did you mean .*)$/.exec(hint ?? '') ?? [];
  return meant === undefined ? message : `${message}; ${meant}`;
}

/**
 * Asks for the settings that a sign-in needs and that are not set.
 *
 * @param byKey whether `--api-key` was given
 * @returns undefined when nothing is missing
 */
export async function askForSignIn(
  context: Context,
  settings: Settings,
  byKey: boolean,
): Promise<SignInAnswers | undefined> {
  const isMissing = (name: keyof typeof questions) => settings.get(name) === undefined;
  const missing = (['auth-url', 'client-id'] as const).some(isMissing);
  if (!isMissing('base-url') && (byKey || !missing)) return undefined;
  const ask = async (name: keyof typeof questions) =>
    isMissing(name) ? await askSetting(context, name) : undefined;
  const baseUrl = await ask('base-url');
  const address = baseUrl === undefined ? {} : { baseUrl };
  if (byKey || !missing) return address;
  if ((await askMethod(context)) === 'key') return { ...address, apiKey: true };
  const [authUrl, clientId] = [await ask('auth-url'), await ask('client-id')];
  return {
    ...address,
    ...(authUrl !== undefined && { authUrl }),
    ...(clientId !== undefined && { clientId }),
  };
}

async function askMethod({ terminal }: Context): Promise<'key' | 'browser'> {
  return await terminal.choose(
    'How do you want to sign in?',
    [
      { name: 'API key (create one in your account: Settings › Apps)', value: 'key' },
      { name: 'Browser (needs an app registered with the service)', value: 'browser' },
    ],
    '--api-key',
  );
}
