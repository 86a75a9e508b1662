/** The columns of a file that say who must not be mailed. */
import type { CsvRow } from '../source/csv-reader.ts';
import {
  activeWords,
  ambiguousOptInNames,
  ambiguousStatusNames,
  optInNames,
  optOutNames,
  statusNames,
  suppressedWords,
  unconfirmedWords,
  yesWords,
} from './consent-words.ts';
import { columnsNamed, type DetectedPreset } from './detect-preset.ts';
import { normalizeName } from './header-names.ts';
import type { ConsentMark } from './presets.ts';

/**
 * How the cells of a column are read. In a `status` column only known words make an active subscriber; in a column of
 * `suppressed words`, whose purpose is not certain, only known words suppress.
 */
type MarkKind = 'status' | 'opt-in' | 'opt-out' | 'suppressed words';

/** The words of a status column, normalized. */
interface StatusWords {
  readonly active: ReadonlySet<string>;
  readonly unconfirmed: ReadonlySet<string>;
}

/** A column of this file that says who must not be mailed. */
export interface MarkedColumn {
  readonly column: number;
  readonly kind: MarkKind;
  readonly words: StatusWords;
  /** Whether an empty cell says nothing, as in a column that is empty in all rows looked at. */
  readonly mayBeEmpty: boolean;
  /** The address column that it is about; undefined: about the person, whatever the address. */
  readonly addressColumn?: number | undefined;
}

const usualWords: StatusWords = { active: activeWords, unconfirmed: unconfirmedWords };

/**
 * Finds those columns by the preset, by name, and where a name is ambiguous by the values.
 *
 * @param sample the first rows
 * @param chosen the column that `--status-column` names
 */
export function findMarkedColumns(
  header: readonly string[],
  sample: readonly CsvRow[],
  chosen: number | undefined,
  detected: DetectedPreset | undefined,
): MarkedColumn[] {
  const marks = new Map(
    Object.entries(detected?.preset.marks ?? {}).flatMap(([name, mark]) =>
      columnsNamed([name], header).map(column => [column, mark] as const),
    ),
  );
  return header.flatMap((name, column) => {
    const values = sample.map(row => normalizeName(row.cells[column] ?? '')).filter(value => value !== '');
    const mark = marks.get(column);
    const isChosen = column === chosen;
    const found =
      mark === undefined || (mark.reads === 'nothing' && isChosen)
        ? byName(normalizeName(name), values)
        : byPreset(mark, name, values, header, detected?.isGiven === true);
    const kind = found.kind ?? (isChosen ? 'status' : undefined);
    return kind === undefined ? [] : [{ mayBeEmpty: values.length === 0, ...found, column, kind }];
  });
}

/** How to read a column; without a kind it is not read. */
type MarkReading = Pick<MarkedColumn, 'words' | 'addressColumn'> &
  Partial<Pick<MarkedColumn, 'mayBeEmpty'>> & { readonly kind?: MarkKind | undefined };

function byName(name: string, values: readonly string[]): MarkReading {
  const words = usualWords;
  if (optOutNames.has(name)) return { words, kind: 'opt-out' };
  if (optInNames.has(name)) return { words, kind: 'opt-in' };
  return { words, kind: statusNames.has(name) ? 'status' : kindOfAmbiguous(name, values, words) };
}

/** How to read a column that the preset knows. */
function byPreset(
  mark: ConsentMark,
  name: string,
  values: readonly string[],
  header: readonly string[],
  isGiven: boolean,
): MarkReading {
  if (mark.reads === 'nothing') return { words: usualWords };
  if (mark.reads === 'opt-in' && mark.mayBeEmpty) {
    return { words: usualWords, kind: 'opt-in', mayBeEmpty: true };
  }
  if (mark.reads !== 'status') return { words: usualWords, kind: mark.reads };
  const words = { active: normalized(mark.active), unconfirmed: normalized(mark.unconfirmed ?? []) };
  // A file that only looks like an export of this service may use the same name for something else.
  const isSure = isGiven || !ambiguousStatusNames.has(normalizeName(name));
  const [addressColumn] = columnsNamed(mark.address === undefined ? [] : [mark.address], header);
  const kind = isSure ? 'status' : kindOfAmbiguous(normalizeName(name), values, words);
  return { words, kind, addressColumn };
}

const normalized = (words: readonly string[]) => new Set(words.map(normalizeName));

/** A column with an ambiguous name is read when more than half of its values are words about consent. */
function kindOfAmbiguous(
  name: string,
  values: readonly string[],
  { active, unconfirmed }: StatusWords,
): MarkKind | undefined {
  const isOptIn = ambiguousOptInNames.has(name);
  if (!isOptIn && !ambiguousStatusNames.has(name)) return undefined;
  if (values.length === 0) return 'suppressed words';
  const yes = isOptIn ? yesWords : active;
  const known = values.filter(
    value => yes.has(value) || suppressedWords.has(value) || unconfirmed.has(value),
  );
  return known.length > values.length / 2 ? (isOptIn ? 'opt-in' : 'status') : undefined;
}
