import { basename } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Dialect } from './dialect.ts';
import { normalizeName, rejectColumns } from './header-names.ts';
import { knownServices, type Preset, presets } from './presets.ts';

/** The service that exported a file. */
export interface DetectedPreset {
  readonly preset: Preset;
  /** Named by `--from`; else detected by the headers. */
  readonly isGiven: boolean;
}

/** The value of `--from` that turns detection off. */
const none = 'none';

/** The values of `--from`. */
export function presetNames(): string[] {
  return [...knownServices().map(({ name }) => name), none];
}

/**
 * Checks the value of `--from`.
 *
 * @throws Failure invalid_value
 */
export function checkPresetName(from: string | undefined): void {
  const names = presetNames();
  if (from === undefined || names.includes(from.toLowerCase())) return;
  const near = nearest(from, names);
  throw new Failure('invalid_value', `--from: "${from}" is no service whose exports this program knows`, {
    details: [`it knows ${names.join(', ')}`],
    hint: near === undefined ? undefined : `did you mean --from ${near}?`,
  });
}

/**
 * Finds the service that exported a file: the one named, else the one whose signature the headers match.
 *
 * @param from the value of `--from`
 * @param isAddressMapped whether `--map` names the address column
 * @throws Failure no_email_column when the file lacks the address column of the named service
 */
export function detectPreset(
  from: string | undefined,
  { header, names, hasHeader }: Dialect,
  isAddressMapped: boolean,
): DetectedPreset | undefined {
  const name = from?.toLowerCase();
  if (name === none) return undefined;
  const found = hasHeader ? presets.filter(preset => matchesSignature(header, preset)) : [];
  if (name === undefined) return found[0] && { preset: found[0], isGiven: false };
  const layouts = presets.filter(preset => preset.name === name);
  const preset =
    layouts.find(layout => found.includes(layout)) ??
    layouts.find(({ email }) => email === undefined || columnsNamed(email, header).length > 0) ??
    (isAddressMapped ? layouts[0] : undefined);
  if (preset !== undefined) return { preset, isGiven: true };
  throw wrongPreset(layouts, names, found[0]?.name);
}

/** @param other the preset that the headers match */
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

function matchesSignature(
  header: readonly string[],
  { signature, absent = [], noOtherColumns }: Preset,
): boolean {
  // The columns that we add to a rejects file do not count.
  const own = header.filter(name => !(rejectColumns as readonly string[]).includes(name.trim()));
  const there = new Set(own.map(normalizeName).filter(name => name !== ''));
  return (
    signature.every(one => [one].flat().some(name => there.has(normalizeName(name)))) &&
    !absent.some(name => there.has(normalizeName(name))) &&
    (noOtherColumns !== true || there.size === signature.length)
  );
}

/** Columns by header, compared loosely, in the order of the names; all columns where a header is repeated. */
export function columnsNamed(names: readonly string[], header: readonly string[]): number[] {
  return names.flatMap(name =>
    header.flatMap((cell, column) => (normalizeName(cell) === normalizeName(name) ? [column] : [])),
  );
}

/** The note to show about a file, if any. */
export function presetNote(
  detected: DetectedPreset,
  fileName: string,
  header: readonly string[],
): string | undefined {
  const { note } = detected.preset;
  if (note?.unless === undefined) return note?.text;
  const isUnneeded =
    'file' in note.unless
      ? note.unless.file.test(basename(fileName))
      : columnsNamed([note.unless.column], header).length > 0;
  return isUnneeded ? undefined : note.text;
}

/**
 * Makes the function that removes the apostrophes which the service has put before cells.
 *
 * @returns undefined when it adds none
 */
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
