import { basename } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Dialect } from './dialect.ts';
import { looseName, rejectColumns } from './header-names.ts';
import { type Recipe, recipes } from './presets.ts';

/** The service whose export a file is. */
export interface Origin {
  readonly recipe: Recipe;
  /** The user said so; else it is found by the headers. */
  readonly said: boolean;
}

/** The value of `--from` that keeps from guessing. */
const none = 'none';

/** What `--from` takes. */
export function originNames(): string[] {
  return [...new Set(recipes.map(({ name }) => name)), none];
}

/**
 * Checks what `--from` says before any work is done.
 *
 * @throws Failure invalid_value
 */
export function checkOriginName(from: string | undefined): void {
  const names = originNames();
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
export function findOrigin(
  from: string | undefined,
  { header, names, hasHeader }: Dialect,
  addressIsTold: boolean,
): Origin | undefined {
  const name = from?.toLowerCase();
  if (name === none) return undefined;
  const found = hasHeader ? recipes.filter(recipe => bears(header, recipe)) : [];
  if (name === undefined) return found[0] && { recipe: found[0], said: false };
  const layouts = recipes.filter(recipe => recipe.name === name);
  const recipe =
    layouts.find(layout => found.includes(layout)) ??
    layouts.find(({ email }) => email === undefined || columnsCalled(email, header).length > 0) ??
    (addressIsTold ? layouts[0] : undefined);
  if (recipe !== undefined) return { recipe, said: true };
  const wanted = layouts.flatMap(({ email = [] }) => email);
  const other = found[0]?.name;
  throw new Failure(
    'no_email_column',
    `the file has no column "${wanted[0]}", as an export of ${layouts[0]?.title} has`,
    {
      details: [`its columns: ${names.join(', ')}`],
      hint:
        other === undefined
          ? `leave out --from, or say where the addresses are: --map "<column>=email"`
          : `it looks like --from ${other}`,
    },
  );
}

function bears(header: readonly string[], { signature, without = [], nothingElse }: Recipe): boolean {
  // What this program adds to its rejects files does not make them another service's.
  const own = header.filter(name => !(rejectColumns as readonly string[]).includes(name.trim()));
  const there = new Set(own.map(looseName).filter(name => name !== ''));
  return (
    signature.every(one => [one].flat().some(name => there.has(looseName(name)))) &&
    !without.some(name => there.has(looseName(name))) &&
    (nothingElse !== true || there.size === signature.length)
  );
}

/** Columns by header, in the order of the names; a repeated header gives each of its columns. */
export function columnsCalled(names: readonly string[], header: readonly string[]): number[] {
  return names.flatMap(name =>
    header.flatMap((cell, column) => (looseName(cell) === looseName(name) ? [column] : [])),
  );
}

/** What is to be said of such a file; undefined when nothing is. */
export function remarkOn(origin: Origin, fileName: string, header: readonly string[]): string | undefined {
  const { remark } = origin.recipe;
  if (remark?.unless === undefined) return remark?.text;
  const spared =
    'file' in remark.unless
      ? remark.unless.file.test(basename(fileName))
      : columnsCalled([remark.unless.column], header).length > 0;
  return spared ? undefined : remark.text;
}

/**
 * Makes the function that takes away the apostrophes which the service has put before cells.
 *
 * @returns undefined when it puts none
 */
export function withoutApostrophes(
  { apostrophe }: Recipe,
  header: readonly string[],
): ((cells: readonly string[]) => readonly string[]) | undefined {
  if (apostrophe === undefined) return undefined;
  const [pattern, columns] =
    apostrophe === 'formulas'
      ? ([/^'(?=[=+@-])/, undefined] as const)
      : ([/^'/, new Set(columnsCalled(apostrophe, header))] as const);
  return cells =>
    cells.map((cell, column) =>
      cell.startsWith("'") && columns?.has(column) !== false ? cell.replace(pattern, '') : cell,
    );
}
