import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { type ColumnMapping, findColumns, mapColumns, mapsAddress } from './mapping/columns.ts';
import { type ConsentRules, findConsent } from './mapping/consent.ts';
import { apostropheRemover, type DetectedPreset, detectPreset, presetNote } from './mapping/detect-preset.ts';
import { type Dialect, detectDialect } from './mapping/dialect.ts';
import { normalizeName } from './mapping/header-names.ts';
import { inferKinds } from './mapping/infer-kinds.ts';
import type { ImportOptions } from './options.ts';
import type { RowRules } from './rows/row-parser.ts';
import type { CsvRow } from './source/csv-reader.ts';
import type { Source } from './source/source.ts';
import { parseDateFormat } from './values/dates.ts';
import type { FieldKind, ValueRules } from './values/field-values.ts';
import { type ColumnTarget, targetName } from './values/target.ts';

/** All that is decided about a file before its rows are judged. */
export interface ImportPlan {
  readonly dialect: Dialect;
  readonly sample: readonly CsvRow[];
  /** The service whose export the file is, if it is known. */
  readonly detected: DetectedPreset | undefined;
  /** What is to be said of such exports. */
  readonly note: string | undefined;
  readonly mapping: ColumnMapping;
  readonly consent: ConsentRules | undefined;
  readonly rules: RowRules;
  /** Custom fields to create before anything is sent. */
  readonly newFields: readonly NewField[];
  /** Names of columns that go nowhere and that nobody asked to skip. */
  readonly ignored: readonly string[];
}

export interface NewField {
  readonly column: number;
  readonly name: string;
  readonly kind: FieldKind;
}

/** How much text is looked at to find the layout. */
const headLength = 64 * 1024;

/**
 * Looks at the beginning of a file and at the account's custom fields, and decides how rows are read.
 *
 * @throws Failure empty_file, no_email_column, invalid_value; usage with `--strict`
 */
export async function planImport(
  source: Source,
  fields: readonly CustomField[],
  options: ImportOptions,
): Promise<ImportPlan> {
  const { head, complete } = await readHead(source);
  const { dialect: found, sample } = detectDialect(head, complete, options);
  if (found.header.length === 0) throw new Failure('empty_file', `${source.name} holds no rows`);
  if (options.dateFormat !== undefined) parseDateFormat(options.dateFormat);
  const detected = detectPreset(options.from, found, mapsAddress(options.map));
  const preset = detected?.preset;
  // Unless a program has written it anew since, as it pleases on its system.
  const keepsCarriageReturns = preset?.roundTrip === true && !/^[^\n]*\r\n/.test(head);
  const dialect: Dialect = { ...found, keepsCarriageReturns };
  const mapped = mapColumns(dialect, sample, fields, options.map, preset);
  const values: ValueRules = {
    decimalMark: options.decimalMark ?? decimalMark(dialect, sample),
    dateFormat: options.dateFormat,
  };
  const consent = options.includeSuppressed
    ? undefined
    : findConsent(source.name, dialect, sample, statusColumn(options, dialect), detected);
  const newFields = options.createFields ? await planFields(source, dialect, mapped, consent, values) : [];
  const mapping = withNewFields(mapped, newFields);
  const ignored = ignoredColumns(mapping, dialect, consent);
  if (options.strict && ignored.length > 0) {
    throw new Failure('usage', `--strict: no target for ${ignored.map(name => `"${name}"`).join(', ')}`, {
      hint: '--map "<column>=skip" leaves a column out, --create-fields makes a custom field of each',
    });
  }
  const rules: RowRules = {
    ...values,
    width: dialect.header.length,
    mapping,
    names: dialect.names,
    consent,
    addressSeparator: preset?.addressSeparator,
    clean: preset && apostropheRemover(preset, dialect.header),
    roundTrip: preset?.roundTrip === true,
    shard: options.shard,
    tags: options.tags,
    badValues: options.badValues,
  };
  const note = detected && presetNote(detected, source.name, dialect.header);
  return { dialect, sample, detected, note, mapping, consent, rules, newFields, ignored };
}

async function readHead(source: Source): Promise<{ head: string; complete: boolean }> {
  let head = '';
  for await (const piece of source.text()) {
    head += piece;
    if (head.length >= headLength) return { head, complete: false };
  }
  return { head, complete: true };
}

/**
 * The mark before decimals: whatever makes sense of the first numbers. Where both marks do, it goes by what
 * divides the cells: semicolons are what programs write where the comma is taken.
 */
function decimalMark({ delimiter }: Dialect, sample: readonly CsvRow[]): '.' | ',' {
  const cells = sample.flatMap(row => row.cells.map(cell => cell.trim()));
  const commas = cells.filter(cell => /^[+-]?\d+,(?:\d{1,2}|\d{4,})$/.test(cell)).length;
  const points = cells.filter(cell => /^[+-]?\d+\.(?:\d{1,2}|\d{4,})$/.test(cell)).length;
  if (commas !== points && delimiter !== ',') return commas > points ? ',' : '.';
  return delimiter === ';' ? ',' : '.';
}

function statusColumn(options: ImportOptions, dialect: Dialect): number | false | undefined {
  if (options.statusColumn === undefined || options.statusColumn === false) return options.statusColumn;
  return findColumns(options.statusColumn, dialect.header, '--status-column')[0];
}

function ignoredColumns(
  mapping: ColumnMapping,
  dialect: Dialect,
  consent: ConsentRules | undefined,
): string[] {
  return mapping.targets.flatMap((target, column) => {
    const name = dialect.names[column] ?? '';
    return target.to === 'ignored' && !consent?.columns.includes(name) ? [name] : [];
  });
}

async function planFields(
  source: Source,
  dialect: Dialect,
  mapping: ColumnMapping,
  consent: ConsentRules | undefined,
  values: ValueRules,
): Promise<NewField[]> {
  const leftover = ignoredColumns(mapping, dialect, consent).map(name => dialect.names.indexOf(name));
  const kinds = await inferKinds(source, dialect, leftover, values);
  return leftover.flatMap(column => {
    const kind = kinds.get(column);
    // As `subscribers export` names them.
    const name = dialect.names[column]?.replace(/^fields\./, '');
    return kind === undefined || name === undefined ? [] : [{ column, name, kind }];
  });
}

/** Until the service has said which variable it gives a new field, its name stands in for it. */
function withNewFields(mapping: ColumnMapping, newFields: readonly NewField[]): ColumnMapping {
  const targets: ColumnTarget[] = [...mapping.targets];
  for (const { column, name, kind } of newFields) {
    targets[column] = { to: 'field', variable: normalizeName(name), kind };
  }
  return { ...mapping, targets };
}

/** Creates the planned fields at the service, and returns the plan with the variables they got. */
export async function createFields(api: Api, plan: ImportPlan): Promise<ImportPlan> {
  const targets: ColumnTarget[] = [...plan.mapping.targets];
  for (const { column, name, kind } of plan.newFields) {
    const field = await api.call('createField', { body: { name, kind } });
    targets[column] = { to: 'field', variable: field.variable, kind };
  }
  const mapping = { ...plan.mapping, targets };
  return { ...plan, mapping, rules: { ...plan.rules, mapping } };
}

/** The mapping as the summary shows it: every column that is read, and where it goes. */
export function mappingSummary(plan: ImportPlan): Record<string, string> {
  return Object.fromEntries(
    plan.mapping.targets.flatMap((target, column) => {
      const name = plan.dialect.names[column] ?? '';
      if (plan.consent?.columns.includes(name) && target.to === 'ignored') return [[name, 'status']];
      return name === '' || target.to === 'ignored' ? [] : [[name, targetName(target)]];
    }),
  );
}
