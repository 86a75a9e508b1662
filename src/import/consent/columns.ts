import { fold } from '../rows/values/fold.ts';
import { type ColumnRule, type RuleKind, ruleOf, unclear } from './column-rule.ts';
import type { ColumnCounts, ColumnSurvey, Mentions, ValueCount } from './column-survey.ts';
import { headerMeaning, isAboutConfirmation } from './header-meaning.ts';
import { ambiguousStatusNames, anyStatusNames, statusNames } from './words.ts';

export type KnownRule =
  | {
      /** A status word for each person: only `active` words do not suppress. */
      readonly reads: 'status';
      readonly active: readonly string[];
      readonly unconfirmed?: readonly string[];
      /** One column for each list: an empty cell counts only if all lists are empty. */
      readonly perList?: true;
      /** The address column that it is about, if there are several. */
      readonly address?: string;
    }
  /** Yes or a date: the person may be emailed. */
  | { readonly reads: 'opt-in'; readonly mayBeEmpty?: true }
  /** Yes, a date or a count above 0: the person must not be emailed. */
  | { readonly reads: 'opt-out' }
  /** These words suppress; all other words say nothing about consent. */
  | { readonly reads: 'words'; readonly out: readonly string[] }
  /** Not about consent, though its name sounds like it. */
  | { readonly reads: 'nothing' };

/** The consent columns of a known service. */
export interface KnownExport {
  readonly rules: ReadonlyMap<number, KnownRule>;
  /** Consent column to address column. */
  readonly addressColumns: ReadonlyMap<number, number>;
  /** The user named the service. */
  readonly isGiven: boolean;
}

/** The words of a status column of a known service, folded. */
interface StatusWords {
  readonly active: ReadonlySet<string>;
  readonly unconfirmed: ReadonlySet<string>;
}

export interface ConsentColumn {
  readonly column: number;
  readonly kind: RuleKind;
  /** Undefined: the words of all services. */
  readonly words?: StatusWords | undefined;
  /** Folded; `*` is any but "no". */
  readonly optOutValues?: ReadonlySet<string> | undefined;
  /** Whether an empty cell says nothing. */
  readonly mayBeEmpty: boolean;
  /** Columns for other lists: an empty cell says nothing if one of them is filled. */
  readonly lists?: readonly number[];
  /** The address column that it is about; undefined: about the person, whatever the address. */
  readonly addressColumn?: number | undefined;
}

/** A column that looks like consent, and is not understood. */
export interface UnclearColumn {
  readonly column: number;
  /** Its values, the most telling first. */
  readonly examples: readonly ValueCount[];
}

export interface ConsentAnswers {
  /** The column that `--status-column` names. */
  readonly chosen: number | undefined;
  /** The values that `--opt-out-value` names, by column. */
  readonly optOutValues: ReadonlyMap<number, ReadonlySet<string>>;
  /** Columns that `--map` names: nothing is asked about them. */
  readonly decided: ReadonlySet<number>;
  /** Columns with a field in the account: their values alone do not make them suspicious. */
  readonly matched: ReadonlySet<number>;
  /** Columns of tags: only opt-out words among them are asked about. */
  readonly tags?: ReadonlySet<number>;
  /** The user said that the name of the file, and titles in it, suppress no rows. */
  readonly isNameInnocent?: boolean;
}

export interface ConsentColumns {
  readonly columns: readonly ConsentColumn[];
  readonly unclear: readonly UnclearColumn[];
  readonly mentioning: readonly MentioningColumn[];
}

/** A column of texts, of which some mention an opt-out. */
export interface MentioningColumn extends Mentions {
  readonly column: number;
}

/**
 * Finds consent columns by the user's answers, by the preset, else by their names and values.
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
  // The service's own columns give the better reason.
  columns.sort((a, b) => Number(rules.has(b.column)) - Number(rules.has(a.column)));
  return { columns, unclear: open, mentioning };
}

/**
 * Without a status or opt-in column, a column with the day of confirmation is one: a person without a day has not
 * confirmed. If most have none, that is unclear.
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

function otherLists(
  rule: KnownRule | undefined,
  column: number,
  rules: ReadonlyMap<number, KnownRule>,
): readonly number[] {
  if (rule?.reads !== 'status' || rule.perList !== true) return [];
  return [...rules].flatMap(([other, one]) => (one === rule && other !== column ? [other] : []));
}

/** Whether a column differs from that of the service's exports: a file may merely look like one. */
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

/** An empty cell counts only if others say yes or no. */
function withEmpty({ kind, mayBeEmpty }: ColumnRule, counts: ColumnCounts): Omit<ConsentColumn, 'column'> {
  const speaks =
    kind === 'status'
      ? counts.count('subscribed', 'active', 'yes')
      : counts.count('subscribed', 'active', 'yes', 'no', 'date');
  return { kind, mayBeEmpty: mayBeEmpty === true || (kind !== 'names' && speaks === 0) };
}

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
  const found = isGiven ? { kind: 'status' as const } : statusRule(fold(name), counts);
  if (found === undefined || found === unclear) return found;
  if (!isGiven && holdsUnknownWordsOnly(counts, words)) return unclear;
  return { ...found, words, addressColumn, mayBeEmpty: counts.filled === 0 };
}

/** Whether no value is known to be active, and some are unknown: one of these may be active. */
function holdsUnknownWordsOnly(counts: ColumnCounts, { active, unconfirmed }: StatusWords): boolean {
  const isGood = (value: string) => active.has(fold(value)) || unconfirmed.has(fold(value));
  if (counts.count('subscribed', 'active', 'allowed', 'yes') > 0) return false;
  return counts.count('other') > 0 && !counts.examples.some(({ value }) => isGood(value));
}

/** A file that only looks like a service's export may use the same name for something else. */
function statusRule(name: string, counts: ColumnCounts): ReturnType<typeof ruleOf> {
  if (!statusNames.has(name) && ambiguousStatusNames.has(name))
    return ruleOf('ambiguous status', counts, false);
  const isOther = anyStatusNames.has(name) && counts.otherStatus > counts.filled / 2;
  return isOther ? ruleOf('any status', counts, false) : { kind: 'status' };
}

const foldedWords = (words: readonly string[]) => new Set(words.map(fold));
