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
import { readColumn } from './decide.ts';
import { evidenceOf, type FileContext, noContext } from './evidence.ts';
import { type ColumnHeader, readHeader } from './header.ts';
import type { OptOutValue } from './opt-out-values.ts';
import { askingOfLetters } from './post-or-mail.ts';
import { type Proposal, proposalFor } from './proposal.ts';
import { readPhrase } from './reading.ts';

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

/** Columns of yes and no that make another one of many: Baptised, Married. */
const manyOthers = 2;

/** Nothing in it is an opt-out: the rows with one are left out by their code. */
const knownBefore = { kind: 'some words', mayBeEmpty: true } as const;

/** A file, as far as its columns are concerned. */
interface SurveyedFile {
  readonly header: readonly string[];
  readonly survey: ColumnSurvey;
  /** Its name, or a title in it, says that the list is one of a newsletter. */
  readonly isNamedMailing?: boolean;
  readonly isNamedNewsletter?: boolean;
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
  for (const one of columnsOf(file, answers, rules)) {
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
function columnsOf(
  { header, survey, isNamedMailing = false, isNamedNewsletter = false }: SurveyedFile,
  answers: ConsentAnswers,
  rules: ReadonlyMap<number, KnownRule>,
): FoundColumn[] {
  const isOfLetters = askingOfLetters(header);
  const all = header.map((name, column) => ({
    column,
    name,
    header: isOfLetters(name) ? ({ kind: 'channel', about: 0 } as const) : readHeader(name),
    counts: survey.counts(column),
  }));
  const said = all.map(({ column, header: { about, kind }, header: own, counts }) => {
    if (counts.filled === 0) return 'nothing';
    const isOfMail = about === 2 && kind !== 'elsewhere';
    return (
      rules.get(column)?.reads ?? (isOfMail ? readColumn(own, evidenceOf(counts, noContext)) : 'nothing')
    );
  });
  const others = all.filter(({ header: { kind, about }, counts }) => {
    const isOfAnswers = counts.filled > 0 && counts.count('yes', 'no') === counts.filled;
    return isOfAnswers && about === 0 && (kind === 'other' || kind === 'elsewhere');
  });
  // Looked at once: a file may have many thousand columns.
  const speaking = columnsWhere(all, ({ column }) => speaks.has(said[column] ?? 'nothing'));
  const agreeing = columnsWhere(
    all,
    ({ column, counts }) => said[column] === 'opt-in' && counts.count('no', 'refused') > 0,
  );
  const isMailFile =
    isNamedNewsletter ||
    rules.size > 0 ||
    all.some(({ header: { kind }, counts }) => (kind === 'state' || kind === 'status') && counts.sure > 0) ||
    header.some(name => ofMailing.test(name));
  const isShop = all.some(({ name }) => isTrade(name)) && !all.some(isOfMailing);
  return all.map(one => {
    const isSpokenFor = holdsAnother(speaking, one.column);
    const isListOfMail = isNamedMailing || isSpokenFor;
    const context: FileContext = {
      isListOfMail,
      isMailFile,
      isSpokenFor,
      isAgreedTo: holdsAnother(agreeing, one.column),
      isOfTrade: isShop && !isListOfMail,
      isOneOfMany: others.length >= manyOthers && !isListOfMail,
    };
    return {
      ...one,
      context,
      isChosen: one.column === answers.chosen,
      isMatched: answers.matched.has(one.column),
      isName: answers.names?.has(one.column) === true,
      isTags: answers.tags?.has(one.column) === true,
    };
  });
}

/** Names of columns that only programs for mailings have. */
const ofMailing =
  /\bunsub|\bopens?\b|\bopen_|\bclicks?\b|last_?open|last_?click|opt[ _-]?out_?(?:time|date|ip)|confirm_?ip/i;

const speaks: ReadonlySet<string> = new Set(['status', 'opt-in', 'opt-out']);

const columnsWhere = <Column extends { readonly column: number }>(
  all: readonly Column[],
  when: (one: Column) => boolean,
): ReadonlySet<number> => new Set(all.filter(when).map(({ column }) => column));

const holdsAnother = (columns: ReadonlySet<number>, column: number) =>
  columns.size > (columns.has(column) ? 1 : 0);

/** A column of orders, courses or bookings; a plan or a tier may be one of a newsletter. */
const isTrade = (name: string) =>
  readPhrase(name).roles.has('trade') && !/plan|tier|stripe|patron/i.test(name);
const isOfMailing = ({
  name,
  header: { about, kind },
}: {
  readonly name: string;
  readonly header: ColumnHeader;
}) => (about === 2 && kind !== 'channel') || /open|click|bounce|campaign|deliver/i.test(name);

function otherLists(
  rule: KnownRule | undefined,
  column: number,
  rules: ReadonlyMap<number, KnownRule>,
): readonly number[] {
  if (rule?.reads !== 'status' || rule.perList !== true) return [];
  return [...rules].flatMap(([other, one]) => (one === rule && other !== column ? [other] : []));
}
