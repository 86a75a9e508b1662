/** What the first pass has found, for people. */
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Paint } from '../../terminal/terminal.ts';
import type { ComparedCounts } from '../account/local-runs.ts';
import type { CheckedImport } from './checked-file.ts';
import { comparedLines } from './compared-text.ts';
import { helpfulFlags, reasonText } from './reject-flags.ts';
import { riskLines } from './risk-text.ts';

/** What the first pass found. */
export type Found = Pick<CheckedImport, 'files' | 'validation'>;

export type Line = readonly [n: number, what: string, detail: string];

/** What the first pass found, to be shown before anything is sent. @param counts null: not compared with the account */
export function validationText(found: Found, counts: ComparedCounts | null, paint: Paint): string {
  const { accepted } = found.validation;
  const sent: readonly Line[] =
    counts === null ? [[accepted, 'to be sent', '']] : [[accepted, 'accepted', ''], ...comparedLines(counts)];
  const lines = textLines([...validationLines(found), ...sent], paint);
  return [
    ...fileLines(found),
    lines,
    ...reasonLines(found, paint),
    ...riskLines(found.validation, paint),
  ].join('\n');
}

/** Reasons that are shown; the rest is in the rejects file. */
const mostReasons = 8;

/** What was rejected or left out, by column and cause, and the flags that help. */
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

/** The reasons as details of an error, a line for each. */
export function reasonTexts(found: Found): string[] {
  return shownReasons(found).map(({ text, flags }) => (flags === '' ? text : `${text}: ${flags}`));
}

export function reasonLines(found: Found, paint: Paint): string[] {
  const lines = shownReasons(found).flatMap(({ text, flags }) => {
    if (flags === '') return [`    ${text}`];
    const isShort = text.length + flags.length < 74;
    if (isShort) return [`    ${text}${paint.dim(`: ${flags}`)}`];
    return [`    ${text}:`, ...wrapped(flags, 73).map(part => `      ${paint.dim(part)}`)];
  });
  const title = found.validation.dropped > 0 ? '  reasons, of dropped values too:' : '  reasons:';
  return lines.length === 0 ? [] : [paint.yellow(title), ...lines];
}

export function validationLines({ files, validation }: Found): Line[] {
  const { rows, duplicates, suppressed, rejected, codes, suppressions } = validation;
  const reasons = tally(codes, code => code !== 'duplicate' && code !== 'suppressed');
  const notSent: Line[] = [
    [duplicates, 'duplicates', 'same address as an earlier row'],
    [suppressed, 'suppressed', `must not be emailed: ${tally(suppressions)}`],
    [rejected, 'rejected', reasons],
  ];
  const elsewhere = files.reduce((sum, { counts }) => sum + counts.elsewhere, 0);
  const of = elsewhere > 0 ? `of ${grouped(rows + elsewhere)} ` : '';
  const where = files.length === 1 ? 'in the file' : `in ${files.length} files`;
  return [[rows, `${rows === 1 ? 'row' : 'rows'} ${of}${where}`, ''], ...notSent.filter(([n]) => n > 0)];
}

/** What each of several files has to do with it. */
export function fileLines({ files }: Found): string[] {
  if (files.length === 1) return [];
  const lines = files.map(({ plan, counts }) => {
    const { accepted, duplicates, suppressed, rejected } = counts;
    const parts = [
      accepted > 0 ? counted(accepted, 'subscriber') : '',
      duplicates > 0 ? counted(duplicates, 'duplicate') : '',
      suppressed > 0 ? `${grouped(suppressed)} suppressed` : '',
      rejected > 0 ? `${grouped(rejected)} rejected` : '',
    ].filter(part => part !== '');
    return `  ${plan.label}: ${parts.join(', ') || 'no rows'}`;
  });
  return [...lines, ''];
}

export function textLines(lines: readonly Line[], paint: Paint): string {
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

/** Flags, wrapped between them. */
function wrapped(detail: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of detail.split(/(?<=,) /)) {
    const longer = `${lines.at(-1)} ${part}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** "unsubscribed 12, bounced 3": the five most frequent, and how many more there are. */
function tally<K extends string>(
  counts: ReadonlyMap<K, number>,
  wanted: (key: K) => boolean = () => true,
): string {
  const sorted = [...counts].filter(([key]) => wanted(key)).sort((a, b) => b[1] - a[1]);
  const shown = sorted.slice(0, 5).map(([key, n]) => `${key} ${grouped(n)}`);
  return sorted.length > 5 ? `${shown.join(', ')}, ${sorted.length - 5} more` : shown.join(', ');
}
