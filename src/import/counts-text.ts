/** The result of the first pass, as text. */

import type { ComparedCounts } from '../changes/run.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Paint } from '../terminal/terminal.ts';
import type { ComparedImport } from './account/compare-import.ts';
import type { VerifiedImport } from './account/verify-import.ts';
import { helpfulFlags, reasonText } from './reject-flags.ts';
import { riskLabels } from './rows/risk/risk.ts';
import type { RiskCount } from './rows/risk/risk-counts.ts';
import type { RowNumbers } from './rows/row-numbers.ts';
import type { ValidationResult } from './rows/row-validation.ts';
import type { CheckedImport } from './state.ts';
import { type ImportSummary, nonZero } from './summary.ts';

export type Found = Pick<CheckedImport, 'files' | 'validation'>;

type Line = readonly [n: number, what: string, detail: string];

/** Counts of the files, and what happens to the accepted people. */
function foundText(found: Found, lines: readonly Line[], paint: Paint): string {
  return [
    ...fileLines(found),
    textLines([...validationLines(found), ...lines], paint),
    ...reasonLines(found, paint),
    ...riskLines(found.validation, paint),
  ].join('\n');
}

/** The first pass, shown before anything is sent. @param counts null: not compared with the account */
export function validationText(found: Found, counts: ComparedCounts | null, paint: Paint): string {
  const { accepted } = found.validation;
  const lines: readonly Line[] =
    counts === null
      ? [[accepted, 'to be sent', '']]
      : [[accepted, 'accepted', ''], ...indented(comparedLines(counts))];
  return foundText(found, lines, paint);
}

/** The summary. @param waited whether the import waited for its jobs */
export function summaryText(summary: ImportSummary, found: Found, waited: boolean, paint: Paint): string {
  const lines = foundText(found, outcomeLines(summary, waited), paint);
  return [...headline(summary, waited, paint), lines].join('\n');
}

function outcomeLines(summary: ImportSummary, waited: boolean): Line[] {
  const { accepted, created, updated, skipped, unchanged, failed, unknown, not_sent } = summary;
  if (summary.dry_run) return [[accepted - unchanged, 'would be sent', '']];
  if (!waited) return [[accepted - unchanged, 'accepted', 'sent, not waited for']];
  const outcomes: readonly Line[] = [
    [created, 'created', ''],
    [updated, 'updated', ''],
    [unchanged, 'unchanged', upToDate],
    [skipped - unchanged, 'skipped', 'by the service'],
    [failed - not_sent, 'failed', ''],
    [not_sent, 'not sent yet', ''],
    [unknown, 'unknown', 'may or may not be in the account'],
  ];
  return [[accepted, 'accepted', ''], ...indented(outcomes.filter(([n]) => n > 0))];
}

const upToDate = 'up to date already: not sent';

/** How many people will be created, updated and so on. */
function comparedLines({ changed, unchanged, left, fields, new: added }: ComparedCounts): Line[] {
  const lines: readonly Line[] = [
    [added, 'new', ''],
    [changed, 'changed', mostOf(Object.entries(fields))],
    [unchanged, 'unchanged', upToDate],
    [left, 'left', 'in the account, but opted out in your file: see --report'],
  ];
  return lines.filter(([n], i) => n > 0 || i === 0);
}

export function comparedText(counts: ComparedCounts, paint: Paint): string {
  const title = `compared with the account (${counted(counts.subscribers, 'subscriber')}):`;
  return [title, textLines(comparedLines(counts), paint)].join('\n');
}

const indented = (lines: readonly Line[]) => lines.map(([n, what, detail]): Line => [n, `  ${what}`, detail]);

/** Reasons shown; the rejects file has all. */
const mostReasons = 8;

/** Rejected and left-out rows by column and cause, with the flags that help. */
function shownReasons({ files }: Found): { text: string; flags: string }[] {
  const sorted = files
    .flatMap(({ plan, counts }) => counts.reasons.sorted().map(reason => ({ plan, reason })))
    .sort((a, b) => b.reason.count - a.reason.count);
  const shown = sorted.slice(0, mostReasons).map(({ plan, reason }) => ({
    text: reasonText(reason, plan.dialect),
    flags: helpfulFlags(reason, plan).join(', '),
  }));
  const rest = sorted.length - shown.length;
  return rest > 0 ? [...shown, { text: `and ${counted(rest, 'more reason')}`, flags: '' }] : shown;
}

/** The reasons as error details, one per line. */
export function reasonTexts(found: Found): string[] {
  return shownReasons(found).map(({ text, flags }) => (flags === '' ? text : `${text}: ${flags}`));
}

function reasonLines(found: Found, paint: Paint): string[] {
  const lines = shownReasons(found).flatMap(({ text, flags }) => {
    if (flags === '') return [`    ${text}`];
    const isShort = text.length + flags.length < 74;
    if (isShort) return [`    ${text}${paint.dim(`: ${flags}`)}`];
    return [`    ${text}:`, ...wrapped(flags, 73).map(part => `      ${paint.dim(part)}`)];
  });
  const title = found.validation.dropped > 0 ? '  reasons, of dropped values too:' : '  reasons:';
  return lines.length === 0 ? [] : [paint.yellow(title), ...lines];
}

function validationLines({ files, validation }: Found): Line[] {
  const { rows, duplicates, suppressed, rejected, codes, suppressions } = validation;
  const reasons = byCount(codes).filter(([code]) => code !== 'duplicate' && code !== 'suppressed');
  const notSent: Line[] = [
    [duplicates, 'duplicates', 'same address as an earlier row'],
    [suppressed, 'suppressed', `must not be emailed: ${mostOf(byCount(suppressions))}`],
    [rejected, 'rejected', mostOf(reasons)],
  ];
  const otherShards = files.reduce((sum, { counts }) => sum + counts.otherShards, 0);
  const of = otherShards > 0 ? `of ${grouped(rows + otherShards)} ` : '';
  const where = files.length === 1 ? 'in the file' : `in ${files.length} files`;
  return [[rows, `${rows === 1 ? 'row' : 'rows'} ${of}${where}`, ''], ...notSent.filter(([n]) => n > 0)];
}

/** The counts of each of several files. */
function fileLines({ files }: Found): string[] {
  if (files.length === 1) return [];
  const lines = files.map(({ plan, counts }) => {
    const { accepted, duplicates, suppressed, rejected } = counts;
    const parts = nonZero([
      [accepted, counted(accepted, 'subscriber')],
      [duplicates, counted(duplicates, 'duplicate')],
      [suppressed, `${grouped(suppressed)} suppressed`],
      [rejected, `${grouped(rejected)} rejected`],
    ]);
    return `  ${plan.label}: ${parts || 'no rows'}`;
  });
  return [...lines, ''];
}

function textLines(lines: readonly Line[], paint: Paint): string {
  const width = Math.max(...lines.map(([n]) => grouped(n).length));
  return lines
    .map(([n, what, detail]) => textLine(grouped(n).padStart(width), what, detail, paint))
    .join('\n');
}

function textLine(n: string, what: string, detail: string, paint: Paint): string {
  const color = {
    '  failed': paint.red,
    '  unknown': paint.red,
    rejected: paint.yellow,
    '  created': paint.green,
  }[what];
  const label = detail === '' ? what : what.padEnd(12);
  const line = `  ${n}  ${color?.(label) ?? label}`;
  return detail === '' ? line : `${line}  ${paint.dim(detail)}`;
}

/** Flags, wrapped between flags. */
function wrapped(detail: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of detail.split(/(?<=,) /)) {
    const longer = `${lines.at(-1)} ${part}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** "unsubscribed 12, bounced 3": the first five, and how many more there are. */
function mostOf(counts: readonly (readonly [string, number])[]): string {
  const shown = counts.slice(0, 5).map(([key, n]) => `${key} ${grouped(n)}`);
  return counts.length > 5 ? `${shown.join(', ')}, ${counts.length - 5} more` : shown.join(', ');
}

const byCount = (counts: ReadonlyMap<string, number>) => [...counts].sort((a, b) => b[1] - a[1]);

/** Risky addresses by cause, and the expected bounces. Rejected addresses are listed with the other rejects. */
function riskLines({ risks, rowNumbers, accepted }: ValidationResult, paint: Paint): string[] {
  const sent = risks
    .list()
    // A file of example addresses only is a trial.
    .filter(
      ({ cause, action, count }) => action !== 'reject' && (cause !== 'example_domain' || count < accepted),
    );
  if (sent.length === 0) return [];
  const lines = sent.map(risk => `    ${riskText(risk, rowNumbers)}`);
  return [paint.yellow('  risky, but sent:'), ...lines, ...forecast(risks.bouncing, accepted)];
}

function riskText(
  { cause, action, count, example, rowNumber, suggestion }: RiskCount,
  rowNumbers: RowNumbers,
): string {
  const meant = suggestion === undefined ? '' : `: ${suggestion}?`;
  const tag = typeof action === 'object' ? ` (tag ${action.tag})` : '';
  return `${grouped(count)} ${riskLabels[cause]}, e.g. ${example} (${rowNumbers.textOf(rowNumber)})${meant}${tag}`;
}

/** Mail providers act on bounce rates above this percentage. */
const mostBounces = 2;

function forecast(bouncing: number, accepted: number): string[] {
  if (bouncing === 0 || accepted === 0) return [];
  const share = shareText((bouncing / accepted) * 100);
  return [`  ${share} would bounce; mail providers act above ${mostBounces}%.`];
}

function shareText(hundredths: number): string {
  return hundredths < 0.05 ? 'Less than 0.1%' : `About ${hundredths.toFixed(1)}%`;
}

/** A sentence about the imported people; empty if there are none. */
function headline(summary: ImportSummary, waited: boolean, paint: Paint): string[] {
  const { dry_run, accepted, created, updated, unchanged, jobs } = summary;
  const people = counted(accepted - unchanged, 'subscriber');
  if (dry_run) return [`Would import ${people}.`];
  if (!waited && jobs.length > 0) return [`Sent ${people} to the service.`];
  const done = paint.green('✔');
  if (accepted > 0 && unchanged === accepted)
    return [`${done} Nothing to change: all subscribers are up to date.`];
  const imported = created + updated;
  return imported === 0 ? [] : [`${done} Imported ${counted(imported, 'subscriber')}.`];
}

/** Why the account was not compared, and the consequence; undefined if it was, or if there is nothing to compare. */
export function notComparedText({ counts, notCompared }: ComparedImport): string | undefined {
  if (counts !== null || notCompared === null) return undefined;
  return `not compared with the account (${notCompared}): unchanged subscribers are sent too, and this import cannot be undone`;
}

/** The result of reading back. */
export function verifiedText({ checked, of, different, notRead }: VerifiedImport): string {
  const why = notRead === undefined ? '' : ` (${notRead.message})`;
  if (checked === 0) return `not verified: nobody could be read back${why}`;
  const wrong = different.length;
  const ends = wrong === 0 ? 'all as sent' : `${grouped(wrong)} different`;
  return `verified: ${grouped(checked)} of ${grouped(of)} read back, ${ends}${why}`;
}
