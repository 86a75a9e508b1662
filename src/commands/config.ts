import type { Command } from 'commander';
import { namedBy } from '../cli/account-check.ts';
import { requests } from '../cli/command-metadata.ts';
import { refuseDryRun } from '../cli/dry-run-flag.ts';
import { examples } from '../cli/examples.ts';
import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import type { SettingName, Settings } from '../settings/schema.ts';

/** `config`: the settings of a profile. */
export function register(parent: Command, context: Context): void {
  const config = parent
    .command('config')
    .summary('settings')
    .description(
      'Settings of the profile in use. A flag beats the environment, which beats the .newsletterrc.json of the folder (newsletter help accounts), which beats the profile, which beats the default; every setting has a variable, NEWSLETTER_ and its name in capitals.',
    );
  examples(config, [
    ['what applies, and where it comes from', 'newsletter config list'],
    ['keep the address of the service', 'newsletter config set base-url https://api.example.com'],
  ]);
  registerList(config, context);
  registerGet(config, context);
  registerSet(config, context);
  registerUnset(config, context);
  registerPath(config, context);
}

function registerList(config: Command, context: Context): void {
  const command = config
    .command('list')
    .description('List every setting with the value that applies, where that comes from, and its meaning.')
    .action(async () => {
      await list(context);
    });
  requests(command, []);
  examples(command, [
    ['all settings', 'newsletter config list'],
    ['those of another profile', 'newsletter config list --profile work'],
  ]);
}

async function list(context: Context): Promise<void> {
  const { settingNames, settings: table } = await import('../settings/schema.ts');
  const settings = await context.settings();
  const rows = settingNames.map(name => ({
    name,
    value: settings.get(name) ?? null,
    origin: settings.origin(name) ?? null,
    file: fileOf(settings, name),
    meaning: table[name].meaning,
  }));
  await context.terminal.list(rows, {
    plural: 'settings',
    columns: ['name', 'value', 'origin', 'meaning'],
  });
  sayWhich(context, settings);
}

/** The folder's file, where the value is from there. */
function fileOf(settings: Settings, name: SettingName): string | null {
  return settings.origin(name) === 'folder' ? (settings.projectFile ?? null) : null;
}

/** What would otherwise be a riddle: settings that come with the folder. */
function sayWhich(context: Context, settings: Settings): void {
  const { profile, projectFile } = settings;
  if (projectFile === undefined) return;
  context.terminal.note(`profile: ${profile}${namedBy(context, settings)}`);
  context.terminal.note(`folder:  ${projectFile}`);
}

function registerGet(config: Command, context: Context): void {
  const command = config
    .command('get')
    .description('Print the value of a setting that applies. Exit status 2 when it is not set.')
    .argument('<setting>', 'one of those that newsletter config list shows')
    .action(async (name: string) => {
      await get(context, name);
    });
  requests(command, [], { codes: ['missing_setting'] });
  examples(command, [
    ['one value', 'newsletter config get base-url'],
    ['with its origin', 'newsletter config get timeout --json'],
  ]);
}

async function get(context: Context, text: string): Promise<void> {
  const name = await settingNamed(text);
  const settings = await context.settings();
  const value = settings.need(name);
  const { terminal } = context;
  if (terminal.format === 'table' || terminal.format === 'tsv') return await terminal.print(String(value));
  const row = { name, value, origin: settings.origin(name), file: fileOf(settings, name) };
  await terminal.record(row, { plural: 'settings', columns: Object.keys(row) });
}

function registerSet(config: Command, context: Context): void {
  const command = config
    .command('set')
    .description('Keep a value for a setting in the profile, which is created when it does not exist.')
    .argument('<setting>', 'one of those that newsletter config list shows')
    .argument('<value>', 'its value')
    .action(async (name: string, value: string) => {
      refuseDryRun(context);
      await set(context, name, value);
    });
  requests(command, [], { here: true });
  examples(command, [
    ['keep the address of the service', 'newsletter config set base-url https://api.example.com'],
    ['for another profile', 'newsletter config set timeout 60 --profile work'],
  ]);
}

async function set(context: Context, text: string, valueText: string): Promise<void> {
  const { parseSetting } = await import('../settings/parse.ts');
  const [{ changeConfig }, { profileIn, withProfile }] = await Promise.all([
    import('../settings/change-config.ts'),
    import('../settings/profiles.ts'),
  ]);
  const { configDir, terminal } = context;
  const name = await settingNamed(text);
  const value = parseSetting(name, valueText);
  const settings = await context.settingsFor({ creating: true });
  const { profile } = settings;
  await changeConfig(
    configDir,
    message => terminal.warn(message),
    config =>
      withProfile(config, profile, {
        ...profileIn(config, profile),
        [name]: value,
      }),
  );
  terminal.note(`${name} is ${value} in profile ${profile}${namedBy(context, settings)}`);
  if (settings.origin(name) === 'folder') terminal.warn(`${settings.projectFile} beats it here`);
}

function registerUnset(config: Command, context: Context): void {
  const command = config
    .command('unset')
    .description('Forget the value of a setting that the profile keeps.')
    .argument('<setting>', 'one of those that newsletter config list shows')
    .action(async (name: string) => {
      refuseDryRun(context);
      await unset(context, name);
    });
  requests(command, [], { here: true });
  examples(command, [
    ['back to the default', 'newsletter config unset timeout'],
    ['in another profile', 'newsletter config unset base-url --profile work'],
  ]);
}

async function unset(context: Context, text: string): Promise<void> {
  const [{ changeConfig }, { profileIn, readConfig, withProfile }] = await Promise.all([
    import('../settings/change-config.ts'),
    import('../settings/profiles.ts'),
  ]);
  const { configDir, terminal } = context;
  const name = await settingNamed(text);
  const settings = await context.settings();
  const { profile } = settings;
  if (profileIn(readConfig(configDir), profile)?.[name] === undefined) {
    terminal.note(`${name} was not set in profile ${profile}${namedBy(context, settings)}`);
    return;
  }
  await changeConfig(
    configDir,
    message => terminal.warn(message),
    config => {
      const { [name]: _, ...others } = profileIn(config, profile) ?? {};
      return withProfile(config, profile, others);
    },
  );
  terminal.note(`${name} is no longer set in profile ${profile}${namedBy(context, settings)}`);
}

function registerPath(config: Command, context: Context): void {
  const command = config
    .command('path')
    .description(
      'Print where the settings are kept. NEWSLETTER_CONFIG_DIR moves everything. The .newsletterrc.json that applies here, if one does, is named on stderr.',
    )
    .action(async () => {
      const { configFile } = await import('../settings/profiles.ts');
      await context.terminal.print(configFile(context.configDir));
      const { projectFile } = await context.settingsFor({ creating: true });
      if (projectFile !== undefined) context.terminal.note(`folder: ${projectFile}`);
    });
  requests(command, []);
  examples(command, [
    ['where are they?', 'newsletter config path'],
    ['look at them', 'cat "$(newsletter config path)"'],
  ]);
}

async function settingNamed(text: string): Promise<SettingName> {
  const { isSettingName, settingNames } = await import('../settings/schema.ts');
  if (isSettingName(text)) return text;
  const { nearest } = await import('../lib/nearest.ts');
  const near = nearest(text, settingNames);
  throw new Failure('invalid_value', `there is no setting "${text}"`, {
    details: [`settings: ${settingNames.join(', ')}`],
    hint: near === undefined ? 'newsletter config list' : `did you mean ${near}?`,
  });
}
