import { basename } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { didYouMean } from '../../lib/text/nearest.ts';
import { isAddedColumn } from '../rows/values/added-columns.ts';
import type { Dialect } from './dialect.ts';
import { normalizeName } from './header-names.ts';
import { contacts } from './presets/contacts.ts';
import { mailingServices } from './presets/mailing-services.ts';
import type { Preset } from './presets/preset.ts';
import { shopsAndEvents } from './presets/shops.ts';
import { writers } from './presets/writers.ts';

const own: Preset = {
  name: 'newsletter',
  label: 'this program',
  signature: ['email', 'tags', 'source', 'emailed_at', 'created_at', 'updated_at', 'id'],
  email: ['email'],
  tags: { tags: undefined },
  plain: ['source', 'fields.*'],
  skip: ['source', 'emailed_at', 'created_at', 'updated_at', 'id'],
  roundTrip: true,
};

export const presets: readonly Preset[] = [
  own,
  ...mailingServices,
  ...writers,
  ...shopsAndEvents,
  ...contacts,
];

export interface DetectedPreset {
  readonly preset: Preset;
  /** Named by `--from`; else detected by the headers. */
  readonly isGiven: boolean;
}

/** The value of `--from` that turns detection off. */
const none = 'none';

/** The services whose exports are recognized, each once, as `--from` takes them. */
export const knownServices = (): readonly string[] => [...new Set(presets.map(({ name }) => name))];

export function presetNames(): string[] {
  return [...knownServices(), none];
}

/** Checks the value of `--from`. @throws Failure invalid_value */
export function checkPresetName(from: string | undefined): void {
  const names = presetNames();
  if (from === undefined || names.includes(from.toLowerCase())) return;
  throw new Failure('invalid_value', `--from: "${from}" is not a known service`, {
    details: [`it knows ${names.join(', ')}`],
    hint: didYouMean(from, names, undefined, '--from '),
  });
}

/**
 * The service that exported a file: the one named by `--from`, else the one whose signature the headers match.
 *
 * @param isAddressMapped whether `--map` names the address column
 * @throws Failure no_email_column when the file lacks the address column of the named service
 */
export function detectPreset(
  from: string | undefined,
  { header, names, hasHeader }: Dialect,
  fileName: string,
  isAddressMapped: boolean,
): DetectedPreset | undefined {
  const name = from?.toLowerCase();
  if (name === none) return undefined;
  // The columns of a rejects file do not count.
  const named = header.filter(cell => !isAddedColumn(cell, header) && normalizeName(cell) !== '');
  const found = hasHeader ? presets.filter(preset => matches(preset, named, basename(fileName))) : [];
  if (name === undefined) return found[0] && { preset: found[0], isGiven: false };
  const layouts = presets.filter(preset => preset.name === name);
  const preset =
    layouts.find(layout => found.includes(layout)) ??
    layouts.find(({ email }) => email === undefined || columnsNamed(email, header).length > 0) ??
    (isAddressMapped ? layouts[0] : undefined);
  if (preset !== undefined) return { preset, isGiven: true };
  throw wrongPreset(layouts, names, found[0]?.name);
}

function wrongPreset(
  layouts: readonly Preset[],
  names: readonly string[],
  other: string | undefined,
): Failure {
  const [wanted] = layouts.flatMap(({ email = [] }) => email);
  return new Failure(
    'no_email_column',
    `the file has no column "${wanted}", as an export of ${layouts[0]?.label} has`,
    {
      details: [`its columns: ${names.join(', ')}`],
      hint:
        other === undefined
          ? `leave out --from, or say where the addresses are: --map "<column>=email"`
          : `it looks like --from ${other}`,
    },
  );
}

function matches(
  { signature, absent = [], noOtherColumns, file }: Preset,
  header: readonly string[],
  fileName: string,
): boolean {
  const isThere = (names: readonly string[]) => columnsNamed(names, header).length > 0;
  return (
    signature.every(one => isThere([one].flat())) &&
    !isThere(absent) &&
    file?.test(fileName) !== false &&
    (noOtherColumns !== true || headerIndex(header).size === signature.length)
  );
}

/** Columns by header, compared loosely, in the order of the names, in which `*` stands for any text. */
export function columnsNamed(names: readonly string[], header: readonly string[]): number[] {
  const byName = headerIndex(header);
  return names.flatMap(name => {
    if (!name.includes('*')) return byName.get(normalizeName(name)) ?? [];
    const isNamed = matchesPattern(name);
    return header.flatMap((cell, column) => (isNamed(cell) ? [column] : []));
  });
}

type HeaderIndex = ReadonlyMap<string, readonly number[]>;

/** Kept, since every preset looks at the same header. */
const indexes = new WeakMap<readonly string[], HeaderIndex>();

function headerIndex(header: readonly string[]): HeaderIndex {
  const known = indexes.get(header);
  if (known !== undefined) return known;
  const made = new Map<string, number[]>();
  header.forEach((cell, column) => {
    const name = normalizeName(cell);
    const columns = made.get(name);
    if (columns === undefined) made.set(name, [column]);
    else columns.push(column);
  });
  indexes.set(header, made);
  return made;
}

/** A name with a `*` is compared by words: the `*` stands for whole words. */
function matchesPattern(name: string): (cell: string) => boolean {
  const [start = '', end = ''] = name.split('*').map(words);
  return cell => {
    const there = words(cell);
    const isLonger = there.length > start.length + end.length + 1;
    return isLonger && there.startsWith(`${start} `.trimStart()) && there.endsWith(` ${end}`.trimEnd());
  };
}

const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** @param hasConsentColumns whether columns say who must not be emailed */
export function presetNote(
  { preset: { note } }: DetectedPreset,
  hasConsentColumns: boolean,
): string | undefined {
  return note?.unless === 'marked' && hasConsentColumns ? undefined : note?.text;
}

/** Makes the function that removes the apostrophes that the service puts before cells, if it does. */
export function apostropheRemover(
  { apostrophe }: Preset,
  header: readonly string[],
): ((cells: readonly string[]) => readonly string[]) | undefined {
  if (apostrophe === undefined) return undefined;
  const [pattern, columns] =
    apostrophe === 'formulas'
      ? ([/^'(?=[=+@-])/, undefined] as const)
      : ([/^'/, new Set(columnsNamed(apostrophe, header))] as const);
  return cells =>
    cells.map((cell, column) =>
      cell.startsWith("'") && columns?.has(column) !== false ? cell.replace(pattern, '') : cell,
    );
}
