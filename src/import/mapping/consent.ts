import { basename } from 'node:path';
import type { CsvRow } from '../source/csv-reader.ts';
import { findMarkedColumns, type MarkedColumn } from './consent-columns.ts';
import { deletionRequestDomain, notOptedOutWords, suppressedWords, yesWords } from './consent-words.ts';
import type { DetectedPreset } from './detect-preset.ts';
import type { Dialect } from './dialect.ts';
import { normalizeName } from './header-names.ts';

/**
 * Who must not be mailed. A file says so by a status word, an opt-in or opt-out column, a date of unsubscription, or
 * its own name. Any one of them suppresses a row, and only known words make an active subscriber.
 */
export interface ConsentRules {
  /** Names of the columns that are read for it, for the summary. */
  readonly columns: readonly string[];
  /**
   * Why the person in this row must not be mailed; undefined when the person may be.
   *
   * @param address the person's, its domain in lower case
   * @param column the column of the address
   */
  suppressionReason(cells: readonly string[], address: string, column: number): string | undefined;
}

const date = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)/;

const suppressedFiles: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^unsubscribed[_-]/i, 'the file is an export of unsubscribed people'],
  [/^cleaned[_-]/i, 'the file is an export of addresses that bounced'],
  [/^non-?subscribed[_-]/i, 'the file is an export of people who never subscribed'],
];

/**
 * Finds out how a file says who must not be mailed.
 *
 * @param sample the first rows
 * @param choice the status column; false: there is none; undefined: detect it
 * @param detected the service that the file comes from
 */
export function findConsent(
  fileName: string,
  dialect: Dialect,
  sample: readonly CsvRow[],
  choice: number | false | undefined,
  detected: DetectedPreset | undefined,
): ConsentRules {
  const fileReason = suppressedFiles.find(([name]) => name.test(basename(fileName)))?.[1];
  const marked = choice === false ? [] : findMarkedColumns(dialect.header, sample, choice, detected);
  return {
    columns: marked.map(({ column }) => dialect.names[column] ?? ''),
    suppressionReason(cells, address, column) {
      if (fileReason !== undefined) return fileReason;
      for (const mark of marked) {
        const cell = cells[mark.column] ?? '';
        if (mark.mayBeEmpty && cell.trim() === '') continue;
        if (mark.addressColumn !== undefined && mark.addressColumn !== column) continue;
        const reason = cellReason(mark, cell);
        if (reason !== undefined) return `${dialect.names[mark.column]}: ${reason}`;
      }
      return address.endsWith(deletionRequestDomain) ? 'the person asked Substack to be deleted' : undefined;
    },
  };
}

/** Why a cell suppresses its row, in the words of the cell; undefined when it does not. */
function cellReason({ kind, words }: MarkedColumn, cell: string): string | undefined {
  const word = normalizeName(cell);
  const shown = cell.trim();
  if (kind === 'opt-out') return notOptedOutWords.has(word) ? undefined : shown;
  if (kind === 'opt-in') {
    // A date is the day of opting in.
    if (yesWords.has(word) || date.test(shown)) return undefined;
    return shown === '' ? 'empty' : shown;
  }
  if (words.active.has(word)) return undefined;
  if (words.unconfirmed.has(word)) return `${shown} (not yet confirmed)`;
  if (kind === 'suppressed words') return suppressedWords.has(word) ? shown : undefined;
  if (shown === '') return 'empty';
  return suppressedWords.has(word) ? shown : `"${shown}" is no status this program knows to be active`;
}
