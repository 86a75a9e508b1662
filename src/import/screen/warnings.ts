/** Warnings: what does not stop an import but may be a mistake, and values that are left out. */
import { counted, firstOf, grouped } from '../../terminal/numbers.ts';
import { answerFlags } from '../codec.ts';
import { columnName, typedColumn } from '../columns/columns.ts';
import type { Dialect } from '../columns/dialect.ts';
import { isSignUpHeader } from '../columns/header-names.ts';
import { sumOf, type ValueCount } from '../consent/column-survey.ts';
import { nobody } from '../consent/consent.ts';
import { judge } from '../consent/judge.ts';
import type { FileCounts, FileWarning, RejectReason } from '../rows/file-counts.ts';
import { furtherAddress } from '../rows/row-fields.ts';
import type { Difference } from '../rows/row-validation.ts';
import { addressKey } from '../rows/values/email-address.ts';
import type { CheckedImport, ImportPlan } from '../state.ts';
import { shortened, valuesText } from './listed.ts';
import { columnPrefix, exampleText, keepingText, readingFlags } from './reject-flags.ts';

export function warningsOf(checked: CheckedImport): FileWarning[] {
  const { files } = checked;
  const found = files.flatMap(({ plan, counts }) => {
    const found = warningsOfFile(plan, counts);
    if (files.length === 1) return found;
    const { label, shown } = plan;
    const withFile = (message: string) =>
      message.startsWith(`${shown}:`) ? message : `${shown}: ${message}`;
    return found.map(one => ({ ...one, file: label, message: withFile(one.message) }));
  });
  const [first] = files;
  const rows = files.reduce((sum, { counts }) => sum + counts.rows + counts.otherShards, 0);
  const none = rows === 0 && first !== undefined ? [noRows(first.plan, files.length)] : [];
  return [...none, ...found, ...unheardValues(files), ...differingRows(checked)];
}

/** Each `--opt-out-value` that no file has: a slip, by which people get in who refused. */
export function unheardValues(files: CheckedImport['files']): FileWarning[] {
  const all = files.flatMap(({ plan }) => plan.named.map(one => ({ ...one, plan })));
  const seen = new Set(all.flatMap(({ isHeard, value }) => (isHeard ? [value] : [])));
  return all.flatMap(({ column, value, values, plan: { dialect, marks } }) => {
    if (seen.has(value)) return [];
    seen.add(value);
    const refusing = marks.find(one => one.column === column)?.values ?? [];
    const flags =
      refusing.length === 0 ? '' : `; to leave out who refuses: ${optOutFlags(dialect, column, refusing)}`;
    return [
      {
        ...{ code: 'unheard_value', column: dialect.names[column] ?? '', count: 0, line: dialect.headerLine },
        message: `${columnName(dialect, column)}: no row has the value "${value}" of --opt-out-value`,
        hint: `its values: ${valuesText(values)}${flags}`,
      },
    ];
  });
}

/** What the counts show to a person. */
export const isCounted = ({ code }: FileWarning) => code === 'rows_differ';

/** The line of a row, and its file if there are several. */
export function rowOf({ files, validation: { rowNumbers } }: CheckedImport, rowNumber: number) {
  const { file, line } = rowNumbers.locate(rowNumber);
  const plan = files[file]?.plan;
  return { plan, where: { line, ...(files.length > 1 && plan !== undefined && { file: plan.label }) } };
}

/** A warning about people, by the first of their addresses. @param count of all of them */
export function peopleWarning(
  checked: CheckedImport,
  people: readonly string[],
  { what, count, ...warning }: Pick<FileWarning, 'code' | 'count' | 'hint'> & { readonly what: string },
): FileWarning {
  const row = checked.validation.addresses.lineOf(addressKey(people[0] ?? ''));
  const message = `${what}: ${peopleText(checked, people, count)}`;
  return { ...warning, column: null, count, ...rowOf(checked, row).where, message };
}

/** The first people with their rows: `ann@x.org (line 2), bob@x.org and 3 more`. @param count of all of them */
export function peopleText({ validation }: CheckedImport, people: readonly string[], count: number): string {
  const { addresses, rowNumbers } = validation;
  const rows = people.map(email => addresses.lineOf(addressKey(email)));
  // People on a list have no row.
  const names = people.map((email, i) => (rows[i] ? `${email} (${rowNumbers.textOf(rows[i])})` : email));
  const more = count > people.length ? [`and ${grouped(count - people.length)} more`] : [];
  return [...names, ...more].join(', ');
}

function differingRows(checked: CheckedImport): FileWarning[] {
  const { validation, options } = checked;
  const { addresses: count = 0, examples: [first] = [] } = validation.differences ?? {};
  if (first === undefined) return [];
  const { plan, where } = rowOf(checked, first.kept.rowNumber);
  const isOf = plan?.mapping.targets.findIndex(one => one.to === 'field' && one.variable === first.variable);
  const have = count === 1 ? '1 address has' : `${grouped(count)} addresses have`;
  return [
    {
      ...{ code: 'rows_differ', count, ...where },
      column: plan?.dialect.names[isOf ?? -1] ?? null,
      hint: `--duplicates ${options.duplicates === 'first' ? 'last' : 'first'} sends the other row`,
      message: `${have} rows that differ, e.g. ${differenceText(checked)}`,
    },
  ];
}

/** Fields in which rows differ that are named. */
const mostDiffering = 4;

/** Which value counts, field by field: `fields.city: "Rome" (line 4) wins over "Oslo" (line 2)`. */
export function differenceText({ validation: { differences, rowNumbers } }: CheckedImport): string {
  const shown = ({ value = '', rowNumber }: Difference['kept'], before?: number) =>
    `"${shortened(String(value), 24)}" (${rowNumbers.textOf(rowNumber, before)})`;
  const all = (differences?.examples ?? []).map(({ variable, kept, dropped }) =>
    kept.value === undefined
      ? `fields.${variable}: ${shown(dropped)} is lost, as the other row is empty`
      : `fields.${variable}: ${shown(kept)} wins over ${shown(dropped, kept.rowNumber)}`,
  );
  return firstOf(all, mostDiffering, 'more fields').join('; ');
}

function warningsOfFile(plan: ImportPlan, counts: FileCounts): FileWarning[] {
  const { consentAnswers, dialect, marks, isOptOutExport, ignored } = plan;
  const of = (code: FileWarning['code'], column: number, count: number, says: string, hint: string) => ({
    ...{ code, column: dialect.names[column] ?? '', count, hint, line: dialect.headerLine },
    message: `${columnName(dialect, column)}: ${says}`,
  });
  const kept = isOptOutExport ? [keptMarks(counts.rows, dialect.headerLine)] : [];
  const against = (isOptOutExport ? [] : marks).flatMap(({ column, overruled }) => {
    const count = sumOf(overruled);
    if (count === 0) return [];
    const say = `${counted(count, 'row')} ${count === 1 ? 'says' : 'say'} that the person must not be emailed`;
    const [flag, hint] =
      consentAnswers === undefined
        ? ['--no-status-column', 'without it they are left out']
        : ['--opt-out-value', `to leave them out, too: ${optOutFlags(dialect, column, overruled)}`];
    const says = `${say}: ${valuesText(overruled)}; ${flag} imports them`;
    return [of('marks_overruled', column, count, says, hint)];
  });
  const blanks = counts.suppressions.flatMap(({ cause, column = -1, count }) => {
    if (cause !== 'empty' || consentAnswers?.optOutValues.has(column)) return [];
    const values = marks.find(one => one.column === column)?.values ?? [{ value: nobody, count: 0 }];
    const says = `${counted(count, 'row')} left out, as the cell is empty`;
    const hint = `to import them: ${optOutFlags(dialect, column, values)}`;
    return [of('empty_consent', column, count, says, hint)];
  });
  const joined = ignored.flatMap(({ name, column, filled = 0, example }) => {
    if (!isSignUpHeader(name) || judge(example).meaning !== 'date') return [];
    const flags = answerFlags({ map: [`${typedColumn(dialect, column)}=new:${name}:date`] }).join(' ');
    const says = 'days of signing up are not used; the service dates new people today, so --since counts all';
    return [of('sign_up_ignored', column, filled, says, `to keep the days: ${flags}`)];
  });
  const values = counts.dropped.sorted().map((reason): FileWarning => {
    const { column, count, line, example } = reason;
    return {
      code: 'value_left_out',
      column: column === undefined ? null : (dialect.names[column] ?? null),
      count,
      hint: keepingHint(reason, plan),
      line,
      message: `${columnPrefix(reason, dialect)}values left out: ${exampleText(reason, dialect)}`,
      ...(example !== undefined && { example }),
    };
  });
  return [...kept, ...against, ...blanks, ...joined, ...counts.warnings, ...values];
}

/** The flags that leave out rows with one of these values. */
function optOutFlags(dialect: Dialect, column: number, values: readonly ValueCount[]): string {
  const name = typedColumn(dialect, column);
  return answerFlags({ optOutValue: values.map(({ value }) => `${name}=${value}`) }).join(' ');
}

function keptMarks(count: number, line: number): FileWarning {
  const message = '--no-status-column does not apply to an export of people who must not be emailed';
  const hint = 'to import them: --include-suppressed';
  return { code: 'marks_kept', column: null, count, line, message, hint };
}

function noRows({ dialect: { headerLine: line } }: ImportPlan, files: number): FileWarning {
  const hint = `check that ${files === 1 ? 'it is' : 'they are'} complete; --min-rows 1 (of sync: --expect-rows <n>) makes this an error`;
  const message = `${files === 1 ? 'the file has' : `the ${files} files have`} no rows, only a header`;
  return { code: 'no_rows', column: null, count: 0, hint, line, message };
}

/** How values are kept which were left out. */
function keepingHint(reason: RejectReason, plan: ImportPlan): string {
  const { column, cause } = reason;
  if (cause === furtherAddress) return 'to import them as people of their own, give them rows of their own';
  if (column === undefined) return '';
  const asText = answerFlags(keepingText(plan.dialect, column));
  const flags = [...readingFlags({ ...reason, column }, plan), ...asText];
  return `to keep them: ${flags.join(', ')}`;
}

/** A warning for a person. */
export function warningText({ code, message, count, hint }: FileWarning): string {
  const counts = code === 'value_left_out' ? ` (${counted(count, 'row')})` : '';
  return `${message}${counts}; ${hint}`;
}
