/** The account of the credentials: its name in messages, and whether it is the expected one. */
import type { Account } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { profileOfAccount, readConfig } from '../settings/profiles.ts';
import { type ExpectedAccount, profileNamedBy, type Settings } from '../settings/schema.ts';
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
  account: Account,
  sources: Pick<SessionSources, 'settings' | 'environment' | 'configDir'>,
  atSignIn = false,
): void {
  const { settings, environment } = sources;
  const { name, slug, id } = account;
  const expected = settings.expectedAccounts();
  const isMet = ({ account: one }: ExpectedAccount) =>
    one === slug || one.toLowerCase() === String(id).toLowerCase();
  const unmet = expected.find(each => !isMet(each));
  if (unmet === undefined) return;
  const source = profileNamedBy(settings);
  const isKey = !atSignIn && usesEnvironmentKey(settings, environment);
  const by = isKey
    ? 'the key is in NEWSLETTER_API_KEY'
    : `the profile is ${settings.profile}${source === undefined ? '' : ` (from ${source})`}`;
  const message = `these credentials belong to ${slug}, not to ${unmet.account}`;
  const meant = expected.find(({ origin }) => origin === 'folder') ?? unmet;
  const signInElsewhere =
    meant.origin === 'folder' ? 'sign in to another account in another folder' : undefined;
  throw new Failure('wrong_account', atSignIn ? `${message}; nothing was stored` : message, {
    details: [
      `the account is ${name} (${slug}, ${id}); ${by}`,
      ...expected.map(each => `${each.account} is expected by ${each.by}`),
    ],
    hint: atSignIn ? signInElsewhere : remedy(sources, { meant, isWrong: !isMet(meant), expected }),
  });
}

interface Expectations {
  /** What the folder expects, if it does: variables may be left from other work. */
  readonly meant: ExpectedAccount;
  /** The credentials belong to another account than the one that is meant. */
  readonly isWrong: boolean;
  readonly expected: readonly ExpectedAccount[];
}

/** What leads to the account that is meant: another way than by giving up what expects it. */
function remedy(
  { settings, environment, configDir }: Parameters<typeof checkExpectedAccount>[1],
  { meant, isWrong, expected }: Expectations,
): string {
  const isKey = usesEnvironmentKey(settings, environment);
  const chosenBy = isKey ? 'NEWSLETTER_API_KEY' : profileNamedBy(settings);
  const others = expected.filter(({ account }) => account !== meant.account).map(({ by }) => by);
  const inTheWay = isWrong && chosenBy !== undefined ? [chosenBy, ...others] : others;
  const variables = inTheWay.filter(by => by.startsWith('NEWSLETTER_'));
  const ways = [
    ...(variables.length === 0 ? [] : [`unset ${variables.join(' ')}`]),
    ...inTheWay.filter(by => by.startsWith('--')).map(flag => `leave out ${flag}`),
  ];
  const without = ways.join(' and ');
  if (!isWrong) return without || 'all of these must expect the same account';
  const leads = profileOfAccount(readConfig(configDir), meant.account);
  if (meant.origin === 'folder') {
    if (without !== '') return `${without}, or run it in another folder`;
    if (settings.profileOrigin === 'folder')
      return leads === undefined
        ? `newsletter login --profile ${settings.profile}`
        : `newsletter link ${leads}`;
  }
  const left = meant.origin === 'environment' ? [`unset ${meant.by}`] : [];
  const all = leads === undefined ? '; to list them: newsletter profiles list' : '';
  return [...ways, ...left, `pass --profile ${leads ?? '<name>'}${all}`].join(', or ');
}

/** Whether a project file says which account is meant here. */
export function isLinkedFolder(settings: Settings): boolean {
  return (
    settings.profileOrigin === 'folder' ||
    settings.expectedAccounts().some(({ origin }) => origin === 'folder')
  );
}

/**
 * The hint that leads to a command in another account: with its profile, and where to type it.
 *
 * @param profile that of the account; undefined if none is signed in to it
 * @param url the address of its service
 */
export function inOtherAccount(
  command: string,
  { profile, url, isLinked }: { profile: string | undefined; url: string; isLinked: boolean },
): string {
  if (profile === undefined) return `newsletter login --profile <new name> --base-url ${url}`;
  const where = isLinked ? 'in a folder that is not linked to another account: ' : '';
  return `${where}${command} --profile ${profile}`;
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
