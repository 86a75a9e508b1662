/** Finds the columns of a file that say who may be emailed, and those that may say so. */
import {
  type ConsentColumn,
  type FoundColumn,
  findRule,
  type KnownExport,
  type KnownRule,
  unclear,
} from './column-rule.ts';
import type { ColumnSurvey, Mentions, ValueCount } from './column-survey.ts';
import { readHeader } from './header.ts';
import type { OptOutValue } from './opt-out-values.ts';
import { askingOfLetters } from './post-or-mail.ts';
import { type Proposal, proposalFor } from './proposal.ts';

/** A column that looks like consent, and is not understood. */
export interface UnclearColumn extends Proposal {
  readonly column: number;
  /** Its values, the most telling first. */
  readonly examples: readonly ValueCount[];
}

export interface ConsentAnswers {
  /** The column that `--status-column` names. */
  readonly chosen: number | undefined;
  /** The values that `--opt-out-value` names, by column. */
  readonly optOutValues: ReadonlyMap<number, ReadonlySet<OptOutValue>>;
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

/** Nothing in it is an opt-out: the rows with one are left out by their code. */
const knownBefore = { kind: 'some words', mayBeEmpty: true } as const;

/** A file, as far as its columns are concerned. */
interface SurveyedFile {
  readonly header: readonly string[];
  readonly survey: ColumnSurvey;
}

/** Finds consent columns by the user's answers, by the preset, else by their names and values. */
export function findConsentColumns(
  file: SurveyedFile,
  answers: ConsentAnswers,
  known: KnownExport | undefined,
): ConsentColumns {
  const rules = known?.rules ?? new Map<number, KnownRule>();
  const columns: ConsentColumn[] = [];
  const open: UnclearColumn[] = [];
  const mentioning: MentioningColumn[] = [];
  for (const one of columnsOf(file, answers)) {
    const { column, counts } = one;
    const rule = rules.get(column);
    const optOutValues = answers.optOutValues.get(column);
    if (optOutValues !== undefined) {
      columns.push({ column, kind: 'values', optOutValues, mayBeEmpty: false });
      continue;
    }
    const isAsked = !answers.decided.has(column);
    const found = findRule(one, rule, known) ?? (answers.known?.has(column) ? knownBefore : undefined);
    if (found === unclear) {
      if (isAsked)
        open.push({ column, examples: counts.examples, ...proposalFor(one.header, counts, one.isName) });
    } else if (found !== undefined) {
      columns.push({ ...found, column, lists: otherLists(rule, column, rules) });
    } else if (counts.mentions !== undefined && isAsked && !one.isTags) {
      mentioning.push({ column, ...counts.mentions });
    }
  }
  const { disabled } = file.survey;
  const isDecided =
    disabled !== undefined &&
    (answers.decided.has(disabled.column) || answers.optOutValues.has(disabled.column));
  if (disabled !== undefined && !isDecided) open.push({ ...disabled, leavesOut: ['#*'], undecided: [] });
  // The service's own columns give the better reason.
  columns.sort((a, b) => Number(rules.has(b.column)) - Number(rules.has(a.column)));
  return { columns, unclear: open, mentioning };
}

/** The columns with what is known of each, and of the others beside it. */
function columnsOf({ header, survey }: SurveyedFile, answers: ConsentAnswers): FoundColumn[] {
  const isOfLetters = askingOfLetters(header);
  const all = header.map((name, column) => ({
    column,
    name,
    header: isOfLetters(name) ? ({ kind: 'channel', about: 0 } as const) : readHeader(name),
    counts: survey.counts(column),
  }));
  return all.map(one => ({
    ...one,
    isChosen: one.column === answers.chosen,
    isMatched: answers.matched.has(one.column),
    isName: answers.names?.has(one.column) === true,
    isTags: answers.tags?.has(one.column) === true,
  }));
}

function otherLists(
  rule: KnownRule | undefined,
  column: number,
  rules: ReadonlyMap<number, KnownRule>,
): readonly number[] {
  if (rule?.reads !== 'status' || rule.perList !== true) return [];
  return [...rules].flatMap(([other, one]) => (one === rule && other !== column ? [other] : []));
}
