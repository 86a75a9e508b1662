import { accountUnclear, namedBy, unnamedProfiles } from '../../cli/account-check.ts';
import { command } from '../../cli/command.ts';
import { flag } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import type { Settings } from '../../settings/resolve.ts';

export const logout = command({
  name: 'logout',
  description:
    "Revoke the tokens of a browser sign-in at the service, and delete the stored credentials of the profile; its settings are kept, and what undo needs. Credentials are deleted even if the service cannot be reached (exit status 8: they may still be valid). An API key stays valid until it is removed in the account's Settings › Apps.",
  options: { all: flag('--all', 'sign out of all profiles') },
  requests: ['oauth'],
  output: 'text',
  codes: ['not_signed_in', 'keychain_unavailable', 'partly_done', 'confirmation_needed', 'declined'],
  changesThisMachine: true,
  examples: [
    ['sign out of the profile in use', 'newsletter logout'],
    ['sign out of one profile', 'newsletter logout --profile work'],
    ['sign out everywhere; asks first', 'newsletter logout --all'],
  ],
  run: async (context, _, { all }) => await forget(context, all === true),
});

const oneHint = 'newsletter logout --profile <name>, or --all';

async function forget(context: Context, all: boolean): Promise<void> {
  const { profilesWithCredentials } = await import('../../auth/credentials/store.ts');
  const { keyStaysValid, signOut } = await import('../../auth/sign-out.ts');
  const { terminal, configDir, environment } = context;
  const own = await context.settingsFor({ creating: all });
  const unnamed = all ? undefined : await unnamedProfiles(context);
  if (unnamed !== undefined) await confirmProfile(context, own, unnamed);
  const stored = profilesWithCredentials(configDir, message => terminal.warn(message));
  const profiles = all ? stored : stored.filter(name => name === own.profile);
  if (profiles.length === 0) {
    const message = all
      ? 'no profile is signed in'
      : `profile ${own.profile} is not signed in${namedBy(context, own)}`;
    const hint = environment.NEWSLETTER_API_KEY ? 'unset NEWSLETTER_API_KEY' : 'newsletter profiles list';
    throw new Failure('not_signed_in', message, { hint });
  }
  if (all && !(await terminal.confirm(`Sign out ${profiles.join(', ')}?`, '--yes')))
    throw new Failure('declined', 'nothing was changed', { hint: oneHint });
  const notRevoked: string[] = [];
  for (const profile of profiles) {
    // Each profile has its own addresses; `creating` allows credentials whose settings were deleted.
    const settings = await context.settingsFor({ flags: { profile }, creating: true });
    const signedOut = await signOut(context.sessionSources(settings));
    const by = all ? '' : namedBy(context, own);
    if (signedOut === undefined) continue;
    terminal.note(`signed out: ${profile}${by}`);
    if (signedOut.kind === 'api-key') terminal.note(keyStaysValid);
    if (signedOut.notRevoked) notRevoked.push(`profile ${profile}: ${signedOut.notRevoked.message}`);
  }
  if (environment.NEWSLETTER_API_KEY?.trim()) {
    terminal.warn('NEWSLETTER_API_KEY is still set, and will be used');
  }
  if (notRevoked.length > 0) {
    const message = 'signed out here, but the tokens may still be valid: they could not be revoked';
    const hint = "disconnect the app in the account's Settings › Apps";
    throw new Failure('partly_done', message, { details: notRevoked, hint });
  }
}

/** @throws Failure account_unclear, declined */
async function confirmProfile(context: Context, own: Settings, names: readonly string[]): Promise<void> {
  const { terminal, configDir } = context;
  if (!terminal.asks) throw accountUnclear(names, own, oneHint);
  const { nameOfProfile, readConfig } = await import('../../settings/profiles.ts');
  const who = nameOfProfile(readConfig(configDir), own.profile);
  if (await terminal.confirm(`Sign out ${who}?`, '--profile <name>')) return;
  throw new Failure('declined', 'nothing was changed', { hint: oneHint });
}
