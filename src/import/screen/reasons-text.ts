/** Why rows are rejected, with the flags that help. */
import { counted } from '../../terminal/numbers.ts';
import type { Paint } from '../../terminal/terminal.ts';
import { helpfulFlags, reasonText } from '../reject-flags.ts';
import type { RejectReason } from '../rows/file-counts.ts';
import type { CheckedImport, ImportPlan } from '../state.ts';
import { sameColumns, withoutFile } from './same-columns.ts';

/** Reasons shown; the rejects file has all. */
const mostReasons = 8;

interface FileReason {
  readonly plan: ImportPlan;
  readonly reason: RejectReason;
}

/** Rejected and left-out rows by column and cause, with the flags that help. */
function shownReasons({ files }: CheckedImport, showAddresses = true): { text: string; flags: string }[] {
  const sorted = joined(files).sort((a, b) => b.reason.count - a.reason.count);
  const shown = sorted.slice(0, mostReasons).map(({ plan, reason }) => ({
    text: reasonText(
      showAddresses || reason.code === 'bad_value' ? reason : { ...reason, example: undefined },
      plan.dialect,
    ),
    flags: helpfulFlags(reason, plan).join(', '),
  }));
  const rest = sorted.length - shown.length;
  return rest > 0 ? [...shown, { text: `and ${counted(rest, 'more reason')}`, flags: '' }] : shown;
}

/** The reasons of all files. Those about the same column of every file that has it are one, and so are their flags. */
function joined(files: CheckedImport['files']): FileReason[] {
  const all = files.flatMap(({ plan, counts }) =>
    counts.reasons.sorted().map(reason => ({ plan, reason, column: reason.column })),
  );
  const plans = files.map(({ plan }) => plan);
  return sameColumns(all, plans, ({ reason }) => `${reason.code} ${reason.cause}`).map(group => {
    const [first, ...others] = group;
    const count = group.reduce((sum, { reason }) => sum + reason.count, 0);
    return {
      plan: others.length === 0 ? first.plan : withoutFile(first.plan),
      reason: { ...first.reason, count },
    };
  });
}

/** The reasons as error details, one per line. */
export function reasonTexts(found: CheckedImport, showAddresses: boolean): string[] {
  return shownReasons(found, showAddresses).map(({ text, flags }) =>
    flags === '' ? text : `${text}: ${flags}`,
  );
}

export function reasonLines(found: CheckedImport, paint: Paint): string[] {
  const lines = shownReasons(found).flatMap(({ text, flags }) => {
    if (flags === '') return [`    ${text}`];
    const isShort = text.length + flags.length < 74;
    if (isShort) return [`    ${text}${paint.dim(`: ${flags}`)}`];
    return [`    ${text}:`, ...wrapped(flags, 73).map(part => `      ${paint.dim(part)}`)];
  });
  return lines.length === 0 ? [] : [paint.yellow('  rows to fix:'), ...lines];
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
