import { basename } from 'node:path';
import type { Suppression } from '../rows/parsed-row.ts';
import { earlierReject } from '../rows/values/added-columns.ts';
import { parseAddress } from '../rows/values/email-address.ts';
import { type ColumnSurvey, sumOf, type ValueCount } from './column-survey.ts';
import {
  type ConsentAnswers,
  type ConsentColumn,
  type ConsentColumns,
  findConsentColumns,
} from './columns.ts';
import { isOfSubscribed, type NameMeaning, namesMeaning, titleMeaning } from './file-name.ts';
import { mayMeanOptOut } from './glance.ts';
import { judge } from './judge.ts';
import type { KnownExport } from './known-export.ts';
import { cellReason, namedValue } from './reasons.ts';

/**
 * A row is suppressed by a status word, an opt-in or opt-out column, a date of unsubscription, or the file's name. Only
 * known words make an active subscriber.
 */
export interface ConsentRules extends Pick<ConsentColumns, 'unclear'> {
  readonly columns: readonly string[];
  /** Those of them in which an empty cell is a no. */
  readonly required: readonly string[];
  /** Why nobody in the file may be emailed, for all that its name or a title in it says; undefined: no doubt. */
  readonly unclearFile: string | undefined;
  /** The same for rules that judge all rows alike. */
  readonly key: string;
  /** @param column the column of the address @returns undefined if the person may be emailed */
  suppression(cells: readonly string[], address: string, column: number): Suppression | undefined;
  /** Keys of addresses that an unreadable row suppresses: its cells may stand in other columns. */
  addressesOptedOutBy(cells: readonly string[]): readonly string[];
}

interface NamedFile {
  /** Of the file, and of its archive, folder and workbook. */
  readonly fileNames: readonly string[];
  readonly header: readonly string[];
  readonly names: readonly string[];
  readonly titles?: readonly string[];
}

/** @param answers undefined: no column and no name is about consent */
export function findConsent(
  { fileNames, header, names, titles }: NamedFile,
  survey: ColumnSurvey,
  answers: ConsentAnswers | undefined,
  known: KnownExport | undefined,
): ConsentRules {
  const { columns, unclear } =
    answers === undefined ? { columns: [], unclear: [] } : findConsentColumns(header, survey, answers, known);
  // The rows of a rejects file of ours say themselves who was left out, whatever it is called.
  const earlier = earlierReject(header);
  const isNamed = answers !== undefined && earlier === undefined;
  const file = isNamed ? (namesMeaning(fileNames) ?? titleMeaning(titles)) : undefined;
  // A column that speaks for each person is believed, not the name.
  const filled = columns.filter(({ column, kind }) => kind === 'values' || survey.counts(column).filled > 0);
  const leftOutAs = (name: NameMeaning | undefined) =>
    name?.says === 'suppressed' && (name.isExport || filled.length === 0) ? alike(name.reason) : undefined;
  const ofFile = leftOutAs(file);
  const isContradicted =
    file?.says === 'suppressed' &&
    !filled.some(({ column, kind }) => kind === 'values' || speaksAgainst(survey, column));
  const isOpen = filled.length === 0;
  const isUnclear = (isOpen && file?.says === 'unclear') || (isContradicted && ofFile === undefined);
  const untold = isNamed && isOpen && file === undefined ? untoldText(fileNames, known) : undefined;
  const judged = columns.map(consent => ({
    ...consent,
    judge: cachedJudge(consent, names[consent.column] ?? ''),
  }));
  return {
    columns: columns.map(({ column }) => names[column] ?? ''),
    required: columns.flatMap(({ column, mayBeEmpty }) => (mayBeEmpty ? [] : [names[column] ?? ''])),
    // If the name suppresses all rows, there is nothing to ask.
    unclear: ofFile === undefined ? unclear : [],
    unclearFile: isUnclear
      ? `the name "${file?.name}" may mean that nobody in the file may be emailed`
      : untold,
    key: JSON.stringify(columns.map(({ column, kind, mayBeEmpty }) => [column, kind, mayBeEmpty])),
    suppression(cells, address, column) {
      if (ofFile !== undefined) return ofFile;
      const before = earlier?.(cells);
      const isKnown = before !== undefined && before.code !== '' && !unjudged.has(before.code);
      if (before !== undefined && !isKnown && answers !== undefined) {
        const ofRow = leftOutAs(namesMeaning(before.file === undefined ? fileNames : [before.file]));
        if (ofRow !== undefined) return ofRow;
      }
      for (const consent of judged) {
        const cell = cells[consent.column] ?? '';
        if (cell.trim() === '' && (isKnown || consent.mayBeEmpty || isFilled(consent.lists, cells))) continue;
        if (consent.addressColumn !== undefined && consent.addressColumn !== column) continue;
        const found = consent.judge(cell);
        if (found !== undefined) return found;
      }
      if (before?.code === 'suppressed')
        return { reason: before.reason || leftOutBefore, cause: leftOutBefore };
      return address.endsWith(deletionRequestDomain)
        ? alike('the person asked Substack to be deleted')
        : undefined;
    },
    addressesOptedOutBy(cells) {
      // Most rows without a good address have no address at all.
      if (answers === undefined || !cells.some(cell => cell.includes('@'))) return [];
      const isOptedOut =
        ofFile !== undefined ||
        holdsOptOut(cells) ||
        judged.some(consent => refuses(consent, cells[consent.column] ?? ''));
      return isOptedOut ? addressesIn(cells) : [];
    },
  };
}

/** A column that is understood, and its values that leave people out unless the user says otherwise. */
export interface ColumnMarks {
  readonly column: number;
  readonly values: readonly ValueCount[];
  /** Those that `--no-status-column` or `--opt-out-value` overrules. */
  readonly overruled: readonly ValueCount[];
}

/** @param given undefined: `--no-status-column` @param answers as without it */
export function marksIn(
  header: readonly string[],
  survey: ColumnSurvey,
  given: ConsentAnswers | undefined,
  answers: ConsentAnswers,
  known: KnownExport | undefined,
): readonly ColumnMarks[] {
  const unnamed = { ...answers, optOutValues: new Map() };
  return findConsentColumns(header, survey, unnamed, known).columns.flatMap(consent => {
    const { column } = consent;
    const values = survey.counts(column).examples.filter(({ value }) => cellReason(consent, value));
    const named = given?.optOutValues.get(column);
    const isOverruled = ({ value }: ValueCount) =>
      given === undefined || (named && refuses(consent, value) && namedValue(named, value) === undefined);
    return values.length === 0 ? [] : [{ column, values, overruled: values.filter(isOverruled) }];
  });
}

/** A value of `--opt-out-value`; `values`: what its column has. */
export interface NamedValue {
  readonly column: number;
  readonly value: string;
  readonly values: readonly ValueCount[];
  readonly isHeard: boolean;
}

/** The value that stands for nobody. */
export const nobody = 'none';

/** None of a column with more values than are counted. */
export function namedValues(survey: ColumnSurvey, answers: ConsentAnswers | undefined): NamedValue[] {
  return [...(answers?.optOutValues ?? [])].flatMap(([column, named]) => {
    const { examples, empty, filled } = survey.counts(column);
    const values = empty > 0 ? [...examples, { value: '', count: empty }] : examples;
    if (values.length === 0 || sumOf(examples) < filled) return [];
    return [...named].map(value => {
      const isHeard = values.some(one => namedValue(new Set([value]), one.value) !== undefined);
      return { column, value, values, isHeard: isHeard || value === nobody };
    });
  });
}

/** The doubt about an export of which only the service's own name of the file says who is in it. */
function untoldText(fileNames: readonly string[], known: KnownExport | undefined): string | undefined {
  const service = known?.toldByName;
  if (service === undefined || fileNames.some(isOfSubscribed)) return undefined;
  // In an archive, that of the file in it.
  const name = basename(fileNames.at(-1) ?? '');
  return `${service} exports subscribed and non-subscribed people alike, and "${name}" is not its own name (subscribed_email_audience_export_…)`;
}

/** The domain that Substack gives to people who asked to be deleted. */
const deletionRequestDomain = '@deletion-request.substack.com';
const leftOutBefore = 'left out by an earlier import';
/**
 * Rows with these codes were rejected before their empty cells, and the name of their file, were looked at. For all others
 * an empty cell of a rejects file says nothing: another row's file may have had the column, or other values.
 */
const unjudged: ReadonlySet<string> = new Set(['ragged_row', 'malformed_row']);

const alike = (cause: string): Suppression => ({ reason: cause, cause });

const speaksAgainst = (survey: ColumnSurvey, column: number) =>
  survey
    .counts(column)
    .count('opted out', 'left', 'suppressed', 'unconfirmed', 'refused', 'no', 'yes', 'date') > 0;

const isFilled = (columns: readonly number[] = [], cells: readonly string[]) =>
  columns.some(column => (cells[column] ?? '').trim() !== '');

/** Whether a cell is plainly an answer that suppresses its row. */
function refuses(consent: ConsentColumn, cell: string): boolean {
  const meaning = judge(cell).meaning;
  // Other texts may belong to another column.
  return meaning !== 'other' && meaning !== 'empty' && cellReason(consent, cell) !== undefined;
}

const address = /[^\s<>"',;|:()[\]]+@[^\s<>"',;|:()[\]@]+\.[^\s<>"',;|:()[\]@]+/g;

function addressesIn(cells: readonly string[]): string[] {
  return (cells.join('\n').match(address) ?? []).flatMap(text => {
    const parsed = parseAddress(text);
    return 'key' in parsed ? [parsed.key] : [];
  });
}

/** Whether a cell, or a part of an undivided line, is an opt-out. */
const holdsOptOut = (cells: readonly string[]) => cells.some(cell => cell.split(/[,;\t|"\n]/).some(isOptOut));

function isOptOut(part: string): boolean {
  if (!mayMeanOptOut(part)) return false;
  const { meaning, isBad, about } = judge(part.replace(address, ' '));
  // A person may be called Junk, or live in Baja.
  return meaning === 'opted out' || meaning === 'left' || (isBad && about > 0);
}

/** One cause for values that differ from person to person. */
function causeInWords(cell: string): string | undefined {
  if (judge(cell).meaning === 'date') return 'a date';
  return 'key' in parseAddress(cell) ? 'an address' : undefined;
}

const mostKept = 1000;

/** Consent columns have few different values, which are judged once. @param name of the column */
function cachedJudge(consent: ConsentColumn, name: string): (cell: string) => Suppression | undefined {
  const kept = new Map<string, Suppression | undefined>();
  const { column } = consent;
  return cell => {
    const known = kept.get(cell);
    if (known !== undefined || kept.has(cell)) return known;
    const reason = cellReason(consent, cell);
    const cause = reason && (causeInWords(cell) ?? reason);
    const found = cause === undefined ? undefined : { reason: `${name}: ${reason}`, cause, column };
    if (kept.size < mostKept) kept.set(cell, found);
    return found;
  };
}
