import { basename } from 'node:path';
import {
  badWords,
  doubtfulStatusNames,
  emptyWords,
  goodWords,
  optInNames,
  optOutNames,
  statusNames,
  unconfirmedWords,
  yesWords,
} from './consent-words.ts';
import type { Dialect } from './dialect.ts';
import { looseName } from './headers.ts';
import type { Row } from './rows.ts';

/**
 * Who must not be mailed. A file says so by a status word, an opt-in or opt-out column, a date that is not
 * empty, or its own name; any one of them wins, and only words known to be good make an active subscriber.
 */
export interface Consent {
  /** Columns that are read as marks, for the summary. */
  readonly columns: readonly string[];
  /** Why the person in this row must not be mailed; undefined when nothing speaks against it. */
  reason(cells: readonly string[]): string | undefined;
}

/** What a column's cells are held against; `bad words` alone count where a name or content leaves doubt. */
type Kind = 'status' | 'opt-in' | 'opt-out' | 'bad words';

interface Mark {
  readonly column: number;
  readonly kind: Kind;
  /** An empty cell says nothing: the column is empty as far as could be seen. */
  readonly mayBeEmpty: boolean;
}

const date = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)/;

const fileNames: readonly (readonly [RegExp, string])[] = [
  [/^unsubscribed[_-]/i, 'the file is an export of unsubscribed people'],
  [/^cleaned[_-]/i, 'the file is an export of addresses that bounced'],
  [/^non-?subscribed[_-]/i, 'the file is an export of people who never subscribed'],
];

/**
 * Finds the marks of a file.
 *
 * @param choice a column by name or number that is the status column; false: no column is; undefined: guess
 */
export function findConsent(
  fileName: string,
  dialect: Dialect,
  sample: readonly Row[],
  choice: number | false | undefined,
): Consent {
  const byName = fileNames.find(([pattern]) => pattern.test(basename(fileName)))?.[1];
  const marks = choice === false ? [] : findMarks(dialect.header, sample, choice);
  return {
    columns: marks.map(({ column }) => dialect.names[column] ?? ''),
    reason: cells => {
      if (byName !== undefined) return byName;
      for (const { column, kind, mayBeEmpty } of marks) {
        const cell = cells[column] ?? '';
        if (mayBeEmpty && cell.trim() === '') continue;
        const against = judge(kind, cell);
        if (against !== undefined) return `${dialect.names[column]}: ${against}`;
      }
      return undefined;
    },
  };
}

function findMarks(header: readonly string[], sample: readonly Row[], choice: number | undefined): Mark[] {
  return header.flatMap((name, column) => {
    const words = sample.map(row => looseName(row.cells[column] ?? '')).filter(word => word !== '');
    const kind = kindByName(looseName(name)) ?? (column === choice ? 'status' : doubtfulKind(name, words));
    return kind === undefined ? [] : [{ column, kind, mayBeEmpty: words.length === 0 }];
  });
}

function kindByName(name: string): Kind | undefined {
  if (optOutNames.has(name)) return 'opt-out';
  if (optInNames.has(name)) return 'opt-in';
  return statusNames.has(name) ? 'status' : undefined;
}

function doubtfulKind(header: string, words: readonly string[]): Kind | undefined {
  if (!doubtfulStatusNames.has(looseName(header))) return undefined;
  if (words.length === 0) return 'bad words';
  const known = words.filter(word => goodWords.has(word) || badWords.has(word) || unconfirmedWords.has(word));
  return known.length > words.length / 2 ? 'status' : undefined;
}

/** What a cell says against mailing, in its own words; undefined when nothing. */
function judge(kind: Kind, cell: string): string | undefined {
  const word = looseName(cell);
  const shown = cell.trim();
  if (kind === 'opt-out') return emptyWords.has(word) ? undefined : shown;
  if (kind === 'opt-in') {
    // The date on which somebody opted in.
    if (yesWords.has(word) || date.test(shown)) return undefined;
    return shown === '' ? 'empty' : shown;
  }
  if (goodWords.has(word) || (kind === 'bad words' && !badWords.has(word) && !unconfirmedWords.has(word))) {
    return undefined;
  }
  if (unconfirmedWords.has(word)) return `${shown} (not yet confirmed)`;
  return shown === ''
    ? 'empty'
    : badWords.has(word)
      ? shown
      : `"${shown}" is no status this program knows to be active`;
}
