import { basename } from 'node:path';
import type { Row } from '../source/csv-reader.ts';
import {
  badWords,
  deletionRequests,
  doubtfulOptInNames,
  doubtfulStatusNames,
  emptyWords,
  goodWords,
  optInNames,
  optOutNames,
  statusNames,
  unconfirmedWords,
  yesWords,
} from './consent-words.ts';
import { columnsCalled, type Origin } from './detect-preset.ts';
import type { Dialect } from './dialect.ts';
import { looseName } from './header-names.ts';
import type { Sign } from './presets.ts';

/**
 * Who must not be mailed. A file says so by a status word, an opt-in or opt-out column, a date that is not
 * empty, or its own name; any one of them wins, and only words known to be good make an active subscriber.
 */
export interface Consent {
  /** Columns that are read as marks, for the summary. */
  readonly columns: readonly string[];
  /**
   * Why the person in this row must not be mailed; undefined when nothing speaks against it.
   *
   * @param address the person's, its domain in lower case
   * @param column where it stands
   */
  reason(cells: readonly string[], address: string, column: number): string | undefined;
}

/** What a column's cells are held against; `bad words` alone count where a name or content leaves doubt. */
type Kind = 'status' | 'opt-in' | 'opt-out' | 'bad words';

/** Status words in comparable form. */
interface StatusWords {
  readonly good: ReadonlySet<string>;
  readonly unconfirmed: ReadonlySet<string>;
}

interface Mark {
  readonly column: number;
  readonly kind: Kind;
  readonly words: StatusWords;
  /** An empty cell says nothing: the column is empty as far as could be seen. */
  readonly mayBeEmpty: boolean;
  /** The address column that it speaks of; undefined: of the person, whatever the address. */
  readonly of?: number | undefined;
}

const usualWords: StatusWords = { good: goodWords, unconfirmed: unconfirmedWords };

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
 * @param origin the service that the file comes from
 */
export function findConsent(
  fileName: string,
  dialect: Dialect,
  sample: readonly Row[],
  choice: number | false | undefined,
  origin: Origin | undefined,
): Consent {
  const byName = fileNames.find(([pattern]) => pattern.test(basename(fileName)))?.[1];
  const marks = choice === false ? [] : findMarks(dialect.header, sample, choice, origin);
  return {
    columns: marks.map(({ column }) => dialect.names[column] ?? ''),
    reason: (cells, address, addressColumn) => {
      if (byName !== undefined) return byName;
      for (const mark of marks) {
        const { column, mayBeEmpty, of } = mark;
        const cell = cells[column] ?? '';
        if (mayBeEmpty && cell.trim() === '') continue;
        if (of !== undefined && of !== addressColumn) continue;
        const against = judge(mark, cell);
        if (against !== undefined) return `${dialect.names[column]}: ${against}`;
      }
      return address.endsWith(deletionRequests) ? 'the person asked Substack to be deleted' : undefined;
    },
  };
}

function findMarks(
  header: readonly string[],
  sample: readonly Row[],
  choice: number | undefined,
  origin: Origin | undefined,
): Mark[] {
  const signs = new Map(
    Object.entries(origin?.recipe.signs ?? {}).flatMap(([name, sign]) =>
      columnsCalled([name], header).map(column => [column, sign] as const),
    ),
  );
  return header.flatMap((name, column) => {
    const words = sample.map(row => looseName(row.cells[column] ?? '')).filter(word => word !== '');
    const sign = signs.get(column);
    const isChosen = column === choice;
    const reading =
      sign === undefined || (sign.reads === 'nothing' && isChosen)
        ? { words: usualWords, kind: kindByName(looseName(name)) ?? doubtfulKind(name, words, usualWords) }
        : signReading(sign, name, words, header, origin?.said === true);
    const kind = reading.kind ?? (isChosen ? 'status' : undefined);
    return kind === undefined ? [] : [{ mayBeEmpty: words.length === 0, ...reading, column, kind }];
  });
}

interface SignReading {
  readonly words: StatusWords;
  /** Undefined: not at all. */
  readonly kind?: Kind | undefined;
  readonly mayBeEmpty?: true;
  readonly of?: number | undefined;
}

/** How a column is read of which the service's recipe speaks. */
function signReading(
  sign: Sign,
  name: string,
  words: readonly string[],
  header: readonly string[],
  said: boolean,
): SignReading {
  if (sign.reads === 'nothing') return { words: usualWords };
  if (sign.reads === 'opt-in' && sign.mayBeEmpty)
    return { words: usualWords, kind: 'opt-in', mayBeEmpty: true };
  if (sign.reads !== 'status') return { words: usualWords, kind: sign.reads };
  const own = { good: comparable(sign.keep), unconfirmed: comparable(sign.unconfirmed ?? []) };
  // What merely looks like that service's export may have a column of the same name for something else.
  const isSure = said || !doubtfulStatusNames.has(looseName(name));
  const [of] = columnsCalled(sign.of === undefined ? [] : [sign.of], header);
  return { words: own, kind: isSure ? 'status' : doubtfulKind(name, words, own), of };
}

const comparable = (words: readonly string[]) => new Set(words.map(looseName));

function kindByName(name: string): Kind | undefined {
  if (optOutNames.has(name)) return 'opt-out';
  if (optInNames.has(name)) return 'opt-in';
  return statusNames.has(name) ? 'status' : undefined;
}

function doubtfulKind(
  header: string,
  words: readonly string[],
  { good, unconfirmed }: StatusWords,
): Kind | undefined {
  const name = looseName(header);
  const isOptIn = doubtfulOptInNames.has(name);
  if (!isOptIn && !doubtfulStatusNames.has(name)) return undefined;
  if (words.length === 0) return 'bad words';
  const yes = isOptIn ? yesWords : good;
  const known = words.filter(word => yes.has(word) || badWords.has(word) || unconfirmed.has(word));
  return known.length > words.length / 2 ? (isOptIn ? 'opt-in' : 'status') : undefined;
}

/** What a cell says against mailing, in its own words; undefined when nothing. */
function judge({ kind, words: { good, unconfirmed } }: Mark, cell: string): string | undefined {
  const word = looseName(cell);
  const shown = cell.trim();
  if (kind === 'opt-out') return emptyWords.has(word) ? undefined : shown;
  if (kind === 'opt-in') {
    // The date on which somebody opted in.
    if (yesWords.has(word) || date.test(shown)) return undefined;
    return shown === '' ? 'empty' : shown;
  }
  if (good.has(word) || (kind === 'bad words' && !badWords.has(word) && !unconfirmed.has(word))) {
    return undefined;
  }
  if (unconfirmed.has(word)) return `${shown} (not yet confirmed)`;
  return shown === ''
    ? 'empty'
    : badWords.has(word)
      ? shown
      : `"${shown}" is no status this program knows to be active`;
}
