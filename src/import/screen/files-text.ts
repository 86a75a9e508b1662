/** What each of several files comes to. */
import { counted, grouped } from '../../terminal/numbers.ts';
import type { FileCounts } from '../rows/file-counts.ts';
import type { CheckedFile } from '../state.ts';
import { listed, nonZero } from './listed.ts';

/** The files with people to import; all files if there are none: then each matters. */
export function importedFiles(files: readonly CheckedFile[]): readonly CheckedFile[] {
  const imported = files.filter(({ counts }) => isImported(counts));
  return imported.length === 0 ? files : imported;
}

/** A row of a duplicate may add to what an earlier file says of the person. */
const isImported = ({ accepted, duplicates }: FileCounts) => accepted + duplicates > 0;

/** Files with a line of their own. */
const mostFiles = 8;

/** A line for each file, and one for all without people to import; none for a single file. */
export function fileLines(files: readonly CheckedFile[]): string[] {
  if (files.length === 1) return [];
  const imported = importedFiles(files);
  const others = files.filter(file => !imported.includes(file));
  // The counts of a single file are those below.
  const own = imported.length === 1 ? [] : imported.map(file => `${file.plan.shown}: ${countsText(file)}`);
  const shown = own.length <= mostFiles ? own : own.slice(0, mostFiles - 1);
  const rest = imported.slice(shown.length);
  const more =
    own.length === shown.length ? [] : [`and ${counted(rest.length, 'more file')}: ${countsText(...rest)}`];
  const lines = [...shown, ...more, ...(others.length > 0 ? [othersLine(others)] : [])];
  return lines.length === 0 ? [] : [...lines.map(line => `  ${line}`), ''];
}

/** Columns of the names on such a line. */
const widestNames = 32;

/** `3 other files: 155 left out (cleaned.csv 12 and 2 more)`, those without people to import. */
function othersLine(files: readonly CheckedFile[]): string {
  const names = files.map(({ plan, counts }) => `${plan.shown} ${grouped(counts.rows + counts.notImported)}`);
  const what = `${counted(files.length, 'other file')}: ${countsText(...files)}`;
  return `${what} (${listed(names, widestNames)})`;
}

const sumOf = (files: readonly CheckedFile[], of: (counts: FileCounts) => number) =>
  files.reduce((sum, { counts }) => sum + of(counts), 0);

function countsText(...files: readonly CheckedFile[]): string {
  const accepted = sumOf(files, counts => counts.accepted);
  const duplicates = sumOf(files, counts => counts.duplicates);
  const suppressed = sumOf(files, counts => counts.suppressed);
  const rejected = sumOf(files, counts => counts.rejected);
  const notImported = sumOf(files, counts => counts.notImported);
  const parts = nonZero([
    [accepted, counted(accepted, 'subscriber')],
    [duplicates, counted(duplicates, 'duplicate')],
    [suppressed, `${grouped(suppressed)} left out`],
    [rejected, `${grouped(rejected)} to fix`],
    [notImported, `${grouped(notImported)} not imported`],
  ]);
  return parts || 'no rows';
}
