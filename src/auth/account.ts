/** The account of the credentials: its name in messages, and whether it is the expected one. */
import type { Account } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { setBy } from '../settings/schema.ts';
import { sanitizeLine } from '../terminal/shown-text.ts';
import type { SessionSources } from './credentials/store.ts';
import { usesEnvironmentKey } from './session.ts';

/**
 * Compares the account of the credentials with the expected one, if one is expected.
 *
 * @param account the response of GET /v1/account
 * @param atSignIn the credentials are not stored for the profile yet
 * @throws Failure wrong_account when an account is expected that has neither this slug nor this id
 */
export function checkExpectedAccount(
  { name, slug, id }: Account,
  { settings, environment }: Pick<SessionSources, 'settings' | 'environment'>,
  atSignIn = false,
): void {
  const expected = settings.get('expect-account');
  if (expected === undefined || expected === slug || expected.toLowerCase() === String(id).toLowerCase())
    return;
  const isKey = !atSignIn && usesEnvironmentKey(settings, environment);
  const by = isKey ? 'the key is in NEWSLETTER_API_KEY' : `the profile is ${settings.profile}`;
  const hint = isKey
    ? 'unset NEWSLETTER_API_KEY, or name a profile: --profile <name>'
    : '--profile <name> chooses another; to list them: newsletter profiles list';
  const message = `these credentials belong to ${slug}, not to ${expected}`;
  throw new Failure('wrong_account', atSignIn ? `${message}; nothing was stored` : message, {
    details: [
      `the account is ${name} (${slug}, ${id}); ${by}`,
      `${expected} is expected by ${setBy(settings, 'expect-account')}`,
    ],
    hint: atSignIn ? undefined : hint,
  });
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
