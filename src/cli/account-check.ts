/** Shows and checks the account before a command writes to it. */
import { relative } from 'node:path';
import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import type { LocalAccount } from '../people/local-account.ts';
import type { Settings } from '../settings/resolve.ts';
import { sandboxProfile } from '../settings/schema.ts';

/**
 * Checks the expected account before a write. Prints the account, and why it is used: on a terminal, and in scripts where
 * several profiles are set up.
 *
 * @throws Failure wrong_account
 */
export async function checkAccount(context: Context): Promise<void> {
  if (context.options.dryRun) return;
  const settings = await context.settings();
  const { terminal } = context;
  const isSaid =
    !terminal.quiet && (terminal.stderrIsTerminal || (await profilesOf(context)).filter(isReal).length > 1);
  if (settings.expectedAccounts().length === 0 && !isSaid) return;
  const account = await context.account();
  if (!isSaid) return;
  const [{ usesEnvironmentKey }, { accountName }] = await Promise.all([
    import('../auth/session.ts'),
    import('../auth/account.ts'),
  ]);
  const by = usesEnvironmentKey(settings, context.environment)
    ? 'API key from NEWSLETTER_API_KEY'
    : `profile ${settings.profile}${settings.profileOrigin === 'flag' ? ' (from --profile)' : namedBy(context, settings)}`;
  terminal.note(`account: ${accountName(account)}, ${by}`);
}

/** Without a terminal, a write needs a named account if there are several. @throws Failure account_unclear */
export async function checkAccountIsNamed(context: Context): Promise<void> {
  if (context.terminal.interactive) return;
  const names = await profilesToName(context);
  if (names === undefined) return;
  throw accountUnclear(names, await context.settings(), howToName);
}

const howToName = 'pass --profile <name>, or --expect-account <slug>; for a folder: newsletter link';

/** The failure when none of several profiles is named. @param hint how to name one */
export function accountUnclear(names: readonly string[], { profile }: Settings, hint: string): Failure {
  const shown = names.map(name => (name === profile ? `${name} (current)` : name));
  return new Failure('account_unclear', 'which account? Several profiles are set up, and none is named', {
    details: [`profiles: ${shown.join(', ')}`],
    hint,
  });
}

/**
 * The profiles, if there are several and nothing names the account. An `expect-account` of the current profile does not
 * count, as the wrong profile may be current.
 */
async function profilesToName(context: Context): Promise<readonly string[] | undefined> {
  const settings = await context.settings();
  if (settings.expectedAccounts().some(({ origin }) => origin !== 'profile')) return undefined;
  const { usesEnvironmentKey } = await import('../auth/session.ts');
  if (usesEnvironmentKey(settings, context.environment)) return undefined;
  return await unnamedProfiles(context);
}

/** The profiles, if there are several and none is named. */
export async function unnamedProfiles(context: Context): Promise<readonly string[] | undefined> {
  if ((await context.settings()).profileOrigin !== 'current') return undefined;
  const names = await profilesOf(context);
  return names.filter(isReal).length < 2 ? undefined : names;
}

async function profilesOf({ configDir }: Context): Promise<readonly string[]> {
  const { readConfig } = await import('../settings/profiles.ts');
  return Object.keys(readConfig(configDir).profiles);
}

/** The profile of the sandbox is about made-up data. */
const isReal = (profile: string) => profile !== sandboxProfile;

/** Where the profile was set, for the end of a message; empty for the current profile and for `--profile`. */
export function namedBy({ workingFolder }: Context, { profileOrigin, profileBy }: Settings): string {
  if (profileBy === undefined || profileOrigin === 'flag') return '';
  const near = profileOrigin === 'folder' ? relative(workingFolder, profileBy) : profileBy;
  return ` (from ${near.length < profileBy.length ? near : profileBy})`;
}

/** The account in use, as files on this machine identify it. Requests it from the service. */
export async function accountHere(context: Context): Promise<LocalAccount> {
  const { localAccount } = await import('../people/local-account.ts');
  return localAccount(await context.account(), (await context.settings()).need('base-url'));
}
