import type { CustomField } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import type { CsvRow } from '../source/csv-reader.ts';
import { looksLikeAddress } from '../values/email-address.ts';
import type { ColumnTarget } from '../values/target.ts';
import { columnsNamed } from './detect-preset.ts';
import type { Dialect } from './dialect.ts';
import { isEmailHeader, isOtherAddressHeader, normalizeName } from './header-names.ts';
import { assignTagColumns, matchByName } from './matching.ts';
import type { Preset } from './presets.ts';

export interface ColumnMapping {
  /** One for each column of the header. */
  readonly targets: readonly ColumnTarget[];
  /** The address column. */
  readonly email: number;
  /** Address columns that are looked at, in this order, where the first is blank. */
  readonly others: readonly number[];
}

/**
 * Decides where every column goes: what the user said, then what is known of the service's exports, then the
 * address column by name and content, then tags and the account's custom fields by loosely matched names.
 *
 * @param instructions `--map` values, `<column>=<target>`
 * @param sample the first rows, to judge columns by their content
 * @throws Failure no_email_column, invalid_value
 */
export function mapColumns(
  dialect: Dialect,
  sample: readonly CsvRow[],
  fields: readonly CustomField[],
  instructions: readonly string[],
  preset: Preset | undefined,
): ColumnMapping {
  const targets: ColumnTarget[] = dialect.header.map(() => ({ to: 'ignored' }));
  const decided = new Set<number>();
  for (const instruction of instructions) {
    const { columns, target } = readInstruction(instruction, dialect, fields);
    for (const column of columns) {
      targets[column] = target;
      decided.add(column);
    }
  }
  const [email, ...others] = findOrCheckEmail(targets, decided, dialect, sample, preset);
  for (const column of [email, ...others]) {
    targets[column] = { to: 'email' };
    decided.add(column);
  }
  assignTagColumns(targets, decided, dialect.header, preset);
  matchByName(targets, decided, dialect, fields, preset);
  return { targets, email, others };
}

/** Whether `--map` says which column holds the addresses. */
export function namesAddress(told: readonly string[]): boolean {
  return told.some(instruction => /=\s*email\s*$/.test(instruction));
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
  for (const same of [(h: string) => h === name, (h: string) => normalizeName(h) === normalizeName(name)]) {
    const found = header.flatMap((h, i) => (same(h) ? [i] : []));
    if (found.length > 0 && normalizeName(name) !== '') return found;
  }
  const number = Number(name);
  if (Number.isInteger(number) && number >= 1 && number <= header.length) return [number - 1];
  throw new Failure('invalid_value', `${flag}: the file has no column "${name}"`, {
    details: [`its columns: ${header.join(', ')}`],
  });
}

function readTarget(target: string, fields: readonly CustomField[], text: string): ColumnTarget {
  if (target === 'email' || target === 'tags' || target === 'skip') return { to: target };
  const wanted = target.replace(/^fields\./, '');
  const field =
    fields.find(f => f.variable === wanted) ??
    fields.find(f => normalizeName(f.name) === normalizeName(wanted));
  if (field !== undefined) return { to: 'field', variable: field.variable, kind: field.kind };
  throw new Failure('invalid_value', `--map "${text}": "${target}" is no target`, {
    details: [`targets: email, tags, skip, ${fields.map(f => `fields.${f.variable}`).join(', ')}`],
    hint: target.startsWith('fields.')
      ? `newsletter fields create --name "${wanted}" --kind text`
      : undefined,
  });
}

function findOrCheckEmail(
  targets: readonly ColumnTarget[],
  decided: ReadonlySet<number>,
  dialect: Dialect,
  sample: readonly CsvRow[],
  preset: Preset | undefined,
): readonly [number, ...number[]] {
  const told = targets.flatMap((t, i) => (t.to === 'email' ? [i] : []));
  if (told.length > 1) {
    throw new Failure('invalid_value', '--map names more than one column as email', {
      hint: 'columns of the same name can be told apart by number: --map 3=email',
    });
  }
  if (told[0] !== undefined) return [told[0]];
  const known = columnsNamed(preset?.email ?? [], dialect.header).filter(column => !decided.has(column));
  const [first = findEmail(dialect, sample, decided, preset), ...others] = known;
  if (first !== undefined) return [first, ...others];
  throw new Failure('no_email_column', 'no column of the file looks like the subscribers’ e-mail addresses', {
    details: [`columns: ${dialect.names.join(', ')}`],
    hint: 'say which one it is: --map "<column>=email"',
  });
}

/** Known name times share of cells that look like addresses; a known name alone if there are no rows. */
function findEmail(
  dialect: Dialect,
  sample: readonly CsvRow[],
  decided: ReadonlySet<number>,
  preset: Preset | undefined,
): number | undefined {
  const others = new Set(
    columnsNamed([...(preset?.skip ?? []), ...Object.keys(preset?.tags ?? {})], dialect.header),
  );
  let best: number | undefined;
  let bestScore = 0;
  dialect.header.forEach((header, column) => {
    if (decided.has(column) || others.has(column)) return;
    const known = dialect.hasHeader && isEmailHeader(header);
    if (dialect.hasHeader && !known && isOtherAddressHeader(header)) return;
    const share = addressShare(sample, column);
    // A known name above other things than addresses is no more than a last resort.
    const named = share === 0 && isFilled(sample, column) ? 0.1 : 1 + share;
    const score = known ? named : share >= 0.5 ? share : 0;
    if (score > bestScore) [best, bestScore] = [column, score];
  });
  return best;
}

function isFilled(sample: readonly CsvRow[], column: number): boolean {
  return sample.some(row => (row.cells[column] ?? '').trim() !== '');
}

function addressShare(sample: readonly CsvRow[], column: number): number {
  const cells = sample.slice(0, 200).flatMap(row => row.cells[column]?.trim() || []);
  return cells.length === 0 ? 0 : cells.filter(looksLikeAddress).length / cells.length;
}
