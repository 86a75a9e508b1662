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

/** Why rows are rejected, by column and cause, with the flags that help: one per line. */
export function reasonTexts(
  { files }: CheckedImport,
  showAddresses: boolean,
  dim: Paint['dim'] = text => text,
): string[] {
  const sorted = joined(files).sort((a, b) => b.reason.count - a.reason.count);
  const texts = sorted.slice(0, mostReasons).map(({ plan, reason }) => {
    const isShown = showAddresses || reason.code === 'bad_value';
    const text = reasonText(isShown ? reason : { ...reason, example: undefined }, plan.dialect);
    const flags = helpfulFlags(reason, plan).join(', ');
    return flags === '' ? text : `${text}${dim(`: ${flags}`)}`;
  });
  const rest = sorted.length - texts.length;
  return rest > 0 ? [...texts, `and ${counted(rest, 'more reason')}`] : texts;
}

export function reasonLines(found: CheckedImport, paint: Paint): string[] {
  const lines = reasonTexts(found, true, paint.dim).map(text => `    ${text}`);
  return lines.length === 0 ? [] : [paint.yellow('  rows to fix:'), ...lines];
}
