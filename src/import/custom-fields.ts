import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';

/**
 * All custom fields of the account, in the order of the service's pages.
 * @throws Failure unexpected_answer when one has no name by which it can be told
 */
export async function allFields(api: Api): Promise<CustomField[]> {
  const fields: CustomField[] = [];
  for await (const page of api.pages('listFields', {})) fields.push(...page.data);
  const isNamed = ({ name, variable }: CustomField) =>
    typeof name === 'string' && typeof variable === 'string';
  if (fields.every(isNamed)) return fields;
  throw new Failure('unexpected_answer', 'the service lists a custom field without a name or a variable');
}
