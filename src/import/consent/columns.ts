import { fold } from '../rows/values/fold.ts';
import type { ColumnCounts, ColumnSurvey, Mentions, ValueCount } from './column-survey.ts';
import { evidenceOf, likelyOptOuts, type RuleKind, readColumn } from './decide.ts';
import { type ColumnHeader, readHeader } from './header.ts';

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
  /** Not about consent, though its name sounds like it; as long as all values are of these, if any are given. */
  | { readonly reads: 'nothing'; readonly values?: readonly string[] };

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
  /** Holds reasons: any text suppresses. */
  readonly isReason?: boolean;
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
  /** Those that the proposed answer leaves out, as `--opt-out-value` takes them. */
  readonly leavesOut: readonly string[];
}

export interface ConsentAnswers {
  /** The column that `--status-column` names. */
  readonly chosen: number | undefined;
  /** The values that `--opt-out-value` names, by column. */
  readonly optOutValues: ReadonlyMap<number, ReadonlySet<string>>;
  /** Columns that were about consent in the file that a rejects file is from. */
  readonly known?: ReadonlySet<number>;
  /** Columns that `--map` names: nothing is asked about them. */
  readonly decided: ReadonlySet<number>;
  /** Columns with a field in the account: their values alone do not make them suspicious. */
  readonly matched: ReadonlySet<number>;
  /** Columns of names of people and places: only what certainly is an opt-out is asked about. */
  readonly names?: ReadonlySet<number>;
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
  isListOfMail = false,
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
      if (isAsked) open.push(inDoubt(column, name, counts));
      return;
    }
    const rule = rules.get(column);
    const isChosen = column === answers.chosen;
    const about = readHeader(name);
    const read =
      rule === undefined ||
      (rule.reads === 'nothing' && (isChosen || isOtherwise(rule, about, counts, known)))
        ? byContent(about, counts, {
            isChosen,
            isMatched: answers.matched.has(column),
            isName: answers.names?.has(column) === true,
            isListOfMail,
          })
        : byPreset(
            { rule, addressColumn: known?.addressColumns.get(column) },
            { name, header: about },
            counts,
            known?.isGiven === true,
          );
    const found = read ?? (answers.known?.has(column) ? knownBefore : undefined);
    if (found === undefined) {
      const isNews = counts.mentions !== undefined && !answers.decided.has(column);
      if (isNews) mentioning.push({ column, ...counts.mentions });
      return;
    }
    if (found !== unclear) columns.push({ ...found, column, lists: otherLists(rule, column, rules) });
    else if (!answers.decided.has(column)) open.push(inDoubt(column, name, counts));
  });
  // The service's own columns give the better reason.
  columns.sort((a, b) => Number(rules.has(b.column)) - Number(rules.has(a.column)));
  return { columns, unclear: open, mentioning };
}

const inDoubt = (column: number, name: string, counts: ColumnCounts): UnclearColumn => ({
  column,
  examples: counts.examples,
  leavesOut: likelyOptOuts(readHeader(name), counts),
});

function otherLists(
  rule: KnownRule | undefined,
  column: number,
  rules: ReadonlyMap<number, KnownRule>,
): readonly number[] {
  if (rule?.reads !== 'status' || rule.perList !== true) return [];
  return [...rules].flatMap(([other, one]) => (one === rule && other !== column ? [other] : []));
}

/** Whether a column differs from that of the service's exports: a file may merely look like one. */
function isOtherwise(
  { values }: Extract<KnownRule, { readonly reads: 'nothing' }>,
  { kind }: ColumnHeader,
  counts: ColumnCounts,
  known: KnownExport | undefined,
): boolean {
  const usual = values && foldedWords(values);
  if (
    usual !== undefined &&
    counts.examples.some(({ value }) => value.split(';').some(part => !usual.has(fold(part))))
  )
    return true;
  return known?.isGiven !== true && kind === 'state' && counts.count('opted out') > 0;
}

/** The column looks like consent, and is not understood. */
const unclear = 'unclear';
/** Nothing in it is an opt-out: the rows with one are left out by their code. */
const knownBefore: FoundRule = { kind: 'some words', mayBeEmpty: true };
type FoundRule = Omit<ConsentColumn, 'column'> | typeof unclear | undefined;

function byContent(
  header: ColumnHeader,
  counts: ColumnCounts,
  given: {
    readonly isChosen: boolean;
    readonly isMatched: boolean;
    readonly isName: boolean;
    readonly isListOfMail: boolean;
  },
): FoundRule {
  const found = readColumn(header, evidenceOf(counts, given.isListOfMail));
  const reading =
    given.isName && found !== 'nothing' ? (counts.count('opted out') > 0 ? 'ask' : 'nothing') : found;
  if (reading !== 'ask' && reading !== 'nothing') return withEmpty(reading, header, counts);
  if (given.isChosen) {
    const isRefused = header.kind === 'refused' || header.kind === 'left' || header.kind === 'ended';
    const kind = isRefused ? 'opt-out' : header.isConfirmation === true ? 'opt-in' : 'status';
    return { kind, mayBeEmpty: counts.filled === 0 };
  }
  // A field of the account: only what names mail is asked about.
  const isOrdinary = given.isMatched && header.about === 0 && counts.count('opted out') === 0;
  return reading === 'ask' && !isOrdinary ? unclear : undefined;
}

/** An empty cell counts only if others say yes or no. */
function withEmpty(
  kind: RuleKind,
  header: ColumnHeader,
  counts: ColumnCounts,
): Omit<ConsentColumn, 'column'> {
  const answers = counts.count('subscribed', 'active', 'yes', 'allowed', 'frequency');
  const speaks = kind === 'status' ? answers : answers + counts.count('no', 'refused', 'date');
  const isReason = header.kind === 'reason';
  return { kind, isReason, mayBeEmpty: header.kind === 'other' || speaks === 0 };
}

function byPreset(
  { rule, addressColumn }: { readonly rule: KnownRule; readonly addressColumn: number | undefined },
  { name, header }: { readonly name: string; readonly header: ColumnHeader },
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
  if (!isGiven && isOther(name, header, counts)) {
    return byContent(header, counts, {
      isChosen: false,
      isMatched: false,
      isName: false,
      isListOfMail: false,
    });
  }
  if (!isGiven && holdsUnknownWordsOnly(counts, words)) return unclear;
  return { kind: 'status', words, addressColumn, mayBeEmpty: counts.filled === 0 };
}

/** Whether no value is known to be active, and some are unknown: one of these may be active. */
function holdsUnknownWordsOnly(counts: ColumnCounts, { active, unconfirmed }: StatusWords): boolean {
  const isGood = (value: string) => active.has(fold(value)) || unconfirmed.has(fold(value));
  if (counts.count('subscribed', 'active', 'allowed', 'yes') > 0) return false;
  return counts.count('other') > 0 && !counts.examples.some(({ value }) => isGood(value));
}

/** A file that only looks like a service's export may use the same name for something else. */
function isOther(name: string, { kind }: ColumnHeader, counts: ColumnCounts): boolean {
  if (kind !== 'state' && kind !== 'elsewhere' && kind !== 'other') return false;
  if (counts.otherStatus > counts.filled / 2) return true;
  const { refusals, agreements } = evidenceOf(counts, false);
  return !/statu/i.test(name) && refusals + agreements <= counts.filled / 2;
}

const foldedWords = (words: readonly string[]) => new Set(words.map(fold));
