import { basename } from 'node:path';
import { command } from '../cli/command.ts';
import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';

export const link = command({
  name: 'link',
  summary: 'use a profile in this folder',
  description:
    'Link this folder to a profile: write .newsletterrc.json, which names the profile and its account. Commands in this folder and below it then use that profile; one that would go to another account is refused (exit 3), whatever flags and variables say. A file in a folder below can link that one to another profile. The file holds no credentials, so it can be shared in a repository.',
  arguments: [
    { name: '[profile]', description: 'the profile (default: the one of --profile, or asked for)' },
  ],
  requests: ['getAccount'],
  output: 'text',
  codes: ['unknown_profile', 'confirmation_needed', 'declined', 'unreadable_file', 'write_failed'],
  changesThisMachine: true,
  examples: [
    ['choose a profile for this folder', 'newsletter link'],
    ['in a script', 'newsletter link work'],
    ['without a request', 'newsletter link work --expect-account acme'],
  ],
  notes:
    'Other settings in an existing file are kept. For what the file can contain see newsletter help environment.',
  run: async (context, [profile]) => await linkFolder(context, profile),
});

async function linkFolder(context: Context, named: string | undefined): Promise<void> {
  const { terminal } = context;
  // A flag holds for one command; typed here, it is meant to be kept.
  if (context.options.allow !== undefined) {
    throw new Failure('usage', '--allow is not stored by link', {
      hint: 'add "allow": "draft" to .newsletterrc.json in this folder',
    });
  }
  const { projectFileIn, writeProjectFile } = await import('../settings/project-file.ts');
  const folder = context.workingFolder;
  const before = projectFileIn(folder);
  const { 'expect-account': expected, ...others } = Object.fromEntries(before?.values ?? []);
  const profile = await chosenProfile(context, named, expected);
  await checkNamedAccount(context, profile);
  const account = context.options.expectAccount ?? (await slugOf(context, profile));
  if (before !== undefined) {
    if (before.profile === profile && expected === account)
      return terminal.note(`${before.path}: already linked to profile ${profile}`);
    const was =
      before.profile === undefined ? '' : ` from profile ${before.profile}, ${expected ?? 'any account'},`;
    const is = `profile ${profile}, ${account ?? 'any account'}`;
    if (!(await terminal.confirm(`Change ${before.path}${was} to ${is}?`, '--yes')))
      throw new Failure('declined', `${before.path} was not changed`);
  }
  const path = await writeProjectFile(folder, { profile, 'expect-account': account, ...others });
  const which = account === undefined ? '' : `, account ${account}`;
  terminal.note(`Linked this folder to profile ${profile}${which}: ${path}`);
}

/** The named profile, or the one chosen on the terminal. @param expected the account in the file, if it has one */
async function chosenProfile(
  context: Context,
  named = context.options.profile,
  expected?: string | number,
): Promise<string> {
  const { options, configDir, terminal } = context;
  const { existingProfile, profilesOfAccount, readConfig } = await import('../settings/profiles.ts');
  const config = readConfig(configDir);
  if (options.profile !== undefined && named !== options.profile)
    throw new Failure('usage', `two profiles are named: ${named} and --profile ${options.profile}`);
  if (named !== undefined) {
    existingProfile(config, named);
    return named;
  }
  const names = Object.keys(config.profiles);
  if (names.length === 0)
    throw new Failure('unknown_profile', 'no profile to link this folder to', { hint: 'newsletter login' });
  if (!terminal.asks) {
    const only = names.length === 1 ? names[0] : undefined;
    const its = expected === undefined ? only : profilesOfAccount(config, String(expected))[0];
    throw new Failure('confirmation_needed', 'confirmation required: Which profile?', {
      details: [`profiles: ${names.join(', ')}`],
      hint: `newsletter link ${its ?? '<profile>'}`,
    });
  }
  const { pick } = await import('../cli/offers.ts');
  const picked = await pick(context, 'profile', '--profile <name>');
  const name = basename(context.workingFolder);
  // Enter alone takes the first.
  if (picked === name || names.length === 1) return picked;
  if (await terminal.confirm(`Link folder ${name} to profile ${picked}?`, '--yes')) return picked;
  throw new Failure('declined', 'the folder was not linked');
}

/** @throws Failure wrong_account if the profile is known to belong to another account than `--expect-account` */
async function checkNamedAccount({ options, configDir }: Context, profile: string): Promise<void> {
  const profiles = await import('../settings/profiles.ts');
  const config = profiles.readConfig(configDir);
  const known = profiles.profileIn(config, profile)?.[profiles.accountInProfile];
  const { expectAccount: meant } = options;
  if (!meant || !known || profiles.profilesOfAccount(config, meant).includes(profile)) return;
  const message = `profile ${profile} belongs to ${known}, not to ${meant}`;
  throw new Failure('wrong_account', message, { hint: `newsletter link ${profile}` });
}

/** The slug or id of the profile's account; undefined, with a warning, if it cannot be read. */
async function slugOf(context: Context, profile: string): Promise<string | undefined> {
  const { terminal } = context;
  try {
    const settings = await context.settingsFor({ flags: { profile } });
    const { createSession } = await import('../auth/session.ts');
    const { credentials } = createSession(context.sessionSources(settings));
    const { slug, id } = await (await context.connect(settings, credentials)).call('getAccount', {});
    // A service may send anything.
    return [slug, id].find(name => typeof name === 'string' && name !== '');
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'interrupted') throw error;
    terminal.warn(`the account is not in the file, since it cannot be read: ${error.message}`);
    return undefined;
  }
}
