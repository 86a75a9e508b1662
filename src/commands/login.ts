import type { Command } from 'commander';
import type { SignedIn } from '../auth/login.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import type { Settings } from '../settings/settings.ts';
import { examples } from './examples.ts';
import { refuseDryRun } from './write.ts';

const piped = 'newsletter login --api-key < key.txt';

/** `login`: signs a profile in with a personal API key. */
export function register(parent: Command, context: Context): void {
  const command = parent
    .command('login')
    .summary('sign in with a personal API key')
    .description(
      "Sign in with a personal API key, made in the account's Settings › Apps. The key is checked with the service and stored for the profile; it is asked for, or read from stdin, never taken from the command line, where others could see it.",
    )
    .option('--api-key', 'read a personal key from a hidden prompt, or from stdin')
    .action(async (options: { readonly apiKey?: true }) => {
      if (!options.apiKey) {
        throw new Failure('usage', 'signing in takes a personal API key for now', {
          hint: 'newsletter login --api-key',
        });
      }
      await run(context);
    });
  examples(command, [
    ['be asked for the key', 'newsletter login --api-key --base-url https://api.example.com'],
    ['take the key from a file', piped],
    ['sign in to another account beside', 'newsletter login --api-key --profile work'],
  ]);
}

async function run(context: Context): Promise<void> {
  refuseDryRun(context);
  const [{ resolveSettings }, { parseApiKey }, { login }] = await Promise.all([
    import('../settings/resolve.ts'),
    import('../auth/api-key.ts'),
    import('../auth/login.ts'),
  ]);
  const { options: flags, environment, folder, terminal } = context;
  const settings = resolveSettings({
    flags,
    environment,
    folder,
    creating: true,
  });
  // Before anybody types a key in vain.
  settings.need('base-url');
  const key = parseApiKey(
    await readKey(context),
    context.stdin.isTTY ? 'the API key' : 'the API key on stdin',
  );
  const signedIn = await login({
    settings,
    folder,
    credential: { kind: 'api-key', key },
    connect: credentials => context.connect(settings, credentials),
    warn: message => terminal.warn(message),
  });
  await report(context, settings, signedIn);
}

async function readKey({ stdin, terminal }: Context): Promise<string> {
  if (stdin.isTTY) return await terminal.secret('API key', piped);
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 65_536) throw new Failure('invalid_value', 'stdin holds more than an API key');
  }
  return text;
}

async function report(context: Context, settings: Settings, signedIn: SignedIn): Promise<void> {
  const { terminal, environment } = context;
  const { account, profile, current } = signedIn;
  terminal.note(`signed in to ${account.name} (${account.slug}) as profile ${profile}`);
  if (current !== profile) {
    terminal.note(`the current profile is still ${current}`);
    terminal.hint(`newsletter profiles use ${profile}`);
  }
  if (environment.NEWSLETTER_API_KEY?.trim()) {
    terminal.warn(
      `NEWSLETTER_API_KEY is set and beats what was stored, unless --profile ${profile} is given`,
    );
  }
  if (terminal.format === 'table' || terminal.format === 'tsv') return;
  const row = {
    profile,
    current: current === profile,
    base_url: settings.get('base-url'),
    account,
  };
  await terminal.record(row, { plural: 'profiles', columns: Object.keys(row) });
}
