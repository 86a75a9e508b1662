import type { Resource } from '../contract/endpoint.ts';
import type { View } from '../terminal/terminal.ts';

/**
 * How records of a resource are shown.
 *
 * @param empty what to type when a list is empty
 */
export function viewOf(resource: Resource, empty?: string): View {
  return {
    plural: `${resource.name}s`,
    columns: resource.columns,
    kinds: resource.fields,
    empty,
  };
}
