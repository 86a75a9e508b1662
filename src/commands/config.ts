import { namedBy } from '../cli/account-check.ts';
import { type CommandGroup, command } from '../cli/command.ts';
import type { Context } from '../context.ts';
import { fieldsFrom } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';
import { changeConfig } from '../settings/config-lock.ts';
import type { Profile } from '../settings/profiles.ts';
import type { Settings } from '../settings/resolve.ts';
import type { SettingName } from '../settings/schema.ts';
import type { View } from '../terminal/terminal.ts';

const settingArgument = {
  name: '<setting>',
  description: 'setting name (see newsletter config list)',
} as const;

const settingsView: View = {
  plural: 'settings',
  columns: ['name', 'value', 'origin', 'meaning'],
  kinds: fieldsFrom('name:text value:anything? origin:text? file:text? meaning:text'),
};

const settingView: View = {
  plural: 'settings',
  columns: ['name', 'value', 'origin', 'file'],
  kinds: fieldsFrom('name:text value:anything? origin:text? file:text?'),
};

const pathView: View = {
  plural: 'paths',
  columns: ['path', 'folder'],
  kinds: fieldsFrom('path:text folder:text?'),
};

const list = command({
  name: 'list',
  description: 'List all settings, with value, origin and meaning.',
  requests: [],
  output: settingsView,
  prints: 'list',
  examples: [
    ['all settings', 'newsletter config list'],
    ['settings of another profile', 'newsletter config list --profile work'],
  ],
  run: listSettings,
});

const get = command({
  name: 'get',
  description: 'Print the value of a setting. Exit status 2 if it is not set.',
  arguments: [settingArgument],
  requests: [],
  output: settingView,
  prints: 'record',
  codes: ['missing_setting'],
  examples: [
    ['one value', 'newsletter config get base-url'],
    ['with its origin', 'newsletter config get timeout --json'],
  ],
  run: async (context, [name]) => await getSetting(context, name),
});

const set = command({
  name: 'set',
  description: 'Store a setting in the profile.',
  arguments: [settingArgument, { name: '<value>', description: 'new value', completes: 'setting-value' }],
  requests: [],
  output: 'text',
  codes: ['not_allowed', 'declined'],
  changesThisMachine: true,
  examples: [
    ['set the base URL', 'newsletter config set base-url https://api.example.com'],
    ['for another profile', 'newsletter config set timeout 60 --profile work'],
  ],
  run: async (context, [name, value]) => await setSetting(context, name, value),
});

const unset = command({
  name: 'unset',
  description: 'Remove a setting from the profile.',
  arguments: [settingArgument],
  requests: [],
  output: 'text',
  codes: ['not_allowed', 'declined'],
  changesThisMachine: true,
  examples: [
    ['back to the default', 'newsletter config unset timeout'],
    ['in another profile', 'newsletter config unset base-url --profile work'],
  ],
  run: async (context, [name]) => await unsetSetting(context, name),
});

const path = command({
  name: 'path',
  description:
    'Print the path of the settings file. Set NEWSLETTER_CONFIG_DIR to use another folder. If a .newsletterrc.json applies here, its path goes to stderr.',
  requests: [],
  output: pathView,
  prints: 'record',
  examples: [
    ['print the path', 'newsletter config path'],
    ['show the file', 'cat "$(newsletter config path)"'],
  ],
  run: async context => {
    const { configFile } = await import('../settings/profiles.ts');
    const { terminal } = context;
    const file = configFile(context.configDir);
    const { projectFile } = await context.settingsFor({ creating: true });
    if (!terminal.isDefaultFormat)
      return await terminal.record({ path: file, folder: projectFile ?? null }, pathView);
    await terminal.print(file);
    if (projectFile !== undefined) terminal.note(`folder: ${projectFile}`);
  },
});

export const config: CommandGroup = {
  name: 'config',
  description:
    'Manage the settings of the current profile. Precedence: flag, environment variable, .newsletterrc.json of the folder (newsletter help environment), profile, default. Every setting has a variable: NEWSLETTER_ and its name in capitals.',
  examples: [
    ['all settings, and where they come from', 'newsletter config list'],
    ['set the base URL', 'newsletter config set base-url https://api.example.com'],
  ],
  commands: [list, get, set, unset, path],
};

async function listSettings(context: Context): Promise<void> {
  const { settingNames, settings: table } = await import('../settings/schema.ts');
  const settings = await context.settings();
  const rows = settingNames.map(name => ({ ...rowOf(settings, name), meaning: table[name].meaning }));
  await context.terminal.list(rows, settingsView);
  noteProjectFile(context, settings);
}

function rowOf(settings: Settings, name: SettingName) {
  const origin = settings.origin(name) ?? null;
  const file = origin === 'folder' ? settings.setBy(name) : null;
  return { name, value: settings.get(name) ?? null, origin, file };
}

function noteProjectFile(context: Context, settings: Settings): void {
  const { profile, projectFile } = settings;
  if (projectFile === undefined) return;
  context.terminal.note(`profile: ${profile}${namedBy(context, settings)}`);
  context.terminal.note(`folder:  ${projectFile}`);
}

async function getSetting(context: Context, text: string): Promise<void> {
  const name = await settingNamed(text);
  const settings = await context.settings();
  const value = settings.need(name);
  const { terminal } = context;
  if (terminal.isDefaultFormat) return await terminal.print(String(value));
  await terminal.record(rowOf(settings, name), settingView);
}

async function setSetting(context: Context, text: string, valueText: string): Promise<void> {
  const { parseSetting } = await import('../settings/parse.ts');
  const { terminal } = context;
  const name = await settingNamed(text);
  const value = parseSetting(name, valueText);
  const settings = await context.settings();
  await checkLoosening(context, settings, name, value);
  await changeProfile(context, settings, profile => ({ ...profile, [name]: value }));
  terminal.note(`${name} is ${value} in profile ${settings.profile}${namedBy(context, settings)}`);
  const { isRail } = await import('../settings/schema.ts');
  // Rails and expected accounts hold wherever they are set.
  if (name !== 'expect-account' && !isRail(name) && settings.origin(name) === 'folder')
    terminal.warn(`${settings.setBy(name)} overrides it here`);
}

async function unsetSetting(context: Context, text: string): Promise<void> {
  const { profileIn, readConfig } = await import('../settings/profiles.ts');
  const name = await settingNamed(text);
  const settings = await context.settings();
  const isSet = profileIn(readConfig(context.configDir), settings.profile)?.[name] !== undefined;
  if (isSet) {
    await checkLoosening(context, settings, name, undefined);
    await changeProfile(context, settings, ({ [name]: _, ...others }) => others);
  }
  const what = isSet ? 'is no longer set' : 'was not set';
  context.terminal.note(`${name} ${what} in profile ${settings.profile}${namedBy(context, settings)}`);
}

/** What limits a profile is loosened by people alone. @throws Failure not_allowed, declined */
async function checkLoosening(
  context: Context,
  settings: Settings,
  name: SettingName,
  value: string | number | undefined,
): Promise<void> {
  const { isRail } = await import('../settings/schema.ts');
  const { isLooser } = await import('../settings/resolve.ts');
  const before = settings.stored(name);
  if (!isRail(name) || before === undefined || before === value) return;
  if (!isLooser(name, value, before)) return;
  const { nameOfProfile, readConfig } = await import('../settings/profiles.ts');
  const where = nameOfProfile(readConfig(context.configDir), settings.profile);
  const what = `${name} from ${before} to ${value ?? 'not set'} in ${where}`;
  const { confirmLoosening } = await import('../cli/loosening.ts');
  await confirmLoosening(context, { what: `loosening ${what}`, question: `Loosen ${what}?` });
}

async function changeProfile(
  { configDir, terminal, clock }: Context,
  { profile, profileOrigin }: Settings,
  change: (profile: Profile) => Profile,
): Promise<void> {
  if (profileOrigin === 'none') throw (await import('../auth/session.ts')).noneIsCurrent();
  const { profileIn, withProfile } = await import('../settings/profiles.ts');
  const warn = (message: string) => terminal.warn(message);
  await changeConfig({ configDir, warn, clock }, config =>
    withProfile(config, profile, change(profileIn(config, profile) ?? {})),
  );
}

async function settingNamed(text: string): Promise<SettingName> {
  const { isSettingName, settingNames } = await import('../settings/schema.ts');
  if (isSettingName(text)) return text;
  const { didYouMean } = await import('../lib/text/nearest.ts');
  throw new Failure('invalid_value', `unknown setting "${text}"`, {
    details: [`settings: ${settingNames.join(', ')}`],
    hint: didYouMean(text, settingNames, 'newsletter config list'),
  });
}
