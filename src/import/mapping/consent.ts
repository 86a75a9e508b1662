import { basename } from 'node:path';
import type { CsvRow } from '../source/csv-reader.ts';
import {
  activeWords,
  ambiguousOptInNames,
  ambiguousStatusNames,
  deletionRequestDomain,
  notOptedOutWords,
  optInNames,
  optOutNames,
  statusNames,
  suppressedWords,
  unconfirmedWords,
  yesWords,
} from './consent-words.ts';
import { columnsNamed, type DetectedPreset } from './detect-preset.ts';
import type { Dialect } from './dialect.ts';
import { normalizeName } from './header-names.ts';
import type { ConsentMark } from './presets.ts';

/**
 * Who must not be mailed. A file says so by a status word, an opt-in or opt-out column, a date that is not
 * empty, or its own name; any one of them wins, and only words known to be good make an active subscriber.
 */
export interface ConsentRules {
  /** Columns that are read as marks, for the summary. */
  readonly columns: readonly string[];
  /**
   * Why the person in this row must not be mailed; undefined when nothing speaks against it.
   *
   * @param address the person's, its domain in lower case
   * @param column where it stands
   */
  suppressionReason(cells: readonly string[], address: string, column: number): string | undefined;
}

/** What a column's cells are held against; `bad words` alone count where a name or content leaves doubt. */
type MarkKind = 'status' | 'opt-in' | 'opt-out' | 'bad words';

/** Status words in comparable form. */
interface StatusWords {
  readonly good: ReadonlySet<string>;
  readonly unconfirmed: ReadonlySet<string>;
}

interface MarkedColumn {
  readonly column: number;
  readonly kind: MarkKind;
  readonly words: StatusWords;
  /** An empty cell says nothing: the column is empty as far as could be seen. */
  readonly mayBeEmpty: boolean;
  /** The address column that it speaks of; undefined: of the person, whatever the address. */
  readonly of?: number | undefined;
}

const usualWords: StatusWords = { good: activeWords, unconfirmed: unconfirmedWords };

const date = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)/;

const fileNames: readonly (readonly [RegExp, string])[] = [
  [/^unsubscribed[_-]/i, 'the file is an export of unsubscribed people'],
  [/^cleaned[_-]/i, 'the file is an export of addresses that bounced'],
  [/^non-?subscribed[_-]/i, 'the file is an export of people who never subscribed'],
];

/**
 * Finds the marks of a file.
 *
 * @param choice a column that is the status column; false: no column is; undefined: guess
 * @param detected the service that the file comes from
 */
export function findConsent(
  fileName: string,
  dialect: Dialect,
  sample: readonly CsvRow[],
  choice: number | false | undefined,
  detected: DetectedPreset | undefined,
): ConsentRules {
  const byName = fileNames.find(([pattern]) => pattern.test(basename(fileName)))?.[1];
  const marks = choice === false ? [] : findMarkedColumns(dialect.header, sample, choice, detected);
  return {
    columns: marks.map(({ column }) => dialect.names[column] ?? ''),
    suppressionReason: (cells, address, addressColumn) => {
      if (byName !== undefined) return byName;
      for (const mark of marks) {
        const { column, mayBeEmpty, of } = mark;
        const cell = cells[column] ?? '';
        if (mayBeEmpty && cell.trim() === '') continue;
        if (of !== undefined && of !== addressColumn) continue;
        const against = cellReason(mark, cell);
        if (against !== undefined) return `${dialect.names[column]}: ${against}`;
      }
      return address.endsWith(deletionRequestDomain) ? 'the person asked Substack to be deleted' : undefined;
    },
  };
}

function findMarkedColumns(
  header: readonly string[],
  sample: readonly CsvRow[],
  choice: number | undefined,
  detected: DetectedPreset | undefined,
): MarkedColumn[] {
  const marks = new Map(
    Object.entries(detected?.preset.marks ?? {}).flatMap(([name, mark]) =>
      columnsNamed([name], header).map(column => [column, mark] as const),
    ),
  );
  return header.flatMap((name, column) => {
    const words = sample.map(row => normalizeName(row.cells[column] ?? '')).filter(word => word !== '');
    const mark = marks.get(column);
    const isChosen = column === choice;
    const reading =
      mark === undefined || (mark.reads === 'nothing' && isChosen)
        ? {
            words: usualWords,
            kind: kindOfName(normalizeName(name)) ?? kindOfAmbiguous(name, words, usualWords),
          }
        : readPresetMark(mark, name, words, header, detected?.isGiven === true);
    const kind = reading.kind ?? (isChosen ? 'status' : undefined);
    return kind === undefined ? [] : [{ mayBeEmpty: words.length === 0, ...reading, column, kind }];
  });
}

interface MarkReading {
  readonly words: StatusWords;
  /** Undefined: not at all. */
  readonly kind?: MarkKind | undefined;
  readonly mayBeEmpty?: true;
  readonly of?: number | undefined;
}

/** How a column is read of which the service's preset speaks. */
function readPresetMark(
  mark: ConsentMark,
  name: string,
  words: readonly string[],
  header: readonly string[],
  isGiven: boolean,
): MarkReading {
  if (mark.reads === 'nothing') return { words: usualWords };
  if (mark.reads === 'opt-in' && mark.mayBeEmpty)
    return { words: usualWords, kind: 'opt-in', mayBeEmpty: true };
  if (mark.reads !== 'status') return { words: usualWords, kind: mark.reads };
  const own = { good: comparable(mark.keep), unconfirmed: comparable(mark.unconfirmed ?? []) };
  // What merely looks like that service's export may have a column of the same name for something else.
  const isSure = isGiven || !ambiguousStatusNames.has(normalizeName(name));
  const [of] = columnsNamed(mark.of === undefined ? [] : [mark.of], header);
  return { words: own, kind: isSure ? 'status' : kindOfAmbiguous(name, words, own), of };
}

const comparable = (words: readonly string[]) => new Set(words.map(normalizeName));

function kindOfName(name: string): MarkKind | undefined {
  if (optOutNames.has(name)) return 'opt-out';
  if (optInNames.has(name)) return 'opt-in';
  return statusNames.has(name) ? 'status' : undefined;
}

function kindOfAmbiguous(
  header: string,
  words: readonly string[],
  { good, unconfirmed }: StatusWords,
): MarkKind | undefined {
  const name = normalizeName(header);
  const isOptIn = ambiguousOptInNames.has(name);
  if (!isOptIn && !ambiguousStatusNames.has(name)) return undefined;
  if (words.length === 0) return 'bad words';
  const yes = isOptIn ? yesWords : good;
  const known = words.filter(word => yes.has(word) || suppressedWords.has(word) || unconfirmed.has(word));
  return known.length > words.length / 2 ? (isOptIn ? 'opt-in' : 'status') : undefined;
}

/** What a cell says against mailing, in its own words; undefined when nothing. */
function cellReason({ kind, words: { good, unconfirmed } }: MarkedColumn, cell: string): string | undefined {
  const word = normalizeName(cell);
  const shown = cell.trim();
  if (kind === 'opt-out') return notOptedOutWords.has(word) ? undefined : shown;
  if (kind === 'opt-in') {
    // The date on which somebody opted in.
    if (yesWords.has(word) || date.test(shown)) return undefined;
    return shown === '' ? 'empty' : shown;
  }
  if (good.has(word) || (kind === 'bad words' && !suppressedWords.has(word) && !unconfirmed.has(word))) {
    return undefined;
  }
  if (unconfirmed.has(word)) return `${shown} (not yet confirmed)`;
  return shown === ''
    ? 'empty'
    : suppressedWords.has(word)
      ? shown
      : `"${shown}" is no status this program knows to be active`;
}
