import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';

/** All custom fields of the account, in the order of the service's pages. */
export async function allFields(api: Api): Promise<CustomField[]> {
  const fields: CustomField[] = [];
  for await (const page of api.pages('listFields')) fields.push(...page.data);
  return fields;
}
