/** Finds the columns of a file that say who may be emailed, and those that may say so. */
import type { KnownRule } from '../columns/presets/preset.ts';
import { fold } from '../rows/values/fold.ts';
import type { ColumnCounts, ColumnSurvey } from './column-survey.ts';
import { type RuleKind, readColumn } from './decide.ts';
import { type ColumnHeader, readHeader } from './header.ts';
import { judge } from './judge.ts';
import type { KnownExport } from './known-export.ts';
import { type Doubt, doubtFor, markOf, type SurveyedColumn } from './proposal.ts';
import { readPhrase } from './reading.ts';
import table from './vocabulary/words.table.ts';

/** `*`: any but "no"; with a `*` at an end: the beginning, the end or a part of a cell; else the whole cell, or a part of a list. */
export type OptOutValue = string;

export interface ConsentColumn {
  readonly column: number;
  readonly kind: RuleKind;
  /** The words of a known service for active subscribers, folded. Undefined: the words of all services. */
  readonly active?: ReadonlySet<string> | undefined;
  readonly optOutValues?: ReadonlySet<OptOutValue> | undefined;
  /** Holds reasons: any text suppresses. */
  readonly isReason?: boolean;
  readonly mayBeEmpty: boolean;
  /** Columns for other lists: an empty cell says nothing if one of them is filled. */
  readonly lists?: readonly number[];
  /** The address column that it is about; undefined: about the person, whatever the address. */
  readonly addressColumn?: number | undefined;
}

export interface ConsentAnswers {
  readonly chosen: number | undefined;
  readonly optOutValues: ReadonlyMap<number, ReadonlySet<OptOutValue>>;
  /** Columns that `--map` names: nothing is asked about them. */
  readonly decided: ReadonlySet<number>;
  /** Columns with a field in the account: their values alone do not make them suspicious. */
  readonly matched: ReadonlySet<number>;
  /** Columns of names of people and places: only what certainly is an opt-out is asked about. */
  readonly names?: ReadonlySet<number>;
  /** Columns of tags: only opt-out words among them are asked about. */
  readonly tags?: ReadonlySet<number>;
}

export interface ConsentColumns {
  readonly columns: readonly ConsentColumn[];
  /** Columns that look like consent and are not understood: the import must not go on. */
  readonly unclear: readonly Doubt[];
}

/** Finds consent columns by the user's answers, by the preset, else by their names and values. */
export function findConsentColumns(
  header: readonly string[],
  survey: ColumnSurvey,
  answers: ConsentAnswers,
  known: KnownExport | undefined,
): ConsentColumns {
  const rules = known?.rules ?? new Map<number, KnownRule>();
  const columns: ConsentColumn[] = [];
  const open: Doubt[] = [];
  const isOfLetters = askingOfLetters(header);
  for (const [column, name] of header.entries()) {
    const counts = survey.counts(column);
    const rule = rules.get(column);
    const optOutValues = answers.optOutValues.get(column);
    if (optOutValues !== undefined) {
      columns.push({ column, kind: 'values', optOutValues, mayBeEmpty: false });
      continue;
    }
    const one = {
      ...{ column, name, counts },
      header: isOfLetters(name) ? ({ kind: 'channel', about: 0 } as const) : readHeader(name),
      isChosen: column === answers.chosen,
      isMatched: answers.matched.has(column),
      isName: answers.names?.has(column) === true,
      isTags: answers.tags?.has(column) === true,
    };
    const isAsked = !answers.decided.has(column);
    const found = findRule(one, rule, known);
    if (found === unclear) {
      if (isAsked) open.push(doubtFor(one));
    } else if (found !== undefined) {
      columns.push({ ...found, column, lists: otherLists(rule, column, rules) });
    }
  }
  // The service's own columns give the better reason.
  columns.sort((a, b) => Number(rules.has(b.column)) - Number(rules.has(a.column)));
  return { columns, unclear: open };
}

/** Letters by post: "Do not allow Mails" beside "Do not allow Emails" (Microsoft Dynamics), NOMAIL beside NO_EMAIL (alumni). */
function askingOfLetters(header: readonly string[]): (name: string) => boolean {
  const asked = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');
  const ofEmail = new Set(header.map(asked).filter(name => name.includes('email')));
  return name => {
    const [before = '', after] = asked(name).split('mail');
    return before !== '' && after !== undefined && ofEmail.has(`${before}email${after}`);
  };
}

function otherLists(
  rule: KnownRule | undefined,
  column: number,
  rules: ReadonlyMap<number, KnownRule>,
): readonly number[] {
  if (rule?.reads !== 'status' || rule.perList !== true) return [];
  return [...rules].flatMap(([other, one]) => (one === rule && other !== column ? [other] : []));
}

/** A column with what is known of it, and what the user says of it. */
interface FoundColumn extends SurveyedColumn {
  readonly name: string;
  readonly isChosen: boolean;
  readonly isMatched: boolean;
  readonly isTags: boolean;
}

/** @returns undefined if the column is not about consent */
function findRule(one: FoundColumn, rule: KnownRule | undefined, known: KnownExport | undefined): FoundRule {
  const { counts, isChosen } = one;
  if (one.isTags && !isChosen) return counts.count('opted out') > 0 ? unclear : undefined;
  const isOther = rule?.reads === 'nothing' && (isChosen || isOtherwise(rule, one));
  return rule === undefined || isOther ? byContent(one) : byPreset(one, rule, known);
}

/** Whether a column has other values than that of the service's exports. */
function isOtherwise(
  { values }: Extract<KnownRule, { readonly reads: 'nothing' }>,
  { counts }: FoundColumn,
): boolean {
  if (values === undefined) return false;
  const usual = foldedWords(values);
  return counts.examples.some(({ value }) => value.split(';').some(part => !usual.has(fold(part))));
}

/** The column looks like consent, and is not understood. */
const unclear = 'unclear';
type FoundRule = Omit<ConsentColumn, 'column'> | typeof unclear | undefined;

function byContent({ header, counts, isChosen, isMatched, isName }: FoundColumn): FoundRule {
  const found = readColumn(header, counts);
  const reading = isName ? readNames(counts) : found;
  if (reading !== 'ask' && reading !== 'nothing') return withEmpty(reading, header, counts);
  if (isChosen) {
    const isRefused = header.kind === 'refused' || header.kind === 'left' || header.kind === 'ended';
    const kind = isRefused ? 'opt-out' : header.isConfirmation === true ? 'opt-in' : 'status';
    return { kind, mayBeEmpty: false };
  }
  // A field of the account: only what names mail is asked about.
  const isMarked = counts.count('opted out') + counts.mentions > 0;
  const isOrdinary = isMatched && header.about === 0 && !isName && !isMarked;
  return reading === 'ask' && !isOrdinary ? unclear : undefined;
}

/** Somebody may be called Nomail, a company Mailstop Inc; `UNSUBSCRIBED - Ann Lee` is marked, and so is `please do not email`. */
function readNames({ examples }: ColumnCounts): 'ask' | 'nothing' {
  return examples.some(({ value }) => isMarkedName(value)) ? 'ask' : 'nothing';
}

const optedOut: ReadonlySet<string> = new Set(table.statuses['opted out'].whole);

function isMarkedName(value: string): boolean {
  if (markOf(value) !== undefined || (optedOut.has(fold(value)) && !/mail/i.test(value))) return true;
  return (
    /\p{L}\s+\p{L}/u.test(value) && judge(value).meaning === 'opted out' && readPhrase(value).isUnderstood
  );
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
  return { kind, isReason, mayBeEmpty: header.kind === 'other' || header.kind === 'remark' || speaks === 0 };
}

function byPreset(one: FoundColumn, rule: KnownRule, known: KnownExport | undefined): FoundRule {
  const { column, counts } = one;
  const isGiven = known?.isGiven === true;
  if (rule.reads === 'nothing') return undefined;
  if (rule.reads === 'opt-in') return { kind: 'opt-in', mayBeEmpty: rule.mayBeEmpty ?? counts.filled === 0 };
  if (rule.reads === 'opt-out') return { kind: 'opt-out', mayBeEmpty: true };
  if (rule.reads === 'words') {
    return { kind: 'some words', optOutValues: foldedWords(rule.out), mayBeEmpty: true };
  }
  const active = foldedWords(rule.active);
  if (!isGiven && isOther(one)) {
    return byContent({ ...one, isChosen: false, isMatched: false, isName: false });
  }
  if (!isGiven && holdsUnknownWordsOnly(counts, active)) return unclear;
  const addressColumn = known?.addressColumns.get(column);
  return { kind: 'status', active, addressColumn, mayBeEmpty: counts.filled === 0 };
}

/** Whether no value is known to be active, and some are unknown: one of these may be active. */
function holdsUnknownWordsOnly(counts: ColumnCounts, active: ReadonlySet<string>): boolean {
  if (counts.count('subscribed', 'active', 'allowed', 'yes') > 0) return false;
  return counts.count('other') > 0 && !counts.examples.some(({ value }) => active.has(fold(value)));
}

/** A file that only looks like a service's export may use the same name for something else. */
function isOther({ name, header: { kind }, counts }: FoundColumn): boolean {
  if (kind !== 'state' && kind !== 'elsewhere' && kind !== 'other') return false;
  if (counts.otherStatus > counts.filled / 2) return true;
  return !/statu/i.test(name) && counts.refusals + counts.agreements <= counts.filled / 2;
}

const foldedWords = (words: readonly string[]) => new Set(words.map(fold));
