/** Columns that nobody spoke of, and where they go by their names. */
import type { CustomField } from '../../contract/index.ts';
import type { ColumnTarget } from '../values/target.ts';
import { columnsNamed } from './detect-preset.ts';
import type { Dialect } from './dialect.ts';
import { fieldSynonyms, isTagHeader, normalizeName, rejectColumns } from './header-names.ts';
import type { Preset } from './presets.ts';

/** Tags as the service writes them, also where the user said that a column holds tags. */
export function assignTagColumns(
  targets: ColumnTarget[],
  decided: ReadonlySet<number>,
  header: readonly string[],
  { tags = {}, systemTagPrefix }: Pick<Preset, 'tags' | 'systemTagPrefix'> = {},
): void {
  for (const [name, divided] of Object.entries(tags)) {
    for (const column of columnsNamed([name], header)) {
      if (decided.has(column) && targets[column]?.to !== 'tags') continue;
      targets[column] = { to: 'tags', separator: divided, excludedPrefix: systemTagPrefix };
    }
  }
}

/**
 * Gives every column that is still open its place: tags, fields of the same name, fields that the service's
 * exports call otherwise, fields by other words for the same. What is left stays ignored.
 *
 * @param decided columns that are not to be touched
 */
export function matchByName(
  targets: ColumnTarget[],
  decided: ReadonlySet<number>,
  { names, header }: Dialect,
  fields: readonly CustomField[],
  preset: Preset | undefined,
): void {
  const taken = new Set(targets.flatMap(t => (t.to === 'field' ? [t.variable] : [])));
  const open = () =>
    names.flatMap((h, i) =>
      decided.has(i) || targets[i]?.to !== 'ignored' ? [] : [[normalizeName(h), i] as const],
    );
  const claim = (isFor: (field: CustomField, name: string, column: number) => boolean) => {
    for (const [name, column] of open()) {
      const field = fields.find(one => isFor(one, name, column));
      if (field === undefined || taken.has(field.variable)) continue;
      targets[column] = { to: 'field', variable: field.variable, kind: field.kind };
      taken.add(field.variable);
    }
  };
  if (preset?.roundTrip) skipBookkeeping(targets, header, preset);
  for (const [name, column] of open()) {
    if (name === '' || (rejectColumns as readonly string[]).includes(names[column] ?? '')) {
      targets[column] = { to: 'skip' };
    } else if (isTagHeader(name)) targets[column] = { to: 'tags' };
  }
  // As this program's own exports name them: no other column may take the field.
  claim((field, _, column) => names[column] === `fields.${field.variable}`);
  claim((field, name) => normalizeName(field.variable) === name || normalizeName(field.name) === name);
  const usual = new Map(
    Object.entries(preset?.fields ?? {}).flatMap(([name, field]) =>
      columnsNamed([name], header).map(column => [column, normalizeName(field)] as const),
    ),
  );
  claim((field, _, column) => isCalled(field, usual.get(column)));
  claim((field, name) => synonyms(field).includes(name));
  if (isFirstName(names))
    claim((field, name) => name === 'name' && isCalled(field, normalizeName('first name')));
  skipBookkeeping(targets, header, preset);
}

function skipBookkeeping(
  targets: ColumnTarget[],
  header: readonly string[],
  { skip = [] }: Pick<Preset, 'skip'> = {},
): void {
  for (const column of columnsNamed(skip, header)) {
    if (targets[column]?.to === 'ignored') targets[column] = { to: 'skip' };
  }
}

/** Whether a field is what a usual name means: by its own name, or by another for the same. */
function isCalled(field: CustomField, usual: string | undefined): boolean {
  if (usual === undefined) return false;
  const own = [normalizeName(field.variable), normalizeName(field.name)];
  return own.includes(usual) || own.some(name => fieldSynonyms[usual]?.includes(name));
}

/** Beside a column of last names and none of first names, "name" is the first one. */
function isFirstName(names: readonly string[]): boolean {
  const there = names.map(normalizeName);
  const has = (usual: string) => there.some(name => fieldSynonyms[normalizeName(usual)]?.includes(name));
  return has('last name') && !has('first name');
}

function synonyms(field: CustomField): readonly string[] {
  return fieldSynonyms[normalizeName(field.variable)] ?? fieldSynonyms[normalizeName(field.name)] ?? [];
}
