/** The account of the credentials: its name in messages, and whether it is the expected one. */
import type { Account } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { profilesOfAccount, readConfig } from '../settings/profiles.ts';
import type { SetValue } from '../settings/schema.ts';
import { sanitizeLine } from '../terminal/shown-text.ts';
import type { SessionSources } from './credentials/store.ts';
import { usesEnvironmentKey } from './session.ts';

/**
 * Compares the account of the credentials with the expected ones: it must be what each place says that expects one, so
 * that a variable or a flag cannot lead a linked folder to another account.
 *
 * @param account the response of GET /v1/account
 * @param atSignIn the credentials are not stored for the profile yet
 * @throws Failure wrong_account when an account is expected that has neither this slug nor this id
 */
export function checkExpectedAccount(
  { name, slug, id }: Account,
  sources: Pick<SessionSources, 'settings' | 'environment' | 'configDir'>,
  atSignIn = false,
): void {
  const { settings, environment } = sources;
  const expected = settings.expectedAccounts();
  const isMet = ({ value }: SetValue) =>
    value === slug || String(value).toLowerCase() === String(id).toLowerCase();
  const unmet = expected.find(each => !isMet(each));
  if (unmet === undefined) return;
  const by =
    !atSignIn && usesEnvironmentKey(settings, environment)
      ? 'the key is in NEWSLETTER_API_KEY'
      : `the profile is ${settings.profile}${settings.profileBy ? ` (from ${settings.profileBy})` : ''}`;
  const isOfFile = unmet.origin === 'file';
  const message = isOfFile
    ? `${unmet.by} is for ${unmet.value}; these credentials belong to ${slug}`
    : `these credentials belong to ${slug}, not to ${unmet.value}`;
  // A folder is for one account; variables may be left from other work.
  const meant = expected.find(({ origin }) => origin === 'folder') ?? unmet;
  const elsewhere = meant.origin === 'folder' ? 'sign in to another account in another folder' : undefined;
  const copy = `run the command in that folder; if the file is for ${slug} all the same, copy it out of there`;
  throw new Failure('wrong_account', atSignIn ? `${message}; nothing was stored` : message, {
    details: [
      `the account is ${name} (${slug}, ${id}); ${by}`,
      // By both of its paths, a file mostly is in one folder.
      ...new Set(expected.map(each => `${each.value} is expected by ${each.by}`)),
    ],
    hint: atSignIn ? elsewhere : isOfFile ? copy : remedy(sources, meant, !isMet(meant)),
  });
}

/**
 * What leads to the account that is meant, if possible without giving up what expects it.
 *
 * @param isWrong whether the credentials belong to another account
 */
function remedy(
  { settings, environment, configDir }: Parameters<typeof checkExpectedAccount>[1],
  meant: SetValue,
  isWrong: boolean,
): string {
  const chosenBy = usesEnvironmentKey(settings, environment) ? 'NEWSLETTER_API_KEY' : settings.profileBy;
  const others = settings.expectedAccounts().filter(({ value }) => value !== meant.value);
  const without = [...(isWrong && chosenBy ? [chosenBy] : []), ...others.map(({ by }) => by)]
    .filter(by => /^(?:--|NEWSLETTER_)/.test(by))
    .map(by => `${by.startsWith('--') ? 'leave out' : 'unset'} ${by}`)
    .join(' and ');
  if (!isWrong) return without || 'all of these must expect the same account';
  const [leads] = profilesOfAccount(readConfig(configDir), String(meant.value));
  const other = `pass --profile ${leads ?? '<name>; to list them: newsletter profiles list'}`;
  if (meant.origin !== 'folder') return without === '' ? other : `${without}, or ${other}`;
  if (without !== '') return `${without}, or run it in another folder`;
  if (settings.profileOrigin !== 'folder') return other;
  return leads === undefined ? `newsletter login --profile ${settings.profile}` : `newsletter link ${leads}`;
}

/**
 * The hint that leads to a command in another account: with its profile, and where to type it.
 *
 * @param profile that of the account; undefined if none is signed in to it
 * @param url the address of its service
 */
export function inOtherAccount(
  command: string,
  { profile, url }: { profile: string | undefined; url: string },
): string {
  if (profile === undefined) return `newsletter login --profile <new name> --base-url ${url}`;
  return `${command} --profile ${profile} (not in a folder that is linked to another account)`;
}

/** @throws Failure unexpected_answer when the service does not say which account would send an email */
export function checkAccountNamed({ id, name }: Partial<Account>): void {
  if (isText(id) && isText(name)) return;
  throw new Failure('unexpected_answer', 'nothing was sent: the service does not say which account this is', {
    details: ['its answer to GET /v1/account has no id or no name'],
    hint: 'newsletter account get -o json',
  });
}

/**
 * The account for messages, on one line: `The Slow Carriage (slow-carriage)`. service.txt does not show the response of GET
 * /v1/account: id and name may be missing.
 */
export function accountName({ name, slug }: Partial<Account>): string {
  const shown = isText(name) ? name : 'an account without a name';
  return sanitizeLine(isText(slug) ? `${shown} (${slug})` : shown);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
