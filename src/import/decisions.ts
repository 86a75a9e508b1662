/** What an import decides before it sends anything. A resumed import must decide the same, or it is refused. */
import { createHash } from 'node:crypto';
import type { CustomField } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import { journaledOptionsOf } from './codec.ts';
import type { Decided } from './jobs/import-session.ts';
import type { JournalStart } from './jobs/journal.ts';
import { targetName } from './rows/values/target.ts';
import { unheardValues } from './screen/warnings.ts';
import { type CheckedFile, type CheckedImport, newFieldsOf } from './state.ts';

/** What the journal of a new import says. @param fields the custom fields used for the mapping */
export function decided(checked: CheckedImport, fields: readonly CustomField[], run: string): Decided {
  return {
    digest: filesDigest(checked.files),
    accepted: checked.validation.accepted,
    fields,
    decisions: decisionsOf(checked),
    run,
    options: journaledOptionsOf(checked.options),
  };
}

/**
 * Makes sure that a resumed import sends the same: a position in the sending order must mean the same row.
 *
 * @param current the account's custom fields now
 * @throws Failure file_changed, import_changed
 */
export function refuseChanges(
  start: JournalStart,
  checked: CheckedImport,
  current: readonly CustomField[],
): void {
  const { validation, options } = checked;
  const name = options.files.join(', ');
  const hint = 'start over with --restart; sending the same rows again is safe';
  if (start.digest !== filesDigest(checked.files)) {
    throw new Failure('file_changed', `${name} has changed since its import was interrupted`, { hint });
  }
  const details = changedFields(start, checked, current);
  if (start.accepted !== validation.accepted)
    details.push(`rows to send: ${start.accepted} then, ${validation.accepted} now`);
  if (details.length === 0 && start.decisions === decisionsOf(checked)) return;
  const what = `the import of ${name} would send other data than it started with`;
  throw new Failure('import_changed', what, { details, hint });
}

function changedFields(
  { fields }: JournalStart,
  { files }: CheckedImport,
  current: readonly CustomField[],
): string[] {
  const targets = files.flatMap(({ plan }) => plan.mapping.targets);
  // A field created by the import itself did not exist before.
  return fields.flatMap(({ variable, kind }) => {
    const now = current.find(field => field.variable === variable)?.kind;
    const isMapped = targets.some(target => target.to === 'field' && target.variable === variable);
    return !isMapped || kind === now
      ? []
      : [`fields.${variable}: ${kind} then, ${now ?? 'not in the account'} now`];
  });
}

/** A digest of how each file is read, and of what each row came to: another version of this program may differ. */
function decisionsOf({ files, validation }: CheckedImport): string {
  const readings = files.map(({ source, plan: { dialect, mapping, consent, formats } }) => [
    ...[source.encoding, dialect.delimiter, dialect.headerLine, consent?.columns],
    mapping.targets.map(target => [targetName(target), target.to === 'field' && target.kind]),
    [...formats].map(([column, format]) => [column, format.rules]),
  ]);
  return digestOf([JSON.stringify(readings), validation.digest()]);
}

const digestOf = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex');

/** Several machines would create the same fields, which cannot be deleted. @throws Failure fields_missing */
export function refuseNewFields({ files, options }: CheckedImport): void {
  const fields = newFieldsOf(files);
  if (options.shard === undefined || fields.length === 0) return;
  const names = fields.map(({ name, kind }) => `"${name}" (${kind})`).join(', ');
  throw new Failure('fields_missing', `a list that is divided needs its custom fields first: ${names}`, {
    hint: fields
      .map(({ name, kind }) => `newsletter fields create --name ${shellWord(name)} --kind ${kind}`)
      .join('; '),
  });
}

const filesDigest = (files: readonly CheckedFile[]) =>
  digestOf(files.map(({ source }) => source.digest() ?? ''));

/** Refuses files that are not whole, or have fewer rows than `--min-rows`. @throws Failure too_few_rows */
export function refuseOtherCounts({ files, options: { minRows: least = 0 } }: CheckedImport): void {
  for (const { plan, counts } of files) {
    const rows = counts.rows + counts.otherShards;
    if (counts.stated === undefined || counts.stated === rows) continue;
    const stated = `its last line states ${grouped(counts.stated)}`;
    throw new Failure('too_few_rows', `${plan.label} has ${counted(rows, 'row')}, but ${stated}`);
  }
  const rows = files.reduce((sum, { counts }) => sum + counts.rows + counts.otherShards, 0);
  if (rows >= least) return;
  const has = files.length === 1 ? 'the file has' : `the ${files.length} files have`;
  throw new Failure('too_few_rows', `${has} ${counted(rows, 'row')}, --min-rows is ${grouped(least)}`);
}

/** The next of several files, and what is left of one, need not have a value. @throws Failure invalid_value */
export function refuseUnheard({ files, options }: CheckedImport): void {
  const [unheard] = unheardValues(files);
  const isPart = files.length > 1 || files.some(({ plan }) => plan.dialect.isRejects);
  if (unheard === undefined || isPart || options.saved !== undefined) return;
  throw new Failure('invalid_value', unheard.message, { hint: unheard.hint });
}
