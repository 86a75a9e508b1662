import type { CustomField } from '../contract/index.ts';
import { Failure } from '../failure.ts';
import { looksLikeAddress } from './address.ts';
import type { Dialect } from './dialect.ts';
import { fieldSynonyms, isEmailHeader, isNotTheAddress, isTagHeader, looseName } from './headers.ts';
import type { Row } from './rows.ts';
import type { FieldKind } from './values.ts';

/** Where one column goes. */
export type Target =
  | { readonly to: 'email' }
  | { readonly to: 'tags' }
  | {
      readonly to: 'field';
      readonly variable: string;
      readonly kind: FieldKind;
    }
  /** Known and left out on purpose. */
  | { readonly to: 'skip' }
  /** Matched by nothing. */
  | { readonly to: 'ignored' };

export interface Mapping {
  /** One for each column of the header. */
  readonly targets: readonly Target[];
  readonly email: number;
}

/** Columns this program writes into its own rejects files. */
export const rejectColumns = ['_line', '_code', '_reason'] as const;

/**
 * Decides where every column goes: what the user said, then the address column by name and content, then
 * tags and the account's custom fields by loosely matched names.
 *
 * @param told `--map` values, `<column>=<target>`
 * @param sample the first rows, to judge columns by their content
 * @throws Failure no_email_column, invalid_value
 */
export function mapColumns(
  dialect: Dialect,
  sample: readonly Row[],
  fields: readonly CustomField[],
  told: readonly string[],
): Mapping {
  const targets: Target[] = dialect.header.map(() => ({ to: 'ignored' }));
  const settled = new Set<number>();
  for (const instruction of told) {
    const { columns, target } = readInstruction(instruction, dialect, fields);
    for (const column of columns) {
      targets[column] = target;
      settled.add(column);
    }
  }
  const email = findOrCheckEmail(targets, settled, dialect, sample);
  targets[email] = { to: 'email' };
  settled.add(email);
  matchTheRest(targets, settled, dialect.names, fields);
  return { targets, email };
}

/** `<column>=<target>`: the last `=` divides, since a header may hold one. */
function readInstruction(text: string, dialect: Dialect, fields: readonly CustomField[]) {
  const cut = text.lastIndexOf('=');
  const [name, target] = [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
  if (cut < 1 || target === '') {
    throw new Failure('invalid_value', `--map "${text}" does not have the form <column>=<target>`, {
      hint: '--map "Vorname=fields.first_name", --map "3=skip"',
    });
  }
  return {
    columns: findColumns(name, dialect.header, '--map'),
    target: readTarget(target, fields, text),
  };
}

/**
 * Columns by header, to the letter or loosely, or by number from 1.
 *
 * @param flag for the message
 * @throws Failure invalid_value when there is none
 */
export function findColumns(name: string, header: readonly string[], flag: string): number[] {
  for (const same of [(h: string) => h === name, (h: string) => looseName(h) === looseName(name)]) {
    const found = header.flatMap((h, i) => (same(h) ? [i] : []));
    if (found.length > 0 && looseName(name) !== '') return found;
  }
  const number = Number(name);
  if (Number.isInteger(number) && number >= 1 && number <= header.length) return [number - 1];
  throw new Failure('invalid_value', `${flag}: the file has no column "${name}"`, {
    details: [`its columns: ${header.join(', ')}`],
  });
}

function readTarget(target: string, fields: readonly CustomField[], text: string): Target {
  if (target === 'email' || target === 'tags' || target === 'skip') return { to: target };
  const wanted = target.replace(/^fields\./, '');
  const field =
    fields.find(f => f.variable === wanted) ?? fields.find(f => looseName(f.name) === looseName(wanted));
  if (field !== undefined) return { to: 'field', variable: field.variable, kind: field.kind };
  throw new Failure('invalid_value', `--map "${text}": "${target}" is no target`, {
    details: [`targets: email, tags, skip, ${fields.map(f => `fields.${f.variable}`).join(', ')}`],
    hint: target.startsWith('fields.')
      ? `newsletter fields create --name "${wanted}" --kind text`
      : undefined,
  });
}

function findOrCheckEmail(
  targets: readonly Target[],
  settled: ReadonlySet<number>,
  dialect: Dialect,
  sample: readonly Row[],
): number {
  const told = targets.flatMap((t, i) => (t.to === 'email' ? [i] : []));
  if (told.length > 1) {
    throw new Failure('invalid_value', '--map names more than one column as email', {
      hint: 'columns of the same name can be told apart by number: --map 3=email',
    });
  }
  const found = told[0] ?? findEmail(dialect, sample, settled);
  if (found !== undefined) return found;
  throw new Failure('no_email_column', 'no column of the file looks like the subscribers’ e-mail addresses', {
    details: [`columns: ${dialect.names.join(', ')}`],
    hint: 'say which one it is: --map "<column>=email"',
  });
}

/** Known name times share of cells that look like addresses; a known name alone if there are no rows. */
function findEmail(
  dialect: Dialect,
  sample: readonly Row[],
  settled: ReadonlySet<number>,
): number | undefined {
  let best: number | undefined;
  let bestScore = 0;
  dialect.header.forEach((header, column) => {
    if (settled.has(column)) return;
    const known = dialect.hasHeader && isEmailHeader(header);
    if (dialect.hasHeader && !known && isNotTheAddress(header)) return;
    const share = addressShare(sample, column);
    // A known name above other things than addresses is no more than a last resort.
    const named = share === 0 && isFilled(sample, column) ? 0.1 : 1 + share;
    const score = known ? named : share >= 0.5 ? share : 0;
    if (score > bestScore) [best, bestScore] = [column, score];
  });
  return best;
}

function isFilled(sample: readonly Row[], column: number): boolean {
  return sample.some(row => (row.cells[column] ?? '').trim() !== '');
}

function addressShare(sample: readonly Row[], column: number): number {
  const cells = sample.slice(0, 200).flatMap(row => row.cells[column]?.trim() || []);
  return cells.length === 0 ? 0 : cells.filter(looksLikeAddress).length / cells.length;
}

function matchTheRest(
  targets: Target[],
  settled: ReadonlySet<number>,
  header: readonly string[],
  fields: readonly CustomField[],
): void {
  const taken = new Set(targets.flatMap(t => (t.to === 'field' ? [t.variable] : [])));
  const claim = (column: number, field: CustomField | undefined) => {
    if (field === undefined || taken.has(field.variable)) return;
    targets[column] = {
      to: 'field',
      variable: field.variable,
      kind: field.kind,
    };
    taken.add(field.variable);
  };
  const open = () =>
    header.flatMap((h, i) => (settled.has(i) || targets[i]?.to !== 'ignored' ? [] : [[h, i] as const]));
  for (const [name, column] of open()) {
    if ((rejectColumns as readonly string[]).includes(name)) targets[column] = { to: 'skip' };
    else if (looseName(name) === '') targets[column] = { to: 'skip' };
    else if (isTagHeader(name)) targets[column] = { to: 'tags' };
  }
  for (const [name, column] of open()) {
    // As the exports of this program name them: no other column may take the field.
    claim(
      column,
      fields.find(f => `fields.${f.variable}` === name),
    );
  }
  for (const [name, column] of open()) {
    claim(
      column,
      fields.find(f => looseName(f.variable) === looseName(name) || looseName(f.name) === looseName(name)),
    );
  }
  for (const [name, column] of open()) {
    claim(
      column,
      fields.find(f => synonyms(f).includes(looseName(name))),
    );
  }
}

function synonyms(field: CustomField): readonly string[] {
  return fieldSynonyms[looseName(field.variable)] ?? fieldSynonyms[looseName(field.name)] ?? [];
}

/** A target as `--map` takes it and the summary shows it. */
export function targetName(target: Target): string {
  return target.to === 'field' ? `fields.${target.variable}` : target.to;
}
