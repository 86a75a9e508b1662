/** The result of the first pass, as text. */

import type { Change } from '../../changes/change.ts';
import { planLines } from '../../changes/report.ts';
import type { ComparedCounts } from '../../changes/run-facts.ts';
import { largest } from '../../lib/extremes.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Paint } from '../../terminal/terminal.ts';
import { lineName } from '../columns/columns.ts';
import { type RiskCount, riskLabels } from '../rows/risk/risk.ts';
import { type CheckedImport, newFieldsOf } from '../state.ts';
import type { ImportSummary } from '../summary-fields.ts';
import { fileLines } from './files-text.ts';
import { listed, summed } from './listed.ts';
import { reasonLines } from './reject-flags.ts';
import { differenceText } from './warnings.ts';

type Line = readonly [n: number, what: string, detail: string];

/** Counts of the files, and what happens to the accepted people. */
function foundText(found: CheckedImport, lines: readonly Line[], paint: Paint, isSent = true): string {
  return [
    ...fileLines(found.files),
    textLines([...validationLines(found), ...lines], paint),
    ...reasonLines(found, paint),
    ...(isSent ? riskLines(found, paint) : []),
  ].join('\n');
}

/** The first pass, shown before anything is sent. */
export function validationText(
  found: CheckedImport,
  counts: ComparedCounts | null,
  replacing: readonly Change[],
  paint: Paint,
): string {
  const toSend = found.validation.accepted - (counts?.unchanged ?? 0);
  const lines = counts === null ? [] : comparedLines(counts, found.validation.suppressed);
  const isSent = ([, what]: Line) => what === 'new' || what === 'changed';
  const ready: Line = [toSend, 'ready to send', ''];
  const all = [ready, ...indented(lines.filter(isSent)), ...lines.filter(line => !isSent(line))];
  return [foundText(found, all, paint), ...planLines(replacing, replacing.length)].join('\n');
}

/** The summary. @param isConfirmed the question before sending has shown the details, which are not repeated */
export function summaryText(
  summary: ImportSummary,
  found: CheckedImport,
  isConfirmed: boolean,
  paint: Paint,
): string {
  const { wait: waited } = found.options;
  const isSent = summary.accepted > summary.unchanged;
  const outcomes = outcomeLines(summary);
  const bare = () => [...validationLines(found), ...outcomes].map(([n, what]): Line => [n, what, '']);
  const lines = isConfirmed ? textLines(bare(), paint) : foundText(found, outcomes, paint, isSent);
  return [...headline(summary, waited, paint), lines].join('\n');
}

function outcomeLines(summary: ImportSummary): Line[] {
  const { accepted, created, updated, skipped, unchanged, failed, unknown, not_sent, jobs } = summary;
  if (summary.dry_run) {
    const lines: readonly Line[] = [
      [accepted - unchanged, 'would be sent', ''],
      [unchanged, 'unchanged', upToDate],
    ];
    return lines.filter(([n]) => n > 0);
  }
  const running = jobs.filter(({ status }) => status === 'pending' || status === 'processing');
  const outcomes: readonly Line[] = [
    [created, 'created', ''],
    [updated, 'updated', ''],
    [unchanged, 'unchanged', upToDate],
    [skipped - unchanged, 'skipped', 'by the service'],
    [failed - not_sent, 'failed', ''],
    [not_sent, 'not sent yet', ''],
    [unknown, 'unknown', 'may or may not be in the account'],
    [running.reduce((sum, { rows }) => sum + rows, 0), 'sent', 'not waited for'],
  ];
  return [[accepted, 'accepted', ''], ...indented(outcomes.filter(([n]) => n > 0))];
}

const upToDate = 'up to date already: not sent';

/** How many people will be created, updated and so on. */
function comparedLines(
  { changed, unchanged, left, fields, replaced, new: added }: ComparedCounts,
  suppressed: number,
): Line[] {
  const isOfThem =
    suppressed === 1 ? 'of the 1 row left out is' : `of the ${grouped(suppressed)} rows left out are`;
  const replacing = (field: string) => {
    const n = replaced[field] ?? 0;
    return n === 0 ? '' : ` (${grouped(n)} ${n === 1 ? 'replaces' : 'replace'} another value)`;
  };
  const lines: readonly Line[] = [
    [added, 'new', ''],
    [changed, 'changed', mostOf(Object.entries(fields), replacing)],
    [unchanged, 'unchanged', upToDate],
    // Whether people left out are in the account is answered by 0, too.
    [left, `${isOfThem} in the account`, ''],
  ];
  return lines.filter(([n], i) => n > 0 || i === 0 || (i === 3 && suppressed > 0));
}

/** @param isResumed the comparison is that of the first run: what it sent is in the account now */
export function comparedText(
  counts: ComparedCounts,
  replacing: readonly Change[],
  suppressed: number,
  isResumed: boolean,
  paint: Paint,
): string {
  const when = isResumed ? ' when the import began' : '';
  const title = `compared with the account${when} (${counted(counts.subscribers, 'subscriber')}):`;
  const lines = textLines(comparedLines(counts, suppressed), paint);
  return [title, lines, ...planLines(replacing, replacing.length)].join('\n');
}

const indented = (lines: readonly Line[]): Line[] =>
  lines.map(([n, what, detail]): Line => [n, `  ${what}`, detail]);

function validationLines(checked: CheckedImport): Line[] {
  const { files, validation, options } = checked;
  const { rows, duplicates, suppressed, rejected } = validation;
  const differ = validation.differences?.addresses ?? 0;
  const notSent: Line[] = [
    [duplicates, duplicates === 1 ? 'duplicate' : 'duplicates', duplicatesText(validation, options)],
    [differ, `  ${differ === 1 ? 'address' : 'addresses'} with other values`, differenceText(checked)],
    [suppressed, suppressed === 1 ? 'row left out' : 'rows left out', mostOf(causesOf(files))],
    [rejected, rejected === 1 ? 'row to fix' : 'rows to fix', ''],
  ];
  const otherShards = files.reduce((sum, { counts }) => sum + counts.otherShards, 0);
  const of = otherShards > 0 ? `of ${grouped(rows + otherShards)} ` : '';
  const where = files.length === 1 ? 'in the file' : `in ${files.length} files`;
  return [[rows, `${rows === 1 ? 'row' : 'rows'} ${of}${where}`, ''], ...notSent.filter(([n]) => n > 0)];
}

/** What happens to duplicates, and an example. */
function duplicatesText(
  { firstDuplicate, rowNumbers, duplicates }: CheckedImport['validation'],
  { duplicates: rule }: CheckedImport['options'],
): string {
  if (firstDuplicate === undefined) return '';
  const { rowNumber, first } = firstDuplicate;
  const both = `${rowNumbers.textOf(rowNumber)} and ${rowNumbers.textOf(first, rowNumber)}`;
  const rows = `(${duplicates === 1 ? '' : 'such as '}${both})`;
  const texts = {
    merge: `merged with an earlier row ${rows}; later values win`,
    first: `same address as an earlier row ${rows}; the earlier row wins`,
    last: `same address as an earlier row ${rows}; the later row wins`,
  };
  return texts[rule];
}

/** The beginning of causes that names of files give. */
const ofExport = 'the file is an export of ';

/** Why people are left out. */
const causesOf = (files: CheckedImport['files']) =>
  files.flatMap(({ plan, counts: { suppressions } }) =>
    suppressions.map(({ cause, column, count }): [string, number] => [
      column === undefined ? cause.replace(ofExport, '') : `${plan.dialect.names[column]}: ${cause}`,
      count,
    ]),
  );

/** Values that do not go with their people: `Values left out: Birthday 858.` Empty if there are none. */
export function droppedText(files: CheckedImport['files']): string {
  const dropped = files.flatMap(({ plan, counts: { dropped } }) =>
    dropped
      .sorted()
      .map(({ column = -1, count }): [string, number] => [plan.dialect.names[column] ?? '', count]),
  );
  return dropped.length === 0 ? '' : `Values left out: ${mostOf(dropped)}.`;
}

function textLines(lines: readonly Line[], paint: Paint): string {
  const width = largest(lines.map(([n]) => grouped(n).length));
  const labels = largest(lines.map(([, what, detail]) => (detail === '' ? 0 : what.length)));
  return lines
    .map(([n, what, detail]) => {
      const color = colors[what]?.(paint) ?? (text => text);
      const line = `  ${grouped(n).padStart(width)}  ${color(detail === '' ? what : what.padEnd(labels))}`;
      return detail === '' ? line : `${line}  ${paint.dim(detail)}`;
    })
    .join('\n');
}

const colors: Readonly<Record<string, (paint: Paint) => (text: string) => string>> = {
  '  failed': paint => paint.red,
  '  unknown': paint => paint.red,
  'row to fix': paint => paint.yellow,
  'rows to fix': paint => paint.yellow,
  '  created': paint => paint.green,
};

/** "unsubscribed 12, bounced 3": the five most frequent, and how many more there are. */
function mostOf(counts: readonly (readonly [string, number])[], note = (_key: string) => ''): string {
  const all = [...summed(counts)].sort((a, b) => b[1] - a[1]);
  const shown = all.slice(0, 5).map(([key, n]) => `${key} ${grouped(n)}${note(key)}`);
  return all.length > 5 ? `${shown.join(', ')}, ${all.length - 5} more` : shown.join(', ');
}

/** Risky addresses by cause. Rejected addresses are listed with the other rejects. */
function riskLines({ files, validation: { risks, rowNumbers } }: CheckedImport, paint: Paint): string[] {
  const sent = risks.list().filter(({ action }) => action !== 'reject');
  if (sent.length === 0) return [];
  const lines = sent.map(risk => {
    const { file, line } = rowNumbers.locate(risk.rowNumber);
    const dialect = files[file]?.plan.dialect;
    return `    ${riskText(risk, dialect === undefined ? '' : lineName(dialect, line))}`;
  });
  return [paint.yellow('  risky, but accepted:'), ...lines];
}

function riskText({ cause, action, count, example, suggestion }: RiskCount, where: string): string {
  const meant = suggestion === undefined ? '' : `: ${suggestion}?`;
  const flag =
    cause === 'misspelt_domain' && action === 'keep' ? ` (--risky ${cause}=reject keeps them out)` : '';
  return `${grouped(count)} ${riskLabels[cause]}, e.g. ${example} (${where})${meant}${flag}`;
}

/** Columns of the names of new fields: four lines on a terminal of 80. */
const widestNames = 240;

/** The fields that are created: nothing undoes that. Empty if there are none. */
export function newFieldsText(files: CheckedImport['files']): string {
  const names = newFieldsOf(files).map(({ name, kind }) => `${name} (${kind})`);
  if (names.length === 0) return '';
  const fields = counted(names.length, 'custom field');
  return `${fields} will be created, and cannot be deleted: ${listed(names, widestNames)}.`;
}

/** A sentence about the imported people; empty if there are none. */
function headline(summary: ImportSummary, waited: boolean, paint: Paint): string[] {
  const { dry_run, account, accepted, created, updated, unchanged, jobs, not_sent, resumed } = summary;
  const people = counted(accepted - unchanged, 'subscriber');
  if (!waited && jobs.length > 0) return [`Sent ${people} to the service.`];
  const done = paint.green('✔');
  if (accepted > 0 && unchanged === accepted)
    return [`${done} Nothing to change in ${account}: all fields and tags are up to date.`];
  if (dry_run) return accepted === 0 ? [] : [`Would import ${people}.`];
  const imported = created + updated;
  if (imported === 0) return [];
  if (not_sent > 0) return [`Stopped: ${grouped(imported)} of ${people} imported into ${account}.`];
  return [`${done} Imported ${counted(imported, 'subscriber')}${resumed ? ' in all' : ''} into ${account}.`];
}
