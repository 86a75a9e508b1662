/** The columns of a file that say who must not be emailed. */

import { fold } from '../rows/values/fold.ts';
import { type ColumnRule, type RuleKind, ruleOf, unclear } from './column-rule.ts';
import type { ColumnCounts, ColumnSurvey, Mentions, ValueCount } from './column-survey.ts';
import { headerMeaning, isAboutConfirmation } from './header-meaning.ts';
import { ambiguousStatusNames, anyStatusNames, statusNames } from './words.ts';

/** How a column of an export says who must not be emailed. */
export type KnownRule =
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
  readonly rules: ReadonlyMap<number, KnownRule>;
  /** The address columns that they are about. */
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
export interface ConsentColumn {
  readonly column: number;
  readonly kind: RuleKind;
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

/** A column that looks like a rule, and is not understood. */
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
  /** Columns of tags: of their values only those of people who opted out are rules, perhaps. */
  readonly tags?: ReadonlySet<number>;
  /** The name of the file, and titles in it, are no rules. */
  readonly isNameInnocent?: boolean;
}

export interface ConsentColumns {
  readonly columns: readonly ConsentColumn[];
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
  const rules = known?.rules ?? new Map<number, KnownRule>();
  const columns: ConsentColumn[] = [];
  const open: UnclearColumn[] = [];
  const mentioning: MentioningColumn[] = [];
  header.forEach((name, column) => {
    const counts = survey.counts(column);
    const optOutValues = answers.optOutValues.get(column);
    if (optOutValues !== undefined) {
      columns.push({ column, kind: 'values', optOutValues, mayBeEmpty: false });
      return;
    }
    if (answers.tags?.has(column) && column !== answers.chosen) {
      const isAsked = counts.count('opted out') > 0 && !answers.decided.has(column);
      if (isAsked) open.push({ column, examples: counts.examples });
      return;
    }
    const rule = rules.get(column);
    const isChosen = column === answers.chosen;
    const found =
      rule === undefined || (rule.reads === 'nothing' && (isChosen || isOtherwise(name, counts, known)))
        ? byContent(name, counts, isChosen, answers.matched.has(column))
        : byPreset(
            { rule, addressColumn: known?.addressColumns.get(column) },
            name,
            counts,
            known?.isGiven === true,
          );
    if (found === undefined) {
      const isNews = counts.mentions !== undefined && !answers.decided.has(column);
      if (isNews) mentioning.push({ column, ...counts.mentions });
      return;
    }
    if (found !== unclear) columns.push({ ...found, column, lists: otherLists(rule, column, rules) });
    else if (!answers.decided.has(column)) open.push({ column, examples: counts.examples });
  });
  if (known === undefined && !columns.some(({ kind }) => kind === 'status' || kind === 'opt-in')) {
    addConfirmations(header, survey, answers, { columns, open });
  }
  // What the service's own columns say is the better reason.
  columns.sort((a, b) => Number(rules.has(b.column)) - Number(rules.has(a.column)));
  return { columns, unclear: open, mentioning };
}

/**
 * Where no column says who may be emailed, one with the day of the confirmation does: who has none, has not confirmed. If
 * most have none, that is not clear.
 */
function addConfirmations(
  header: readonly string[],
  survey: ColumnSurvey,
  answers: ConsentAnswers,
  { columns, open }: { readonly columns: ConsentColumn[]; readonly open: UnclearColumn[] },
): void {
  const taken = new Set([...columns, ...open].map(({ column }) => column));
  header.forEach((name, column) => {
    if (taken.has(column) || answers.decided.has(column) || !isAboutConfirmation(name)) return;
    const counts = survey.counts(column);
    const isDate = counts.count('date') > 0 && counts.count('date') >= counts.filled / 2;
    if (!isDate || counts.empty + counts.count('no') === 0) return;
    if (counts.empty < counts.filled) columns.push({ column, kind: 'opt-in', mayBeEmpty: false });
    else open.push({ column, examples: counts.examples });
  });
}

/** The columns that say the same about other lists. */
function otherLists(
  rule: KnownRule | undefined,
  column: number,
  rules: ReadonlyMap<number, KnownRule>,
): readonly number[] {
  if (rule?.reads !== 'status' || rule.perList !== true) return [];
  return [...rules].flatMap(([other, one]) => (one === rule && other !== column ? [other] : []));
}

/** Whether a column is not what it is in the exports of a service: a file may merely look like one. */
function isOtherwise(name: string, counts: ColumnCounts, known: KnownExport | undefined): boolean {
  const folded = fold(name);
  const isUsual = anyStatusNames.has(folded) || ambiguousStatusNames.has(folded);
  return known?.isGiven !== true && isUsual && counts.count('opted out') > 0;
}

type FoundRule = Omit<ConsentColumn, 'column'> | typeof unclear | undefined;

function byContent(name: string, counts: ColumnCounts, isChosen: boolean, isMatched: boolean): FoundRule {
  const meaning = headerMeaning(name);
  const found = ruleOf(meaning, counts, isMatched);
  if (found !== undefined && found !== unclear) return withEmpty(found, counts);
  if (!isChosen) return found;
  const kind = meaning.endsWith('opt-out') ? 'opt-out' : isAboutConfirmation(name) ? 'opt-in' : 'status';
  return { kind, mayBeEmpty: counts.filled === 0 };
}

/** An empty cell speaks only where others say yes or no. */
function withEmpty({ kind, mayBeEmpty }: ColumnRule, counts: ColumnCounts): Omit<ConsentColumn, 'column'> {
  const speaks =
    kind === 'status'
      ? counts.count('subscribed', 'active', 'yes')
      : counts.count('subscribed', 'active', 'yes', 'no', 'date');
  return { kind, mayBeEmpty: mayBeEmpty === true || (kind !== 'names' && speaks === 0) };
}

/** How to read a column that the preset knows. */
function byPreset(
  { rule, addressColumn }: { readonly rule: KnownRule; readonly addressColumn: number | undefined },
  name: string,
  counts: ColumnCounts,
  isGiven: boolean,
): FoundRule {
  if (rule.reads === 'nothing') return undefined;
  if (rule.reads === 'opt-in') return { kind: 'opt-in', mayBeEmpty: rule.mayBeEmpty ?? counts.filled === 0 };
  if (rule.reads === 'opt-out') return { kind: 'opt-out', mayBeEmpty: true };
  if (rule.reads === 'words') {
    return { kind: 'some words', optOutValues: foldedWords(rule.out), mayBeEmpty: true };
  }
  const words = { active: foldedWords(rule.active), unconfirmed: foldedWords(rule.unconfirmed ?? []) };
  const found = isGiven ? { kind: 'status' as const } : statusReading(fold(name), counts);
  if (found === undefined || found === unclear) return found;
  if (!isGiven && holdsUnknownWordsOnly(counts, words)) return unclear;
  return { ...found, words, addressColumn, mayBeEmpty: counts.filled === 0 };
}

/** Whether no value is a good one, of the service's words or of all, and some are not known: one of these may be. */
function holdsUnknownWordsOnly(counts: ColumnCounts, { active, unconfirmed }: StatusWords): boolean {
  const isGood = (value: string) => active.has(fold(value)) || unconfirmed.has(fold(value));
  if (counts.count('subscribed', 'active', 'allowed', 'yes') > 0) return false;
  return counts.count('other') > 0 && !counts.examples.some(({ value }) => isGood(value));
}

/** A file that only looks like an export of a service may use the same name for something else. */
function statusReading(name: string, counts: ColumnCounts): ReturnType<typeof ruleOf> {
  if (!statusNames.has(name) && ambiguousStatusNames.has(name))
    return ruleOf('ambiguous status', counts, false);
  const isOther = anyStatusNames.has(name) && counts.otherStatus > counts.filled / 2;
  return isOther ? ruleOf('any status', counts, false) : { kind: 'status' };
}

const foldedWords = (words: readonly string[]) => new Set(words.map(fold));
