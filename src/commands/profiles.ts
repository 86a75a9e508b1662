import { type CommandGroup, command } from '../cli/command.ts';
import { flag } from '../cli/option.ts';
import type { Context } from '../context.ts';
import { fieldsFrom } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';
import { changeConfig, withCredentialLock } from '../settings/config-lock.ts';
import type { Row, View } from '../terminal/terminal.ts';

const profileArgument = { name: '<profile>', description: 'name of a profile' } as const;

const view: View = {
  plural: 'profiles',
  columns: ['name', 'current', 'account', 'signed_in', 'rails', 'base_url'],
  kinds: fieldsFrom('name:text current:boolean account:text? base_url:text? signed_in:boolean rails:text?'),
  empty: 'newsletter login',
};

/** In 80 columns the host is whole, as it tells profiles apart. Rails stand below: all four take 62 columns. */
const tableView: View = { ...view, columns: ['name', 'account', 'base_url'], uncut: 'base_url' };

const list = command({
  name: 'list',
  description:
    'List the accounts signed in on this machine: profile, account, base URL, status and rails. Sends no requests.',
  requests: [],
  output: view,
  examples: [
    ['all profiles', 'newsletter profiles list'],
    ['their names', 'newsletter profiles list -o tsv --fields name'],
  ],
  run: listProfiles,
});

const use = command({
  name: 'use',
  description: 'Make a profile the current one, or none: then every command has to name one.',
  arguments: [{ ...profileArgument, name: '[profile]', offers: 'profile', neededUnless: ['none'] }],
  options: { none: flag('--none', 'no profile is current') },
  requests: [],
  output: 'text',
  changesThisMachine: true,
  examples: [
    ['switch', 'newsletter profiles use work'],
    ['with several accounts: none without a name', 'newsletter profiles use --none'],
    ['for one command only', 'newsletter subscribers list --profile work'],
  ],
  run: async (context, [name], { none }) => await useProfile(context, name, none === true),
});

const rename = command({
  name: 'rename',
  description: 'Rename a profile. It keeps its settings and credentials. With rails, asks first.',
  arguments: [profileArgument, { name: '<new-name>', description: 'new name' }],
  requests: [],
  output: 'text',
  codes: ['not_allowed', 'declined'],
  changesThisMachine: true,
  examples: [
    ['rename the first profile', 'newsletter profiles rename default work'],
    ['and back', 'newsletter profiles rename work default'],
  ],
  run: async (context, [from, to]) => await renameProfile(context, from, to),
});

const remove = command({
  name: 'remove',
  description:
    'Remove a profile: its settings, credentials, and what is kept to undo its imports and updates. Asks first.',
  arguments: [profileArgument],
  requests: ['oauth'],
  output: 'text',
  codes: ['keychain_unavailable', 'confirmation_needed', 'not_allowed', 'declined'],
  changesThisMachine: true,
  examples: [
    ['remove one', 'newsletter profiles remove work'],
    ['in a script', 'newsletter profiles remove work --yes'],
  ],
  run: async (context, [name]) => await removeProfile(context, name),
});

export const profiles: CommandGroup = {
  name: 'profiles',
  description:
    'Manage profiles, to use several accounts. Each profile has its own credentials and settings. `newsletter login --profile <name>` creates one.',
  examples: [
    ['list the profiles', 'newsletter profiles list'],
    ['switch to another', 'newsletter profiles use work'],
  ],
  commands: [list, use, rename, remove],
};

async function listProfiles(context: Context): Promise<void> {
  const { configDir, terminal } = context;
  const store = await import('../settings/profiles.ts');
  const { profilesWithCredentials } = await import('../auth/credentials/store.ts');
  const { railsIn } = await import('../cli/loosening.ts');
  const config = store.readConfig(configDir);
  const { current = store.defaultProfile, profiles } = config;
  const signedIn = profilesWithCredentials(configDir, message => terminal.warn(message));
  const rows = Object.entries(profiles).map(([name, settings]) => ({
    name,
    current: name === current,
    account: settings[store.accountInProfile] ?? null,
    base_url: settings['base-url'] ?? null,
    signed_in: signedIn.includes(name),
    rails: railsIn(settings) || null,
  }));
  if (terminal.isForPeople) {
    await terminal.list(
      rows.map(row => shortened(row, store.nameOfAccount)),
      tableView,
    );
    const alike = (name: string) =>
      store.profilesOfAccount(config, String(profiles[name]?.[store.accountIdInProfile])).join(', ') || name;
    for (const { name, rails } of rows)
      if (rails !== null) terminal.show(`rails of ${alike(name)}: ${rails}`);
    if (rows.some(row => row.current)) terminal.note(`current: ${current}`);
  } else await terminal.list(rows, view);
  const named = await profileOverride(context);
  if (named !== undefined) terminal.note(`in use: ${named.profile} (from ${named.by})`);
}

/** A row for a table: the account by its name, the address without its scheme. */
function shortened(row: Row, nameOf: (account: string) => string): Row {
  const [account = '', address] = [row.account, row.base_url].map(value => String(value ?? ''));
  return {
    ...row,
    account: row.signed_in ? nameOf(account) : 'not signed in',
    base_url: address?.replace(/^https?:\/\//, ''),
  };
}

/** The profile of NEWSLETTER_PROFILE or `.newsletterrc.json`, which overrides the current one. */
async function profileOverride(context: Context) {
  const { profile, profileBy: by, profileOrigin } = await context.settingsFor({ creating: true });
  return by === undefined || profileOrigin === 'flag' ? undefined : { profile, by };
}

async function useProfile(context: Context, named: string | undefined, none: boolean): Promise<void> {
  const { configDir, terminal, clock } = context;
  if ((named === undefined) !== none) {
    throw new Failure('usage', 'newsletter profiles use needs the name of a profile, or --none', {
      hint: 'newsletter profiles list',
    });
  }
  const { existingProfile } = await import('../settings/profiles.ts');
  const warn = (message: string) => terminal.warn(message);
  const name = named ?? '';
  await changeConfig({ configDir, warn, clock }, config => {
    if (!none) existingProfile(config, name);
    return { ...config, current: name };
  });
  terminal.note(none ? 'no profile is current: name one with --profile' : `the current profile is ${name}`);
  const here = await profileOverride(context);
  if (here !== undefined && here.profile !== name)
    terminal.warn(`${here.by} overrides it here: ${here.profile}`);
}

async function renameProfile(context: Context, from: string, to: string): Promise<void> {
  const { configDir, terminal, interrupted: signal, clock } = context;
  const profiles = await import('../settings/profiles.ts');
  const { copyEntry, removeEntry } = await import('../auth/credentials/store.ts');
  const place = { configDir, clock, warn: (message: string) => terminal.warn(message) };
  profiles.checkProfileName(to, 'the new name');
  const check = (config: ReturnType<typeof profiles.readConfig>) => {
    const profile = profiles.existingProfile(config, from);
    if (profiles.profileIn(config, to) === undefined) return profile;
    throw new Failure('usage', `profile "${to}" already exists`, {
      hint: 'choose another name; those in use: newsletter profiles list',
    });
  };
  const { confirmLoosening, railsIn } = await import('../cli/loosening.ts');
  const rails = railsIn(check(profiles.readConfig(configDir)));
  // Under the old name, a new profile or a key in the environment would be without them.
  if (rails !== '')
    await confirmLoosening(context, {
      what: `renaming a profile with rails (${rails})`,
      question: `Rename profile ${from}? Its rails go with it (${rails}).`,
    });
  // The lock keeps another process from storing refreshed tokens under the old name.
  await withCredentialLock(place, from, signal, async () => {
    await copyEntry(place, from, to);
    await changeConfig(place, config => {
      const renamed = profiles.withProfile(profiles.withoutProfile(config, from), to, check(config));
      return config.current === from ? { ...renamed, current: to } : renamed;
    });
    await removeEntry(place, from);
  });
  const { localRuns } = await import('../changes/runs.ts');
  for (const { run, folder } of localRuns(configDir))
    if (run.profile === from) folder.update({ profile: to });
  terminal.note(`renamed profile ${from} to ${to}`);
  terminal.hint(`newsletter link ${to}, in each folder that is linked to ${from}`);
}

async function removeProfile(context: Context, name: string): Promise<void> {
  const { configDir, terminal, clock } = context;
  const profiles = await import('../settings/profiles.ts');
  const { keyStaysValid, signOut } = await import('../auth/sign-out.ts');
  const warn = (message: string) => terminal.warn(message);
  const { confirmLoosening, railsIn } = await import('../cli/loosening.ts');
  const before = profiles.readConfig(configDir);
  const { current = profiles.defaultProfile } = before;
  const { runsOfProfile } = await import('../changes/runs.ts');
  const rails = railsIn(profiles.existingProfile(before, name));
  const { lost, remove: removeRuns } = runsOfProfile(configDir, name);
  const what = `Remove ${profiles.nameOfProfile(before, name)}, its settings and its credentials?`;
  const question = `${what}${lost && ` ${lost}.`}`;
  if (rails !== '')
    await confirmLoosening(context, {
      what: `removing a profile with rails (${rails})`,
      question: `${question} It has rails (${rails}).`,
    });
  else if (!(await terminal.confirm(question, '--yes'))) {
    throw new Failure('declined', `profile ${name} was not removed`);
  }
  // Credentials first: if the program is killed in between, the profile is still listed and can be removed again.
  const settings = await context.settingsFor({ flags: { profile: name } });
  const signedOut = await signOut(context.sessionSources(settings));
  if (signedOut?.notRevoked) {
    warn(`cannot revoke its tokens, they may still be valid (${signedOut.notRevoked.message})`);
  }
  await changeConfig({ configDir, warn, clock }, config => {
    const { current: chosen, ...others } = profiles.withoutProfile(config, name);
    return chosen === undefined || chosen === name ? others : { ...others, current: chosen };
  });
  removeRuns();
  terminal.note(`removed profile ${name}${lost && `; ${lost}`}`);
  if (signedOut?.kind === 'api-key') terminal.note(keyStaysValid);
  const here = await profileOverride(context);
  if (here?.profile === name) terminal.note(`${here.by} still names it`);
  const after = profiles.readConfig(configDir);
  if (current !== name || Object.keys(after.profiles).length === 0) return;
  if (profiles.profileIn(after, profiles.defaultProfile) !== undefined)
    return terminal.note(`the current profile is now ${profiles.defaultProfile}`);
  terminal.note('no profile is current; the next one that signs in will be');
  terminal.hint('newsletter profiles use <name>');
}
