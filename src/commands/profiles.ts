import type { Command } from 'commander';
import { requests } from '../cli/command-metadata.ts';
import { refuseDryRun } from '../cli/dry-run-flag.ts';
import { examples } from '../cli/examples.ts';
import { forgetNames } from '../completion/name-cache.ts';
import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';

/** `profiles`: several accounts side by side. */
export function register(parent: Command, context: Context): void {
  const profiles = parent
    .command('profiles')
    .summary('several accounts side by side')
    .description(
      'Several accounts side by side: each profile has its own credentials and settings. `newsletter login --profile <name>` creates one.',
    );
  examples(profiles, [
    ['which are there?', 'newsletter profiles list'],
    ['switch to another', 'newsletter profiles use work'],
  ]);
  registerList(profiles, context);
  registerUse(profiles, context);
  registerRename(profiles, context);
  registerRemove(profiles, context);
}

function registerList(profiles: Command, context: Context): void {
  const command = profiles
    .command('list')
    .description('List the profiles: which is current, where it leads, and whether it is signed in.')
    .action(async () => {
      await list(context);
    });
  requests(command, []);
  examples(command, [
    ['all profiles', 'newsletter profiles list'],
    ['their names', 'newsletter profiles list -o tsv --fields name'],
  ]);
}

async function list(context: Context): Promise<void> {
  const { configDir, terminal } = context;
  const { defaultProfile, readConfig } = await import('../settings/profiles.ts');
  const { profilesWithCredentials } = await import('../auth/credentials/file.ts');
  const { current = defaultProfile, profiles } = readConfig(configDir);
  const signedIn = profilesWithCredentials(configDir, message => terminal.warn(message));
  const rows = Object.entries(profiles).map(([name, settings]) => ({
    name,
    current: name === current,
    base_url: settings['base-url'] ?? null,
    signed_in: signedIn.includes(name),
  }));
  await terminal.list(rows, {
    plural: 'profiles',
    columns: ['name', 'current', 'base_url', 'signed_in'],
    kinds: { current: { kind: 'boolean' }, signed_in: { kind: 'boolean' } },
    empty: 'newsletter login',
  });
  const named = await profileHere(context);
  if (named !== undefined) terminal.note(`in use: ${named.profile} (named by ${named.by})`);
}

/** The profile that the variable or the folder's file names, which beats the current one. */
async function profileHere({ environment, workingFolder }: Context) {
  const variable = environment.NEWSLETTER_PROFILE?.trim();
  if (variable) return { profile: variable, by: 'NEWSLETTER_PROFILE' };
  const { readProjectFile } = await import('../settings/project-file.ts');
  const file = readProjectFile(workingFolder, environment);
  return file?.profile === undefined ? undefined : { profile: file.profile, by: file.path };
}

/** For a name that is no longer there. */
async function warnOfName(context: Context, name: string): Promise<void> {
  const here = await profileHere(context);
  if (here?.profile === name) context.terminal.warn(`${here.by} still names ${name}`);
}

function registerUse(profiles: Command, context: Context): void {
  const command = profiles
    .command('use')
    .description('Make a profile the current one: the one used when no other is named.')
    .argument('<profile>', 'a profile')
    .action(async (name: string) => {
      refuseDryRun(context);
      await use(context, name);
    });
  requests(command, [], { here: true });
  examples(command, [
    ['switch', 'newsletter profiles use work'],
    ['for one command only, name it there', 'newsletter subscribers list --profile work'],
  ]);
}

async function use(context: Context, name: string): Promise<void> {
  const { configDir, terminal } = context;
  const [{ changeConfig }, { existingProfile, readConfig }] = await Promise.all([
    import('../settings/change-config.ts'),
    import('../settings/profiles.ts'),
  ]);
  existingProfile(readConfig(configDir), name);
  await changeConfig(
    configDir,
    message => terminal.warn(message),
    config => {
      existingProfile(config, name);
      return { ...config, current: name };
    },
  );
  terminal.note(`the current profile is ${name}`);
  const here = await profileHere(context);
  if (here !== undefined && here.profile !== name) terminal.warn(`${here.by} beats it here: ${here.profile}`);
}

function registerRename(profiles: Command, context: Context): void {
  const command = profiles
    .command('rename')
    .description('Give a profile another name; its settings and credentials go with it.')
    .argument('<profile>', 'a profile')
    .argument('<new-name>', 'its new name')
    .action(async (from: string, to: string) => {
      refuseDryRun(context);
      await rename(context, from, to);
    });
  requests(command, [], { here: true });
  examples(command, [
    ['rename the first profile', 'newsletter profiles rename default work'],
    ['and back', 'newsletter profiles rename work default'],
  ]);
}

async function rename(context: Context, from: string, to: string): Promise<void> {
  const { configDir, terminal, interrupted } = context;
  const store = await import('../settings/profiles.ts');
  const { changeConfig } = await import('../settings/change-config.ts');
  const { copyCredential, forgetCredentials } = await import('../auth/credentials/file.ts');
  const { withCredentialLock } = await import('../auth/credentials/lock.ts');
  const warn = (message: string) => terminal.warn(message);
  store.checkProfileName(to, 'the new name');
  const check = (config: ReturnType<typeof store.readConfig>) => {
    const profile = store.existingProfile(config, from);
    if (store.profileIn(config, to) === undefined) return profile;
    throw new Failure('usage', `there is a profile "${to}" already`, {
      hint: `newsletter profiles remove ${to}`,
    });
  };
  check(store.readConfig(configDir));
  // A process that refreshes meanwhile would store the new tokens under the old name.
  await withCredentialLock({ configDir, warn }, from, interrupted, async () => {
    await copyCredential(configDir, from, to, warn);
    await changeConfig(configDir, warn, config => {
      const renamed = store.withProfile(store.withoutProfile(config, from), to, check(config));
      return config.current === from ? { ...renamed, current: to } : renamed;
    });
    await forgetCredentials(configDir, [from], warn);
  });
  forgetNames(configDir, from);
  terminal.note(`profile ${from} is now ${to}`);
  await warnOfName(context, from);
}

function registerRemove(profiles: Command, context: Context): void {
  const command = profiles
    .command('remove')
    .description('Remove a profile with its settings and credentials, after asking.')
    .argument('<profile>', 'a profile')
    .action(async (name: string) => {
      refuseDryRun(context);
      await remove(context, name);
    });
  requests(command, ['oauth'], {
    here: true,
    codes: ['keychain_unavailable', 'confirmation_needed', 'declined'],
  });
  examples(command, [
    ['remove one', 'newsletter profiles remove work'],
    ['in a script', 'newsletter profiles remove work --yes'],
  ]);
}

async function remove(context: Context, name: string): Promise<void> {
  const { configDir, terminal } = context;
  const store = await import('../settings/profiles.ts');
  const { changeConfig } = await import('../settings/change-config.ts');
  const { signOut } = await import('../auth/sign-out.ts');
  const warn = (message: string) => terminal.warn(message);
  store.existingProfile(store.readConfig(configDir), name);
  if (!(await terminal.confirm(`Remove profile ${name}, its settings and its credentials?`, '--yes'))) {
    throw new Failure('declined', `profile ${name} was not removed`);
  }
  // The secret first: cut off between the two, what is left shows in the list and can be removed again.
  const settings = await context.settingsFor({ flags: { profile: name } });
  const signedOut = await signOut(context.sessionSources(settings));
  if (signedOut?.notRevoked) {
    warn(`its tokens may still be valid: they could not be revoked (${signedOut.notRevoked.message})`);
  }
  await changeConfig(configDir, warn, config => {
    const { current, ...others } = store.withoutProfile(config, name);
    return current === undefined || current === name ? others : { ...others, current };
  });
  forgetNames(configDir, name);
  terminal.note(`profile ${name} is removed`);
  await warnOfName(context, name);
  const { current = store.defaultProfile, profiles } = store.readConfig(configDir);
  const isUsable = store.profileIn({ profiles }, current) !== undefined;
  if (!isUsable && Object.keys(profiles).length > 0) terminal.hint('newsletter profiles use <name>');
}
