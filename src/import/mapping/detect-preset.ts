import { basename } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Dialect } from './dialect.ts';
import { normalizeName, rejectColumns } from './header-names.ts';
import { knownServices, type Preset, presets } from './presets.ts';

/** The service whose export a file is. */
export interface DetectedPreset {
  readonly preset: Preset;
  /** The user said so; else it is found by the headers. */
  readonly isGiven: boolean;
}

/** The value of `--from` that keeps from guessing. */
const none = 'none';

/** What `--from` takes. */
export function presetNames(): string[] {
  return [...knownServices().map(({ name }) => name), none];
}

/**
 * Checks what `--from` says before any work is done.
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
 * The service that a file comes from: the one named, else the one whose signature the headers bear.
 *
 * @param from what `--from` says
 * @param addressIsTold whether `--map` names the address column
 * @throws Failure no_email_column when the file lacks the address column of the service that is named
 */
export function detectPreset(
  from: string | undefined,
  { header, names, hasHeader }: Dialect,
  addressIsTold: boolean,
): DetectedPreset | undefined {
  const name = from?.toLowerCase();
  if (name === none) return undefined;
  const found = hasHeader ? presets.filter(preset => matchesSignature(header, preset)) : [];
  if (name === undefined) return found[0] && { preset: found[0], isGiven: false };
  const layouts = presets.filter(preset => preset.name === name);
  const preset =
    layouts.find(layout => found.includes(layout)) ??
    layouts.find(({ email }) => email === undefined || columnsNamed(email, header).length > 0) ??
    (addressIsTold ? layouts[0] : undefined);
  if (preset !== undefined) return { preset, isGiven: true };
  const wanted = layouts.flatMap(({ email = [] }) => email);
  const other = found[0]?.name;
  throw new Failure(
    'no_email_column',
    `the file has no column "${wanted[0]}", as an export of ${layouts[0]?.label} has`,
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
  // What this program adds to its rejects files does not make them another service's.
  const own = header.filter(name => !(rejectColumns as readonly string[]).includes(name.trim()));
  const there = new Set(own.map(normalizeName).filter(name => name !== ''));
  return (
    signature.every(one => [one].flat().some(name => there.has(normalizeName(name)))) &&
    !absent.some(name => there.has(normalizeName(name))) &&
    (noOtherColumns !== true || there.size === signature.length)
  );
}

/** Columns by header, in the order of the names; a repeated header gives each of its columns. */
export function columnsNamed(names: readonly string[], header: readonly string[]): number[] {
  return names.flatMap(name =>
    header.flatMap((cell, column) => (normalizeName(cell) === normalizeName(name) ? [column] : [])),
  );
}

/** What is to be said of such a file; undefined when nothing is. */
export function presetNote(
  detected: DetectedPreset,
  fileName: string,
  header: readonly string[],
): string | undefined {
  const { note } = detected.preset;
  if (note?.unless === undefined) return note?.text;
  const spared =
    'file' in note.unless
      ? note.unless.file.test(basename(fileName))
      : columnsNamed([note.unless.column], header).length > 0;
  return spared ? undefined : note.text;
}

/**
 * Makes the function that takes away the apostrophes which the service has put before cells.
 *
 * @returns undefined when it puts none
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
