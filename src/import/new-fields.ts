/** New custom fields: from `--create-fields` and from `--map <column>=new:<name>`. */
import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { createOnce } from '../http/once.ts';
import { likelyVariable } from '../lib/text/likely-variable.ts';
import { allFields } from '../people/custom-fields.ts';
import { columnFormats, type GivenFormats } from './columns/column-formats.ts';
import type { ColumnMapping } from './columns/columns.ts';
import { columnsNamed } from './columns/detect-preset.ts';
import type { Dialect } from './columns/dialect.ts';
import { isCodeHeader } from './columns/header-names.ts';
import { inferKinds } from './columns/infer-kinds.ts';
import type { Preset } from './columns/presets/preset.ts';
import type { Source } from './files/source.ts';
import type { FieldKind } from './rows/values/field-values.ts';
import type { ColumnTarget } from './rows/values/target.ts';
import type { CheckedFile, ImportPlan, NewField, PlannedFile } from './state.ts';

/** A custom field for each ignored column that is not empty: text for codes, else of the kind of all its values. */
export async function planFields(
  source: Source,
  dialect: Dialect,
  ignored: ImportPlan['ignored'],
  given: GivenFormats,
  preset: Preset | undefined,
): Promise<NewField[]> {
  const columns = ignored.map(({ column }) => column);
  const codes = columnsNamed(preset?.codes ?? [], dialect.header);
  const kinds = await inferKinds(source, dialect, columns, given);
  return columns.flatMap(column => {
    const inferred = kinds.get(column);
    // Names that `subscribers export` gives to field columns.
    const name = dialect.names[column]?.replace(/^fields\./, '');
    if (inferred === undefined || name === undefined) return [];
    const isCode = codes.includes(column) || (inferred === 'number' && isCodeHeader(name));
    return [{ column, name, kind: isCode ? 'text' : inferred }];
  });
}

/** The fields requested by `--map <column>=new:<name>`. */
export function namedFields({ targets }: ColumnMapping): NewField[] {
  return targets.flatMap((target, column) =>
    target.to === 'field' && target.newName !== undefined
      ? [{ column, name: target.newName, kind: target.kind }]
      : [],
  );
}

/** The mapping with planned fields. Their names stand in for variables, which the service assigns on creation. */
export function withNewFields(mapping: ColumnMapping, newFields: readonly NewField[]): ColumnMapping {
  const targets: ColumnTarget[] = [...mapping.targets];
  for (const { column, name, kind } of newFields) {
    targets[column] = { to: 'field', variable: likelyVariable(name), kind };
  }
  return { ...mapping, targets };
}

/**
 * Creates the new fields, unless an earlier run did. @param warn see `fieldFor`
 *
 * @returns the files with these fields; their variables, by the expected ones
 */
export async function withCreatedFields(
  api: Api,
  files: readonly PlannedFile[],
  existing: readonly CustomField[],
  warn: (message: string) => void,
): Promise<{ files: PlannedFile[]; variables: Readonly<Record<string, string>> }> {
  const known = [...existing];
  const variables: Record<string, string> = {};
  const created: PlannedFile[] = [];
  for (const { source, plan } of files) {
    const targets: ColumnTarget[] = [...plan.mapping.targets];
    for (const { column, name, kind } of plan.newFields) {
      const { variable } = await fieldFor(api, { name, kind }, known, warn);
      targets[column] = { to: 'field', variable, kind };
      variables[likelyVariable(name)] = variable;
    }
    const mapping = { ...plan.mapping, targets };
    created.push({ source, plan: { ...plan, mapping } });
  }
  return { files: created, variables };
}

/**
 * The field with a name and a kind; creates it if there is none.
 *
 * @param known fields of the account; a new one is added
 * @param warn called if it was created although the response did not say so
 */
export async function fieldFor(
  api: Api,
  { name, kind }: Pick<NewField, 'name' | 'kind'>,
  known: CustomField[],
  warn: (message: string) => void,
): Promise<CustomField> {
  const found = known.find(one => one.name === name && one.kind === kind);
  if (found !== undefined) return found;
  const field = await createOnce({
    api,
    send: () => api.call('createField', { body: { name, kind } }),
    recovery: {
      what: `field "${name}"`,
      matching: async () => (await allFields(api)).filter(one => one.name.trim() === name.trim()),
      hint: 'newsletter fields list --all, then import the file again',
    },
    warn,
  });
  known.push({ ...field, name, kind });
  return field;
}

/** The plans with one kind for each new field: text if the files differ. */
export function withJointKinds(plans: readonly ImportPlan[]): ImportPlan[] {
  const kinds = new Map<string, FieldKind>();
  for (const { name, kind } of plans.flatMap(plan => plan.newFields)) {
    kinds.set(name, (kinds.get(name) ?? kind) === kind ? kind : 'text');
  }
  return plans.map(plan => {
    if (plan.newFields.every(({ name, kind }) => kinds.get(name) === kind)) return plan;
    const newFields = plan.newFields.map(field => ({ ...field, kind: kinds.get(field.name) ?? field.kind }));
    const mapping = withNewFields(plan.mapping, newFields);
    const formats = columnFormats(mapping, plan.dialect, plan.sample, plan.knownFormats);
    return { ...plan, newFields, mapping, formats };
  });
}

/** The plan without new fields if no person in the file is imported: no field is created for people who left. */
export function withoutUnusedFields({ plan, counts }: Pick<CheckedFile, 'plan' | 'counts'>): ImportPlan {
  // A row of a duplicate may add to what an earlier file says. Another shard may send some.
  const isUsed = counts.accepted + counts.duplicates + counts.otherShards > 0;
  if (isUsed || plan.newFields.length === 0) return plan;
  const columns = plan.newFields.map(({ column }) => column);
  const targets = plan.mapping.targets.map(
    (target, column): ColumnTarget => (columns.includes(column) ? { to: 'ignored' } : target),
  );
  const mapping = { ...plan.mapping, targets };
  const names = columns.map(column => ({
    name: plan.dialect.names[column] ?? '',
    column,
    ...{ values: undefined, filled: undefined, example: '' },
  }));
  const ignored = [...plan.ignored, ...names];
  return { ...plan, mapping, newFields: [], ignored };
}
