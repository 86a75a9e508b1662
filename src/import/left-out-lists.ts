/** Which lists of people left out belong to a rejects file: by its name, or, if it was renamed, all in its folder. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, parse, relative } from 'node:path';
import { headOf, leftOutPath } from './rows/rejects.ts';
import type { PlannedFile } from './state.ts';

/** Whether a rejects file was moved or renamed, so that its list of people left out is not found by its name. */
export function needsList({ source: { path }, plan: { dialect } }: PlannedFile): boolean {
  return dialect.isRejects === true && !/\.left-out\b/.test(basename(path)) && !isListKnown(path);
}

/** Whether nothing shows whom the import left out: of a renamed file, any list in its folder may be its own. */
export function lacksList(file: PlannedFile): boolean {
  const { path } = file.source;
  return needsList(file) && (/\.rejects\b/.test(basename(path)) || leftOutAround(path).length === 0);
}

/**
 * Where the original file is beside its rejects file, and no list, nobody was left out. A list of another number than
 * the rejects file, alone, may be that of another import.
 */
export function isListKnown(rejects: string): boolean {
  const [original] = rejects.split('.rejects');
  const isThere = original !== rejects && existsSync(original ?? '');
  const numberOf = (path: string) => /-\d+$/.exec(parse(path).name)?.[0];
  const isOwn = (number: string | undefined) => number === undefined || number === numberOf(rejects);
  return isThere || leftOutBeside(rejects).some(list => isOwn(numberOf(list)));
}

/** The lists of people who were left out when a rejects file, of any name, was written, and by earlier runs. */
export function leftOutBeside(rejects: string): string[] {
  const { dir, name, ext } = parse(rejects);
  // The rejects of a further layout, or of a second run, have a number: `people.csv.rejects-2.csv`.
  const names = [name, name.replace(/-\d+$/, '')].map(one => parse(leftOutPath(`${one}${ext}`)).name);
  return filesIn(dir).flatMap(file => {
    const isList = parse(file).ext === ext && names.includes(parse(file).name.replace(/-\d+$/, ''));
    return isList ? [join(dir, file)] : [];
  });
}

const mayBeList = 'it may list people who were left out: make it readable, or move it elsewhere';

/**
 * The lists of people left out in the folder of a rejects file that was renamed: any of them may be its own.
 *
 * @returns relative paths
 * @throws Failure unreadable_file
 */
export function leftOutAround(rejects: string): string[] {
  const { dir, base } = parse(relative('', rejects));
  // The people whom an import of the file itself left out are not those of the import before it.
  const names = filesIn(dir).filter(
    file => /\.left-out\b.*\.csv$/i.test(file) && !file.startsWith(`${base}.`),
  );
  return names
    .map(file => join(dir, file))
    .filter(path => /_line\W+_code\W+_reason/.test(headOf(path, 65_536, mayBeList)));
}

/** None if the folder does not exist: the file itself is then reported as missing. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder === '' ? '.' : folder).sort();
  } catch {
    return [];
  }
}
