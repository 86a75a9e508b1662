import type { Resource } from '../contract/endpoint.ts';
import type { Email } from '../contract/index.ts';
import { rates } from '../emails/statistics/rates.ts';
import { serviceRate } from '../emails/statistics/service-rates.ts';
import type { Row, View } from '../terminal/terminal.ts';

/** The API documentation does not say whether a rate is a fraction or a percentage; it is derived from the counts. */
const emailShares = Object.fromEntries(
  rates.map(rate => [`${rate}_rate`, (row: Row) => serviceRate(row as unknown as Email, rate)]),
);

/** Names that a table of subscribers shows after the address, if there are any. */
const namesOfPeople = new Map([['email', ['fields.name', 'fields.first_name', 'fields.last_name']]]);

/**
 * How records of a resource are printed.
 *
 * @param empty hint for an empty list
 */
export function viewOf(resource: Resource, empty?: string): View {
  return {
    plural: `${resource.name}s`,
    columns: resource.columns,
    kinds: resource.fields,
    open: true,
    empty,
    ...(resource.name === 'subscriber' ? { uncut: 'email', columnsAfter: namesOfPeople } : {}),
    // Emails have no name to refer to.
    ...(resource.name === 'email'
      ? { shares: emailShares, handle: 'id', insteadOf: new Map([['sent_at', 'scheduled_at']]) }
      : {}),
  };
}
