/** Which account it is: the answer to GET /v1/account is not shown in service.txt, so it may lack an id or a name. */
import type { Account } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/**
 * Checks that the service says which account an email would be sent from.
 *
 * @throws Failure unexpected_answer
 */
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
