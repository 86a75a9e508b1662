/** Why rows are rejected, with the flags that help. */
import { counted } from '../../terminal/numbers.ts';
import type { Paint } from '../../terminal/terminal.ts';
import { helpfulFlags, reasonText } from '../reject-flags.ts';
import type { RejectReason } from '../rows/file-counts.ts';
import type { CheckedImport } from '../state.ts';

/** Reasons shown; the rejects file has all. */
const mostReasons = 8;

interface FileReason {
  readonly plan: CheckedImport['files'][number]['plan'];
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
  const same = new Map<string, FileReason[]>();
  for (const { plan, counts } of files) {
    for (const reason of counts.reasons.sorted()) {
      const name = reason.column === undefined ? '' : plan.dialect.names[reason.column];
      const key = JSON.stringify([reason.code, reason.cause, name]);
      same.set(key, [...(same.get(key) ?? []), { plan, reason }]);
    }
  }
  return [...same.values()].flatMap(all => {
    const [first] = all;
    if (first === undefined || all.length === 1) return all;
    const { column } = first.reason;
    const name = column === undefined ? undefined : first.plan.dialect.header[column];
    const having = files.filter(({ plan }) => name === undefined || plan.dialect.header.includes(name));
    if (having.length !== all.length) return all;
    const count = all.reduce((sum, { reason }) => sum + reason.count, 0);
    const plan = { ...first.plan, dialect: { ...first.plan.dialect, prefix: '' } };
    return [{ plan, reason: { ...first.reason, count } }];
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
