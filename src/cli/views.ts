import type { Resource } from '../contract/endpoint.ts';
import type { View } from '../terminal/terminal.ts';

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
    ...(resource.name === 'email' ? { handle: 'id', insteadOf: new Map([['sent_at', 'scheduled_at']]) } : {}),
  };
}
