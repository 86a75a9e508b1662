/** The end of a sign-in: the credential is tried, stored and reported. */
import type { Credential } from '../../auth/credentials/credential.ts';
import type { LoginResult, ReplacedAccount } from '../../auth/login.ts';
import { namedBy } from '../../cli/account-check.ts';
import type { Context } from '../../context.ts';
import type { Account } from '../../contract/index.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { Failure } from '../../lib/failure.ts';
import type { Settings } from '../../settings/resolve.ts';
import { sandboxProfile } from '../../settings/schema.ts';
import type { View } from '../../terminal/terminal.ts';

export const view: View = {
  plural: 'profiles',
  columns: ['profile', 'current', 'base_url', 'credentials_kept_in', 'account'],
  kinds: fieldsFrom('profile:text current:boolean base_url:text credentials_kept_in:text account:map'),
};

/**
 * Stores a credential that the service accepts, for the profile of the settings.
 *
 * @throws Failure credentials_refused, wrong_account, declined, write_failed, and what any request can fail with
 */
export async function store(
  context: Context,
  settings: Settings,
  credential: Credential,
): Promise<LoginResult> {
  const { login } = await import('../../auth/login.ts');
  return await login({
    sources: context.sessionSources(settings),
    credential,
    connect: credentials => context.connect(settings, credentials),
    agreed: async (account, replaced) => {
      await confirmAnother(context, settings, account);
      if (replaced !== undefined) await confirmReplacing(context, settings, replaced);
    },
  });
}

/** The key of one client is easily pasted for another. @throws Failure declined */
async function confirmAnother(
  { terminal, configDir }: Context,
  settings: Settings,
  { id, ...names }: Account,
): Promise<void> {
  const { accountName } = await import('../../auth/account.ts');
  const { profilesOfAccount, readConfig } = await import('../../settings/profiles.ts');
  const all = profilesOfAccount(readConfig(configDir), String(id), settings.need('base-url'));
  const other = all.find(name => name !== sandboxProfile);
  if (other === undefined || all.includes(settings.profile)) return;
  const problem = `${other} belongs to the same account, ${accountName(names)}`;
  if (!terminal.asks) return terminal.warn(`profile ${problem}`);
  if (await terminal.confirm(`Profile ${problem}. Keep both?`)) return;
  throw new Failure('declined', 'nothing was stored', { hint: 'newsletter profiles list' });
}

/**
 * The service shows a key once: an overwritten one may be lost. Links, scripts and rails would go over to the other
 * account, also of a profile that is signed out.
 *
 * @throws Failure declined; confirmation_needed without a terminal and without --yes; not_allowed with rails
 */
async function confirmReplacing(
  context: Context,
  { profile }: Settings,
  { from: before, to: now, isSignedIn }: ReplacedAccount,
): Promise<void> {
  const { terminal, configDir } = context;
  const question = `Profile ${profile} ${isSignedIn ? 'is' : 'was'} signed in to ${before}. Replace that by ${now}?`;
  const { confirmLoosening, railsIn } = await import('../../cli/loosening.ts');
  const { profileIn, readConfig } = await import('../../settings/profiles.ts');
  const rails = railsIn(profileIn(readConfig(configDir), profile) ?? {});
  if (rails !== '')
    return await confirmLoosening(context, {
      what: `replacing the account of a profile with rails (${rails})`,
      question: `${question} Its rails (${rails}) then hold for the other account.`,
    });
  if (await terminal.confirm(question, '--yes')) return;
  throw new Failure('declined', `profile ${profile} still belongs to ${before}`, {
    details: ['every account can have a profile of its own'],
    hint: 'newsletter login --profile <another name>',
  });
}

/** Reports the account and the profile, and warns of what overrides them. */
export async function reportSignIn(
  context: Context,
  settings: Settings,
  signedIn: LoginResult,
): Promise<void> {
  const { terminal, environment } = context;
  const { account, profile, current, place } = signedIn;
  const { accountName } = await import('../../auth/account.ts');
  const by = namedBy(context, settings);
  terminal.note(`signed in to ${accountName(account)} as profile ${profile}${by}`);
  if (settings.profileOrigin === 'folder') {
    if (current !== profile)
      terminal.note(`it is used in this folder; elsewhere ${current || 'no profile'} is current`);
  } else if (current !== profile) {
    terminal.note(current === '' ? 'no profile is current' : `the current profile is still ${current}`);
    const always = 'to name one in every command: newsletter profiles use --none';
    const everywhere = current === '' ? '' : `; everywhere: newsletter profiles use ${profile}; ${always}`;
    terminal.hint(`newsletter link ${profile}, in a folder for this account${everywhere}`);
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
