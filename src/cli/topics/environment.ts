import { type Setting, settingNames, settings, variableOf } from '../../settings/schema.ts';
import { columns } from './columns.ts';

/** `newsletter help environment`. */
export function page(): string {
  const ofSettings = settingNames.map(name => {
    const setting: Setting = settings[name];
    const defaultText = setting.default === undefined ? '' : ` (${setting.default})`;
    return [variableOf(name), `${name}: ${setting.meaning}${defaultText}`] as const;
  });
  return `Settings and variables

A flag beats the environment, which beats the .newsletterrc.json of the folder
(newsletter help accounts), which beats the profile, which beats the default.
"newsletter config set <setting> <value>" keeps a value in the profile;
"newsletter config list" shows what applies, and where it comes from. A
variable that is empty is not set.

Settings:
${columns(ofSettings)}

Signing in:
${columns([
  [
    'NEWSLETTER_API_KEY',
    'personal API key; beats stored credentials, but not an explicit --profile, nor where .newsletterrc.json names a profile; never stored',
  ],
  [
    'NEWSLETTER_CLIENT_SECRET',
    'the client secret for a sign-in by browser, where no broker holds it; never stored',
  ],
  ['NEWSLETTER_PROFILE', 'which stored account to use'],
  ['NEWSLETTER_CONFIG_DIR', 'folder for all that the program keeps'],
  ['NEWSLETTER_FOLDER_FILE', 'a file in place of .newsletterrc.json; none: no such file'],
])}

What is shown and asked:
${columns([
  ['NEWSLETTER_DEBUG', '1: as --verbose'],
  ['CI', 'set: as --no-input (newsletter help ci)'],
  ['NO_COLOR, FORCE_COLOR', 'no colours; colours even in a pipe'],
  ['BROWSER', 'program that opens the page of a sign-in'],
  ['COLUMNS', 'width of help texts, and of tables that go into a pipe'],
])}

Network:
${columns([
  ['HTTPS_PROXY, HTTP_PROXY', 'proxies'],
  ['NO_PROXY', 'hosts that are reached without'],
  ['NODE_EXTRA_CA_CERTS', 'file of further certificates to trust'],
])}
`;
}
