/** Finds the columns of a file that say who may be emailed, and those that may say so. */
import type { KnownRule } from '../columns/presets/preset.ts';
import { type ConsentColumn, type FoundColumn, findRule, type OptOutValue, unclear } from './column-rule.ts';
import type { ColumnSurvey, Mentions } from './column-survey.ts';
import { readHeader } from './header.ts';
import type { KnownExport } from './known-export.ts';
import { type Doubt, doubtFor } from './proposal.ts';

export interface ConsentAnswers {
  /** The column that `--status-column` names. */
  readonly chosen: number | undefined;
  /** The values that `--opt-out-value` names, by column. */
  readonly optOutValues: ReadonlyMap<number, ReadonlySet<OptOutValue>>;
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
  /** Columns that look like consent and are not understood: the import must not go on. */
  readonly unclear: readonly Doubt[];
  /** Columns of texts that mention an opt-out, which suppresses nothing. */
  readonly mentioning: readonly (Mentions & { readonly column: number })[];
}

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
  const open: Doubt[] = [];
  const mentioning: ConsentColumns['mentioning'][number][] = [];
  for (const one of columnsOf(file, answers)) {
    const { column, counts } = one;
    const rule = rules.get(column);
    const optOutValues = answers.optOutValues.get(column);
    if (optOutValues !== undefined) {
      columns.push({ column, kind: 'values', optOutValues, mayBeEmpty: false });
      continue;
    }
    const isAsked = !answers.decided.has(column);
    const found = findRule(one, rule, known);
    if (found === unclear) {
      if (isAsked) open.push(doubtFor(one));
    } else if (found !== undefined) {
      columns.push({ ...found, column, lists: otherLists(rule, column, rules) });
    } else if (counts.mentions !== undefined && isAsked && !one.isTags) {
      mentioning.push({ column, ...counts.mentions });
    }
  }
  const { disabled } = file.survey;
  if (
    disabled !== undefined &&
    !answers.decided.has(disabled.column) &&
    !answers.optOutValues.has(disabled.column)
  )
    open.push({ ...disabled, empty: 0, leavesOut: ['#*'], undecided: [], isPassedOver: false });
  // The service's own columns give the better reason.
  columns.sort((a, b) => Number(rules.has(b.column)) - Number(rules.has(a.column)));
  return { columns, unclear: open, mentioning };
}

/** The columns with what is known of each. */
function columnsOf({ header, survey }: SurveyedFile, answers: ConsentAnswers): FoundColumn[] {
  return header.map((name, column) => ({
    column,
    name,
    header: readHeader(name),
    counts: survey.counts(column),
    isChosen: column === answers.chosen,
    isMatched: answers.matched.has(column),
    isName: answers.names?.has(column) === true,
    isTags: answers.tags?.has(column) === true,
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
