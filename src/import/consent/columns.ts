/** The columns of a file that say who must not be emailed. */

import { fold } from '../rows/values/fold.ts';
import type { ColumnSurvey, ColumnTally, Mentions, ValueCount } from './column-survey.ts';
import { headerSense, isAboutConfirmation } from './header-sense.ts';
import { type ColumnReading, type MarkKind, readColumn, unclear } from './read-column.ts';
import { ambiguousStatusNames, anyStatusNames, statusNames } from './words.ts';

/** How a column of an export says who must not be emailed. */
export type ConsentMark =
  | {
      /** A status word for each person: only those who are `active` may be emailed. */
      readonly reads: 'status';
      readonly active: readonly string[];
      readonly unconfirmed?: readonly string[];
      /** One column for each list: an empty cell says nothing where another list has a status. */
      readonly perList?: true;
      /** The address column that it is about, where a person has several. */
      readonly address?: string;
    }
  /** Yes or a date: the person may be emailed. */
  | { readonly reads: 'opt-in'; readonly mayBeEmpty?: true }
  /** Yes, a date or a count above 0: the person must not be emailed. */
  | { readonly reads: 'opt-out' }
  /** People with one of these words must not be emailed; all other words say nothing about it. */
  | { readonly reads: 'words'; readonly out: readonly string[] }
  /** It says nothing about that, though its name sounds like it. */
  | { readonly reads: 'nothing' };

/** What the export of a service is known to say about consent. */
export interface KnownExport {
  readonly marks: ReadonlyMap<number, ConsentMark>;
  /** The address columns that marks are about, by the column of the mark. */
  readonly addressColumns: ReadonlyMap<number, number>;
  /** The user has named the service. */
  readonly isGiven: boolean;
}

/** The words of a status column of a known service, folded. */
interface StatusWords {
  readonly active: ReadonlySet<string>;
  readonly unconfirmed: ReadonlySet<string>;
}

/** A column of this file that says who must not be emailed. */
export interface MarkedColumn {
  readonly column: number;
  readonly kind: MarkKind;
  /** Undefined: the words of all services. */
  readonly words?: StatusWords | undefined;
  /** Values that mean that the person opted out, folded; `*` is any but "no". */
  readonly optOutValues?: ReadonlySet<string> | undefined;
  /** Whether an empty cell says nothing. */
  readonly mayBeEmpty: boolean;
  /** Columns for other lists: an empty cell says nothing where one of them is filled. */
  readonly lists?: readonly number[];
  /** The address column that it is about; undefined: about the person, whatever the address. */
  readonly addressColumn?: number | undefined;
}

/** A column that looks like a mark, and is not understood. */
export interface UnclearColumn {
  readonly column: number;
  /** Its values, the most telling first. */
  readonly examples: readonly ValueCount[];
}

/** What the user says about columns. */
export interface ConsentAnswers {
  /** The column that `--status-column` names. */
  readonly chosen: number | undefined;
  /** The values that `--opt-out-value` names, by column. */
  readonly optOutValues: ReadonlyMap<number, ReadonlySet<string>>;
  /** Columns that `--map` names: nothing is asked about them. */
  readonly decided: ReadonlySet<number>;
  /** Columns that the account has a field for: their values do not make them suspicious. */
  readonly matched: ReadonlySet<number>;
  /** Columns of tags: of their values only those of people who opted out are marks, perhaps. */
  readonly tags?: ReadonlySet<number>;
  /** The name of the file, and titles in it, are no marks. */
  readonly isNameInnocent?: boolean;
}

export interface ConsentColumns {
  readonly marked: readonly MarkedColumn[];
  readonly unclear: readonly UnclearColumn[];
  readonly mentioning: readonly MentioningColumn[];
}

/** A column of texts, of which some mention that somebody opted out. */
export interface MentioningColumn extends Mentions {
  readonly column: number;
}

/**
 * Finds those columns: by the user's answers, by the preset, else by their names and values.
 *
 * @param survey the values of the columns
 */
export function findConsentColumns(
  header: readonly string[],
  survey: ColumnSurvey,
  answers: ConsentAnswers,
  known: KnownExport | undefined,
): ConsentColumns {
  const marks = known?.marks ?? new Map<number, ConsentMark>();
  const marked: MarkedColumn[] = [];
  const open: UnclearColumn[] = [];
  const mentioning: MentioningColumn[] = [];
  header.forEach((name, column) => {
    const tally = survey.tally(column);
    const optOutValues = answers.optOutValues.get(column);
    if (optOutValues !== undefined) {
      marked.push({ column, kind: 'values', optOutValues, mayBeEmpty: false });
      return;
    }
    if (answers.tags?.has(column) && column !== answers.chosen) {
      const isAsked = tally.count('opted out') > 0 && !answers.decided.has(column);
      if (isAsked) open.push({ column, examples: tally.examples });
      return;
    }
    const mark = marks.get(column);
    const isChosen = column === answers.chosen;
    const found =
      mark === undefined || (mark.reads === 'nothing' && (isChosen || isOtherwise(name, tally, known)))
        ? byContent(name, tally, isChosen, answers.matched.has(column))
        : byPreset(
            { mark, addressColumn: known?.addressColumns.get(column) },
            name,
            tally,
            known?.isGiven === true,
          );
    if (found === undefined) {
      const isNews = tally.mentions !== undefined && !answers.decided.has(column);
      if (isNews) mentioning.push({ column, ...tally.mentions });
      return;
    }
    if (found !== unclear) marked.push({ ...found, column, lists: otherLists(mark, column, marks) });
    else if (!answers.decided.has(column)) open.push({ column, examples: tally.examples });
  });
  if (known === undefined && !marked.some(({ kind }) => kind === 'status' || kind === 'opt-in')) {
    addConfirmations(header, survey, answers, marked, open);
  }
  // What the service's own columns say is the better reason.
  marked.sort((a, b) => Number(marks.has(b.column)) - Number(marks.has(a.column)));
  return { marked, unclear: open, mentioning };
}

/**
 * Where no column says who may be emailed, one with the day of the confirmation does: who has none, has not confirmed. If
 * most have none, that is not clear.
 */
function addConfirmations(
  header: readonly string[],
  survey: ColumnSurvey,
  answers: ConsentAnswers,
  marked: MarkedColumn[],
  open: UnclearColumn[],
): void {
  const taken = new Set([...marked, ...open].map(({ column }) => column));
  header.forEach((name, column) => {
    if (taken.has(column) || answers.decided.has(column) || !isAboutConfirmation(name)) return;
    const tally = survey.tally(column);
    const isDate = tally.count('date') > 0 && tally.count('date') >= tally.filled / 2;
    if (!isDate || tally.empty + tally.count('no') === 0) return;
    if (tally.empty < tally.filled) marked.push({ column, kind: 'opt-in', mayBeEmpty: false });
    else open.push({ column, examples: tally.examples });
  });
}

/** The columns that say the same about other lists. */
function otherLists(
  mark: ConsentMark | undefined,
  column: number,
  marks: ReadonlyMap<number, ConsentMark>,
): readonly number[] {
  if (mark?.reads !== 'status' || mark.perList !== true) return [];
  return [...marks].flatMap(([other, one]) => (one === mark && other !== column ? [other] : []));
}

/** Whether a column is not what it is in the exports of a service: a file may merely look like one. */
function isOtherwise(name: string, tally: ColumnTally, known: KnownExport | undefined): boolean {
  const folded = fold(name);
  const isUsual = anyStatusNames.has(folded) || ambiguousStatusNames.has(folded);
  return known?.isGiven !== true && isUsual && tally.count('opted out') > 0;
}

type FoundMark = Omit<MarkedColumn, 'column'> | typeof unclear | undefined;

function byContent(name: string, tally: ColumnTally, isChosen: boolean, isMatched: boolean): FoundMark {
  const sense = headerSense(name);
  const reading = readColumn(sense, tally, isMatched);
  if (reading !== undefined && reading !== unclear) return withEmpty(reading, tally);
  if (!isChosen) return reading;
  const kind = sense.endsWith('opt-out') ? 'opt-out' : isAboutConfirmation(name) ? 'opt-in' : 'status';
  return { kind, mayBeEmpty: tally.filled === 0 };
}

/** An empty cell speaks only where others say yes or no. */
function withEmpty({ kind, mayBeEmpty }: ColumnReading, tally: ColumnTally): Omit<MarkedColumn, 'column'> {
  const speaks =
    kind === 'status'
      ? tally.count('subscribed', 'active', 'yes')
      : tally.count('subscribed', 'active', 'yes', 'no', 'date');
  return { kind, mayBeEmpty: mayBeEmpty === true || (kind !== 'names' && speaks === 0) };
}

/** How to read a column that the preset knows. */
function byPreset(
  { mark, addressColumn }: { readonly mark: ConsentMark; readonly addressColumn: number | undefined },
  name: string,
  tally: ColumnTally,
  isGiven: boolean,
): FoundMark {
  if (mark.reads === 'nothing') return undefined;
  if (mark.reads === 'opt-in') return { kind: 'opt-in', mayBeEmpty: mark.mayBeEmpty ?? tally.filled === 0 };
  if (mark.reads === 'opt-out') return { kind: 'opt-out', mayBeEmpty: true };
  if (mark.reads === 'words') {
    return { kind: 'some words', optOutValues: foldedWords(mark.out), mayBeEmpty: true };
  }
  const words = { active: foldedWords(mark.active), unconfirmed: foldedWords(mark.unconfirmed ?? []) };
  const reading = isGiven ? { kind: 'status' as const } : statusReading(fold(name), tally);
  if (reading === undefined || reading === unclear) return reading;
  if (!isGiven && holdsUnknownWordsOnly(tally, words)) return unclear;
  return { ...reading, words, addressColumn, mayBeEmpty: tally.filled === 0 };
}

/** Whether no value is a good one, of the service's words or of all, and some are not known: one of these may be. */
function holdsUnknownWordsOnly(tally: ColumnTally, { active, unconfirmed }: StatusWords): boolean {
  const isGood = (value: string) => active.has(fold(value)) || unconfirmed.has(fold(value));
  if (tally.count('subscribed', 'active', 'allowed', 'yes') > 0) return false;
  return tally.count('other') > 0 && !tally.examples.some(({ value }) => isGood(value));
}

/** A file that only looks like an export of a service may use the same name for something else. */
function statusReading(name: string, tally: ColumnTally): ReturnType<typeof readColumn> {
  if (!statusNames.has(name) && ambiguousStatusNames.has(name))
    return readColumn('ambiguous status', tally, false);
  const isOther = anyStatusNames.has(name) && tally.otherStatus > tally.filled / 2;
  return isOther ? readColumn('any status', tally, false) : { kind: 'status' };
}

const foldedWords = (words: readonly string[]) => new Set(words.map(fold));
