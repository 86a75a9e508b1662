import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { WholeList } from '../http/pages.ts';
import { Failure } from '../lib/failure.ts';

/**
 * All custom fields of the account, in the order of the service's pages.
 *
 * @throws Failure unexpected_answer when one has no name or variable; partly_done when the service counts
 *   more than it sent
 */
export async function allFields(api: Api): Promise<CustomField[]> {
  const fields: CustomField[] = [];
  const list = new WholeList(api.pages('listFields'));
  for await (const page of list) for (const each of page.data) fields.push(each);
  // A column whose field is missing would be left out.
  const incomplete = list.incomplete();
  if (incomplete !== undefined)
    throw incomplete.reworded(`cannot read the custom fields: ${incomplete.message}`);
  const isNamed = ({ name, variable }: CustomField) =>
    typeof name === 'string' && typeof variable === 'string';
  if (fields.every(isNamed)) return fields;
  throw new Failure('unexpected_answer', 'the service lists a custom field without a name or a variable');
}
