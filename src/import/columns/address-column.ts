import { Failure } from '../../lib/failure.ts';
import type { SourceRow } from '../files/row.ts';
import { looksLikeAddress } from '../rows/values/email-address.ts';
import { columnsNamed } from './detect-preset.ts';
import { isEmailHeader, isOtherAddressHeader, isOwnIfOnly } from './header-names.ts';
import type { DecidedColumns, FileToMap } from './match-columns.ts';

/** The address column, and others to use where it is blank. @throws Failure no_email_column, invalid_value */
export function findAddressColumns(
  { targets, decided }: DecidedColumns,
  file: FileToMap,
): readonly [number, ...number[]] {
  const { dialect, preset } = file;
  const mapped = targets.flatMap((t, i) => (t.to === 'email' ? [i] : []));
  if (mapped.length > 1) {
    throw new Failure('invalid_value', '--map names more than one column as email', {
      hint: 'columns of the same name can be told apart by number: --map 3=email',
    });
  }
  if (mapped[0] !== undefined) return [mapped[0]];
  const ofPreset = columnsNamed(preset?.email ?? [], dialect.header).filter(column => !decided.has(column));
  if (!dialect.hasHeader) refuseSeveral(decided, file);
  const [first = mostLikelyColumn(decided, file), ...others] = ofPreset;
  if (first !== undefined) return [first, ...others];
  // A query that failed may print its error, or nothing of its header.
  const isEmpty = file.sample.length === 0;
  const message = `no column looks like email addresses${isEmpty ? ', and there are no rows' : ''}`;
  throw new Failure('no_email_column', message, {
    details: [`columns: ${dialect.names.join(', ')}`],
    hint: isEmpty ? 'check that the file is complete' : 'name it: --map "<column>=email"',
  });
}

/** Without names, it is unclear whose addresses several columns hold. @throws Failure no_email_column */
function refuseSeveral(decided: ReadonlySet<number>, { sample, preset }: FileToMap): void {
  if (preset !== undefined) return;
  const columns = Math.max(0, ...sample.slice(0, 50).map(row => row.cells.length));
  const found = Array.from({ length: columns }, (_, column) => column).filter(
    column => !decided.has(column) && addressShare(sample, column) >= 0.5,
  );
  const [first = 0] = found;
  if (found.length < 2) return;
  throw new Failure(
    'no_email_column',
    `${found.length} columns look like email addresses, and have no names`,
    {
      details: [`columns: ${found.map(column => column + 1).join(', ')}`],
      hint: `put each address on a line of its own, or name the column: --map ${first + 1}=email`,
    },
  );
}

/** The column with the best score: a known name counts 1, the share of cells that look like addresses up to 1. */
function mostLikelyColumn(
  decided: ReadonlySet<number>,
  { dialect, sample, preset }: FileToMap,
): number | undefined {
  const otherPurpose = new Set(
    columnsNamed([...(preset?.skip ?? []), ...Object.keys(preset?.tags ?? {})], dialect.header),
  );
  let best: number | undefined;
  let bestScore = 0;
  dialect.header.forEach((header, column) => {
    if (decided.has(column) || otherPurpose.has(column)) return;
    const isKnown = dialect.hasHeader && isEmailHeader(header);
    if (dialect.hasHeader && !isKnown && isOtherAddressHeader(header)) return;
    const share = addressShare(sample, column);
    // A column with a known name but no addresses in it is a last resort.
    const named = share === 0 && isFilled(sample, column) ? 0.1 : 1 + share;
    const score = isKnown ? named : share >= 0.5 ? share : 0;
    if (score > bestScore) [best, bestScore] = [column, score];
  });
  return best ?? onlyColumn(decided, { dialect, sample });
}

/** The only column with addresses, if they may be the people's own. */
function onlyColumn(
  decided: ReadonlySet<number>,
  { dialect: { header }, sample }: Pick<FileToMap, 'dialect' | 'sample'>,
): number | undefined {
  const all = header.flatMap((_, column) => (addressShare(sample, column) > 0 ? [column] : []));
  const [column] = all;
  if (column === undefined || all.length > 1 || decided.has(column)) return undefined;
  return isOwnIfOnly(header[column] ?? '') && addressShare(sample, column) >= 0.5 ? column : undefined;
}

function isFilled(sample: readonly SourceRow[], column: number): boolean {
  return sample.some(row => (row.cells[column] ?? '').trim() !== '');
}

function addressShare(sample: readonly SourceRow[], column: number): number {
  const cells = sample.slice(0, 200).flatMap(row => row.cells[column]?.trim() || []);
  return cells.length === 0 ? 0 : cells.filter(looksLikeAddress).length / cells.length;
}
