import type { CustomField } from '../../contract/index.ts';
import type { SourceRow } from '../files/row.ts';
import { isAddedColumn } from '../rows/values/added-columns.ts';
import type { ColumnTarget } from '../rows/values/target.ts';
import { columnsNamed } from './detect-preset.ts';
import type { Dialect } from './dialect.ts';
import { fieldSynonyms, isTagHeader, normalizeName } from './header-names.ts';
import type { Preset } from './presets/preset.ts';

export interface FileToMap {
  readonly dialect: Dialect;
  /** The first rows, to judge columns by their content. */
  readonly sample: readonly SourceRow[];
  readonly fields: readonly CustomField[];
  readonly preset: Preset | undefined;
}

export interface DecidedColumns {
  /** One for each column of the header. */
  readonly targets: ColumnTarget[];
  readonly decided: ReadonlySet<number>;
}

/** Finds the tag columns of a preset; sets the service's separator also for columns that `--map` calls tags. */
export function assignTagColumns(
  { targets, decided }: DecidedColumns,
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
 * Decides all other columns: tags, fields of the same name, fields that the preset names, fields by synonyms. What is
 * left stays ignored.
 */
export function matchByName(
  { targets, decided }: DecidedColumns,
  { dialect, fields, preset }: FileToMap,
): void {
  const { names, header } = dialect;
  const taken = new Set(targets.flatMap(t => (t.to === 'field' ? [t.variable] : [])));
  const open = () =>
    names.flatMap((h, i) =>
      decided.has(i) || targets[i]?.to !== 'ignored' ? [] : [[normalizeName(h), i] as const],
    );
  if (preset?.roundTrip) skipBookkeeping(targets, header, preset);
  for (const [name, column] of open()) {
    if (name === '' || isAddedColumn(names[column] ?? '', header)) {
      targets[column] = { to: 'skip' };
    } else if (isTagHeader(name)) targets[column] = { to: 'tags' };
  }
  for (const isFor of fieldMatchers(dialect, preset)) {
    for (const [name, column] of open()) {
      const field = fields.find(one => isFor(one, name, column));
      if (field === undefined || taken.has(field.variable)) continue;
      targets[column] = { to: 'field', variable: field.variable, kind: field.kind };
      taken.add(field.variable);
    }
  }
  skipBookkeeping(targets, header, preset);
}

/** Whether a column, with its normalized name, is for a field. */
type FieldMatcher = (field: CustomField, name: string, column: number) => boolean;

/** Each is tried for all columns before the next. */
function fieldMatchers({ names, header, headerLine }: Dialect, preset: Preset | undefined): FieldMatcher[] {
  const presetFields = new Map(
    Object.entries(preset?.fields ?? {}).flatMap(([name, field]) =>
      columnsNamed([name], header).map(column => [column, normalizeName(field)] as const),
    ),
  );
  const matchers: FieldMatcher[] = [
    // The names of this program's own exports: no other column may take the field.
    (field, _, column) => names[column] === `fields.${field.variable}`,
    (field, name) => normalizeName(field.variable) === name || normalizeName(field.name) === name,
    (field, _, column) => isCalled(field, presetFields.get(column)),
    (field, name) => synonyms(field)?.has(name) === true,
  ];
  if (headerLine === 0) {
    // Of JSON the last part of a key: `person.firstName`, `name.given`; not `company.name`.
    const full = names.map(name => name.replace(/\bname\.(given|family|first|last)$/i, '$& name'));
    const last = full.map(name => normalizeName(/\.([^.]+)$/.exec(name)?.[1] ?? ''));
    const isOf = (field: CustomField, name = '') => !isCalled(field, 'name') && synonyms(field)?.has(name);
    matchers.push(
      (field, _, column) =>
        isOf(field, last[column]) === true && last.filter(name => isOf(field, name)).length === 1,
    );
  }
  if (isFirstName(names)) {
    matchers.push((field, name) => name === 'name' && isCalled(field, normalizeName('first name')));
  }
  return matchers;
}

function skipBookkeeping(
  targets: ColumnTarget[],
  header: readonly string[],
  { skip = [] }: Pick<Preset, 'skip'> = {},
): void {
  for (const column of columnsNamed(skip, header)) {
    if (targets[column]?.to === 'ignored') targets[column] = { to: 'skip', isBookkeeping: true };
  }
}

function isCalled(field: CustomField, usual: string | undefined): boolean {
  if (usual === undefined) return false;
  const own = [normalizeName(field.variable), normalizeName(field.name)];
  return own.includes(usual) || own.some(name => fieldSynonyms[usual]?.has(name));
}

/** Whether "name" means the first name: there is a column for last names and none for first names. */
function isFirstName(names: readonly string[]): boolean {
  const there = names.map(normalizeName);
  const has = (usual: string) => there.some(name => fieldSynonyms[normalizeName(usual)]?.has(name));
  return has('last name') && !has('first name');
}

function synonyms(field: CustomField): ReadonlySet<string> | undefined {
  return fieldSynonyms[normalizeName(field.variable)] ?? fieldSynonyms[normalizeName(field.name)];
}
