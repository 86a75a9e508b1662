import { profilesWithCredentials } from '../../auth/credentials/store.ts';
import { noneIsCurrent, usesEnvironmentKey } from '../../auth/session.ts';
import { isProxyAddress, proxyFor, proxyVariables } from '../../http/proxy-env.ts';
import { Failure } from '../../lib/failure.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { nearest } from '../../lib/text/nearest.ts';
import { parseSetting } from '../../settings/parse.ts';
import { accountIdInProfile, profileIn, profilesOfAccount, readConfig } from '../../settings/profiles.ts';
import { type SettingName, settingNames, variableOf } from '../../settings/schema.ts';
import {
  type CheckOutcome,
  type CheckResult,
  type DoctorContext,
  failure,
  failureFrom,
  ok,
  warning,
} from '../run-checks.ts';

const otherVariables = [
  'NEWSLETTER_API_KEY',
  'NEWSLETTER_CLIENT_SECRET',
  'NEWSLETTER_PROFILE',
  'NEWSLETTER_CONFIG_DIR',
  'NEWSLETTER_DEBUG',
];

export async function profile({ settings, environment, configDir }: DoctorContext): Promise<CheckOutcome> {
  const all = await settings();
  const { profile: name, profileOrigin, profileBy } = all;
  if (profileOrigin === 'none' && !usesEnvironmentKey(all, environment)) return failureFrom(noneIsCurrent());
  const named = profileBy && `, from ${profileBy}`;
  const why = named ?? (profileOrigin === 'none' ? ', since no profile is current' : '');
  const { profiles } = readConfig(configDir);
  const note = Object.hasOwn(profiles, name) ? '' : ', which is empty';
  const fix = 'newsletter profiles remove <name>, if a key was stored for the wrong one';
  const shared = Object.values(profiles)
    .map(own => profilesOfAccount({ profiles }, String(own[accountIdInProfile]), String(own['base-url'])))
    .filter(same => same.length > 1)
    .map(same => `${new Intl.ListFormat('en').format(same)} belong to the same account`);
  return [ok(`${name}${why}${note}`), ...[...new Set(shared)].map(message => warning(message, fix))];
}

export async function everySetting({
  settings,
  environment,
  configDir,
}: DoctorContext): Promise<CheckOutcome> {
  const all = await settings();
  const stored = profileIn(readConfig(configDir), all.profile) ?? {};
  const wrong = settingNames.flatMap(name => [
    ...malformed(name, environment[variableOf(name)], variableOf(name), `unset ${variableOf(name)}`),
    ...malformed(name, stored[name], `${name} in profile ${all.profile}`, `newsletter config unset ${name}`),
  ]);
  if (wrong.length > 0) return wrong;
  const set = settingNames.filter(name => !['default', undefined].includes(all.origin(name)));
  const origins = set.map(name => `${name} (${all.origin(name)})`);
  return ok(origins.length === 0 ? 'all default' : origins.join(', '));
}

function malformed(
  name: SettingName,
  value: string | number | undefined,
  from: string,
  fix: string,
): CheckResult[] {
  const text = String(value ?? '').trim();
  if (text === '') return [];
  try {
    parseSetting(name, text, from);
    return [];
  } catch (error) {
    const meant = error instanceof Failure && error.hint?.startsWith('did you mean') ? `; ${error.hint}` : '';
    return [{ ...failureFrom(error), fix: `${fix}, or set another value${meant}` }];
  }
}

export function variables({ environment }: DoctorContext): CheckOutcome {
  const known = [...settingNames.map(variableOf), ...otherVariables];
  return Object.keys(environment)
    .filter(name => /^NEWSLETTER_/i.test(name) && !known.includes(name) && environment[name] !== '')
    .map(name => {
      const near = nearest(name, known);
      const meant = near === undefined ? '' : `; did you mean ${near}?`;
      return warning(`unknown variable ${name}${meant}`, `unset ${name}`);
    });
}

export async function competingCredentials({
  settings,
  environment,
  configDir,
}: DoctorContext): Promise<CheckOutcome> {
  if (!environment.NEWSLETTER_API_KEY?.trim()) return undefined;
  const all = await settings();
  const { profile: name, profileOrigin } = all;
  if (profileOrigin === 'flag') return ok(`set, but --profile ${name} overrides it`);
  // The check of the sign-in then fails with the reason.
  if (profileOrigin === 'folder') return undefined;
  if (!profilesWithCredentials(configDir, () => {}).includes(name)) return ok('in use');
  const message = `in use instead of the credentials of profile ${name}`;
  return warning(message, `unset NEWSLETTER_API_KEY, or pass --profile ${name}`);
}

export async function baseUrl({ settings }: DoctorContext): Promise<CheckOutcome> {
  const all = await settings();
  const text = all.get('base-url');
  if (text === undefined) {
    return failure('base-url is not set', 'newsletter config set base-url <url>');
  }
  return ok(`${text} (${all.origin('base-url')})`);
}

export async function proxy({ settings, environment }: DoctorContext): Promise<CheckOutcome> {
  const url = new URL((await settings()).need('base-url'));
  const { httpProxy, httpsProxy, noProxy } = proxyVariables(environment);
  const named = [httpProxy, httpsProxy].filter(text => text !== '');
  if (named.length === 0) return undefined;
  // Not shown: it may hold a password.
  if (!named.every(isProxyAddress)) {
    const fix = 'export HTTPS_PROXY=http://proxy.example.com:3128';
    return failure('the proxy in the environment is not a URL', fix);
  }
  const used = proxyFor(url, environment);
  if (used !== undefined) return ok(`proxy ${new URL(used).host}`);
  const why = isLoopback(url.hostname) ? 'the service is on this machine' : `NO_PROXY is ${noProxy}`;
  return ok(`a proxy is set, but not used: ${why}`);
}
