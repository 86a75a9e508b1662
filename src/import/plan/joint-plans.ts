/** The plans of several files, which create each new field once. */
import type { CustomField } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { columnFormats } from '../rows/column-formats.ts';
import type { FieldKind } from '../rows/values/field-values.ts';
import { createFields, type NewField, withNewFields } from './new-fields.ts';
import type { ImportPlan } from './plan.ts';

/** The plans with their new fields created in the account, unless an earlier run has created them. */
export async function withCreatedFields(
  api: Api,
  plans: readonly ImportPlan[],
  existing: readonly CustomField[],
  warn: (message: string) => void,
): Promise<ImportPlan[]> {
  const known = [...existing];
  const created: ImportPlan[] = [];
  for (const plan of plans) {
    const mapping = await createFields(api, plan.mapping, plan.newFields, known, warn);
    created.push({ ...plan, mapping, rules: { ...plan.rules, mapping } });
  }
  return created;
}

/** The fields that the plans would create, each once. */
export function newFieldsOf(plans: readonly ImportPlan[]): NewField[] {
  const byName = new Map(plans.flatMap(plan => plan.newFields).map(field => [field.name, field]));
  return [...byName.values()];
}

/**
 * The plans with each new field of one kind: text where the columns of several files differ.
 */
export function withJointKinds(plans: readonly ImportPlan[]): ImportPlan[] {
  const kinds = new Map<string, FieldKind>();
  for (const { name, kind } of plans.flatMap(plan => plan.newFields)) {
    kinds.set(name, (kinds.get(name) ?? kind) === kind ? kind : 'text');
  }
  return plans.map(plan => {
    if (plan.newFields.every(({ name, kind }) => kinds.get(name) === kind)) return plan;
    const newFields = plan.newFields.map(field => ({ ...field, kind: kinds.get(field.name) ?? field.kind }));
    const mapping = withNewFields(plan.mapping, newFields);
    const formats = columnFormats(mapping, plan.dialect, plan.sample, plan.given);
    return { ...plan, newFields, mapping, rules: { ...plan.rules, mapping, formats } };
  });
}
