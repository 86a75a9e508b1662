/** The account in messages. service.txt does not show the response of GET /v1/account: id and name may be missing. */
import type { Account } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/** @throws Failure unexpected_answer when the service does not say which account would send an email */
export function checkAccountNamed({ id, name }: Partial<Account>): void {
  if (isText(id) && isText(name)) return;
  throw new Failure('unexpected_answer', 'nothing was sent: the service does not say which account this is', {
    details: ['its answer to GET /v1/account has no id or no name'],
    hint: 'newsletter account get -o json',
  });
}

/** The account for messages, on one line: `The Slow Carriage (slow-carriage)`. */
export function accountName({ name, slug }: Partial<Account>): string {
  const shown = isText(name) ? name : 'an account without a name';
  return sanitizeLine(isText(slug) ? `${shown} (${slug})` : shown);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
