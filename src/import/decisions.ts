/** What an import has decided before it sends anything: a resumed import goes on with it, or is refused. */
import type { CustomField } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import type { CheckedFile } from './checked-file.ts';
import type { Decided } from './jobs/import-session.ts';
import type { JournalStart } from './jobs/journal-contents.ts';
import { formatsText } from './rows/column-formats.ts';
import { targetName } from './values/target.ts';

/** @param fields the custom fields by which the columns were mapped */
export function decided(checked: CheckedFile, fields: readonly CustomField[]): Decided {
  const { source, validation, options } = checked;
  return {
    digest: source.digest() ?? '',
    accepted: validation.accepted,
    fields,
    decisions: decisionsOf(checked),
    chosen: options,
  };
}

/**
 * Makes sure that a resumed import sends what it began to send: a position in the order of sending must not mean
 * another row.
 *
 * @param start what was decided when it began
 * @param current the custom fields that the account has now
 * @throws Failure file_changed, import_changed
 */
export function refuseChanges(
  start: JournalStart,
  checked: CheckedFile,
  current: readonly CustomField[],
): void {
  const { source, validation, options } = checked;
  const hint = '--restart starts anew; sending the same rows again does no harm';
  if (start.digest !== source.digest()) {
    throw new Failure('file_changed', `${options.file} has changed since its import was interrupted`, {
      hint,
    });
  }
  const details = [
    ...changedFields(start, checked, current),
    ...changedDecisions(start, decisionsOf(checked)),
  ];
  if (details.length === 0 && start.accepted !== validation.accepted) {
    details.push(`rows to send: ${start.accepted} then, ${validation.accepted} now`);
  }
  if (details.length === 0) return;
  const what = `the import of ${options.file} would no longer send what it began to send`;
  throw new Failure('import_changed', what, { details, hint });
}

/** Fields that columns go to, and that are no longer as they were. */
function changedFields(
  { fields = [] }: JournalStart,
  { plan }: CheckedFile,
  current: readonly CustomField[],
): string[] {
  return plan.mapping.targets.flatMap(target => {
    if (target.to !== 'field') return [];
    const { variable } = target;
    const before = fields.find(field => field.variable === variable);
    const now = current.find(field => field.variable === variable);
    // A field that the import has created itself was not there before.
    if (before === undefined || before.kind === now?.kind) return [];
    return [`fields.${variable}: ${before.kind} then, ${now?.kind ?? 'not in the account'} now`];
  });
}

function changedDecisions({ decisions = {} }: JournalStart, now: Readonly<Record<string, string>>): string[] {
  return Object.entries(decisions).flatMap(([name, then]) =>
    then === now[name] ? [] : [`${name}: ${then || 'none'} then, ${now[name] || 'none'} now`],
  );
}

function decisionsOf({ source, plan, validation }: CheckedFile): Record<string, string> {
  const { dialect, mapping, consent, rules, detected } = plan;
  const { rows, duplicates, rejected, suppressed } = validation;
  const targets = mapping.targets.map((target, column) => {
    const kind = target.to === 'field' ? ` (${target.kind})` : '';
    return `${dialect.names[column]} → ${targetName(target)}${kind}`;
  });
  return {
    encoding: source.encoding,
    delimiter: dialect.delimiter,
    header: dialect.hasHeader ? `line ${dialect.headerLine}` : '',
    'export of': detected?.preset.label ?? '',
    columns: targets.join(', '),
    'opt-out columns': consent?.columns.join(', ') ?? '',
    'numbers and dates': formatsText(rules.formats),
    rows: `${rows} rows, ${duplicates} duplicates, ${rejected} rejected, ${suppressed} suppressed`,
    'outcome of each row': validation.digest(),
  };
}
