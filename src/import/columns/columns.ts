import type { CustomField } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { nearest } from '../../lib/text/nearest.ts';
import { firstOf } from '../../terminal/numbers.ts';
import { type FieldKind, fieldKinds } from '../rows/values/field-values.ts';
import type { ColumnTarget } from '../rows/values/target.ts';
import { findAddressColumns } from './address-column.ts';
import type { Dialect } from './dialect.ts';
import { normalizeName } from './header-names.ts';
import { assignTagColumns, type FileToMap, matchByName } from './match-columns.ts';

export interface ColumnMapping {
  /** One for each column of the header. */
  readonly targets: readonly ColumnTarget[];
  readonly email: number;
  /** Further address columns, used in this order where the first is blank. */
  readonly others: readonly number[];
}

/**
 * Maps columns in this order: `--map`; the address column by the preset, or by name and content; tags and the account's
 * custom fields by the preset and by name.
 *
 * @param instructions as `<column>=<target>`
 * @throws Failure no_email_column, invalid_value
 */
export function mapColumns(file: FileToMap, { map, saved }: Instructions): ColumnMapping {
  const { dialect, fields, preset } = file;
  const targets: ColumnTarget[] = dialect.header.map(() => ({ to: 'ignored' }));
  const decided = new Set<number>();
  // A file need not have all columns that were saved.
  const known = (saved?.columns ?? []).filter(text => hasColumn(text, dialect));
  for (const instruction of [...known, ...map]) {
    const { columns, target } = parseInstruction(instruction, dialect, fields);
    for (const column of columns) {
      targets[column] = target;
      decided.add(column);
    }
  }
  const [email, ...others] = findAddressColumns({ targets, decided }, file);
  for (const column of [email, ...others]) {
    targets[column] = { to: 'email' };
    decided.add(column);
  }
  assignTagColumns({ targets, decided }, dialect.header, preset);
  matchByName({ targets, decided }, file);
  return { targets, email, others };
}

interface Instructions {
  readonly map: readonly string[];
  /** Of a mapping file: those for columns that the file lacks are ignored. */
  readonly saved: { readonly columns: readonly string[] } | undefined;
}

function hasColumn(instruction: string, { header }: Dialect): boolean {
  const name = normalizeName(instruction.slice(0, instruction.lastIndexOf('=')));
  return header.some(one => normalizeName(one) === name);
}

export function mappedColumns(instructions: readonly string[], header: readonly string[]): number[] {
  return instructions.flatMap(text => {
    const name = text.slice(0, text.lastIndexOf('=')).trim();
    return name === '' ? [] : findColumns(name, header, '--map');
  });
}

export function mapsAddress(instructions: readonly string[]): boolean {
  return instructions.some(instruction => /=\s*email\s*$/.test(instruction));
}

/** `<column>=<target>`, split at the last `=`, since a header may contain one. */
function parseInstruction(text: string, dialect: Dialect, fields: readonly CustomField[]) {
  const cut = text.lastIndexOf('=');
  const [name, target] = [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
  if (cut < 1 || target === '') {
    throw new Failure('invalid_value', `--map "${text}" is not <column>=<target>`, {
      hint: '--map "Vorname=fields.first_name", --map "3=skip"',
    });
  }
  return {
    columns: findColumns(name, dialect.header, '--map'),
    target: parseTarget(target, fields, text),
  };
}

/** Columns by header, exactly or loosely, or by number from 1. @throws Failure invalid_value when there is none */
export function findColumns(name: string, header: readonly string[], flag: string): number[] {
  for (const same of [(h: string) => h === name, (h: string) => normalizeName(h) === normalizeName(name)]) {
    const found = header.flatMap((h, i) => (same(h) ? [i] : []));
    if (found.length > 0 && normalizeName(name) !== '') return found;
  }
  const number = Number(name);
  if (Number.isInteger(number) && number >= 1 && number <= header.length) return [number - 1];
  throw noColumn(`${flag}: the file has no column "${name}"`, name, header);
}

/** @param otherwise the hint if no column has a name like it */
export function noColumn(
  message: string,
  name: string,
  header: readonly string[],
  otherwise?: string,
): Failure {
  const begins = normalizeName(name);
  const beginning = header.find(one => begins !== '' && normalizeName(one).startsWith(begins));
  const near = nearest(name, header) ?? beginning;
  return new Failure('invalid_value', message, {
    details: [`columns: ${firstOf(header, 10).join(', ')}`],
    hint: near === undefined ? otherwise : `did you mean "${near}"?`,
  });
}

/** For messages, with the file if several are imported. */
export function columnName({ names, shownPrefix = '' }: Dialect, column: number): string {
  return shownPrefix + (names[column] ?? '');
}

/** `line 12`; if several files are imported, `people.csv:12`. */
export function lineName({ shownPrefix = '' }: Dialect, line: number): string {
  return shownPrefix === '' ? `line ${line}` : shownPrefix + line;
}

/** How a flag names a column: by its header, or by number if the header is ambiguous or has a `=`. */
export function typedColumn({ header, prefix = '' }: Dialect, column: number): string {
  const name = (header[column] ?? '').trim();
  const isUnique = header.filter(other => normalizeName(other) === normalizeName(name)).length === 1;
  return prefix + (normalizeName(name) !== '' && isUnique && !name.includes('=') ? name : String(column + 1));
}

function parseTarget(target: string, fields: readonly CustomField[], text: string): ColumnTarget {
  const [, newName, typedKind] = /^new:\s*(.*?)\s*(?::\s*([^:]*?)\s*)?$/.exec(target) ?? [];
  if (newName !== undefined) {
    const kind = fieldKinds.find(one => one === typedKind);
    if (kind === typedKind) return newTarget(newName, kind, fields, text);
    throw new Failure('invalid_value', `--map "${text}": unknown kind "${typedKind}"`, {
      hint: `kinds: ${fieldKinds.join(', ')}`,
    });
  }
  if (target === 'email' || target === 'tags' || target === 'skip') return { to: target };
  const wanted = target.replace(/^fields\./, '');
  const field =
    fields.find(f => f.variable === wanted) ??
    fields.find(f => normalizeName(f.name) === normalizeName(wanted));
  if (field !== undefined) return { to: 'field', variable: field.variable, kind: field.kind };
  throw new Failure('invalid_value', `--map "${text}": unknown target "${target}"`, {
    details: [
      `targets: email, tags, skip, new:<name>:<kind>, ${fields.map(f => `fields.${f.variable}`).join(', ')}`,
    ],
    hint: target.startsWith('fields.')
      ? `newsletter fields create --name "${wanted}" --kind text`
      : undefined,
  });
}

/** A field to create; if the account has it by now, that field. */
function newTarget(
  name: string,
  kind: FieldKind | undefined,
  fields: readonly CustomField[],
  text: string,
): ColumnTarget {
  if (name === '') {
    throw new Failure('invalid_value', `--map "${text}": the new field has no name`, {
      hint: '--map "Notes=new:Notes:text"',
    });
  }
  const present = fields.find(field => normalizeName(field.name) === normalizeName(name));
  if (present === undefined) {
    return { to: 'field', variable: normalizeName(name), kind: kind ?? 'text', newName: name };
  }
  if (kind !== undefined && kind !== present.kind) {
    throw new Failure(
      'invalid_value',
      `--map "${text}": the account already has a field "${present.name}" (${present.kind})`,
      {
        hint: `fields.${present.variable} to use it`,
      },
    );
  }
  return { to: 'field', variable: present.variable, kind: present.kind };
}
