import { type Setting, settingNames, settings, variableOf } from '../../settings/schema.ts';
import { globalOptions } from '../options/global-options.ts';
import { columns } from './columns.ts';

/** `newsletter help options`. */
export function globals(): string {
  const lines = Object.values(globalOptions).map(({ flags, description }) => [flags, description] as const);
  return `Global options

Every command takes these, before or after its name:

${columns(lines)}
`;
}

/** `newsletter help environment`. */
export function page(): string {
  const ofSettings = settingNames.map(name => {
    const setting: Setting = settings[name];
    const defaultText = setting.default === undefined ? '' : ` (default ${setting.default})`;
    return [variableOf(name), `${name}: ${setting.meaning}${defaultText}`] as const;
  });
  return `Settings and environment variables

Precedence: flag, environment variable, .newsletterrc.json of the folder
(newsletter help accounts), profile (newsletter config set <setting> <value>),
default. newsletter config list shows all values and where they come from. An
empty variable counts as not set.

Settings:
${columns(ofSettings)}

Signing in:
${columns([
  ['NEWSLETTER_API_KEY', 'personal API key; overrides stored credentials, but not --profile; never stored'],
  ['NEWSLETTER_CLIENT_SECRET', 'client secret for browser sign-in without a broker; never stored'],
  ['NEWSLETTER_PROFILE', 'stored account to use'],
  ['NEWSLETTER_CONFIG_DIR', 'folder for all files of this program'],
])}

Output and prompts:
${columns([
  ['NEWSLETTER_DEBUG', '1: same as --verbose'],
  ['CI', 'if set: same as --no-input (newsletter help ci)'],
  ['AI_AGENT', 'coding agent at the keyboard, if not noticed; 0: a person is'],
  ['NO_COLOR, FORCE_COLOR', 'disable colors; force colors'],
  ['ACCESSIBLE', '1: for screen readers: numbered questions, no redrawn lines, no symbols'],
  ['BROWSER', 'browser to open for sign-in'],
  ['COLUMNS', 'width of help texts, and of tables in a pipe'],
])}

Network:
${columns([
  ['HTTPS_PROXY, HTTP_PROXY', 'proxy URLs'],
  ['NO_PROXY', 'hosts to reach without a proxy'],
  ['NODE_EXTRA_CA_CERTS', 'file with extra certificates to trust'],
])}
`;
}
