import type { CustomField } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { badValueRules, columnFormats, givenFormats } from './columns/column-formats.ts';
import { type ColumnMapping, mapColumns, mapsAddress } from './columns/columns.ts';
import { apostropheRemover, detectPreset, presetNote } from './columns/detect-preset.ts';
import type { Dialect } from './columns/dialect.ts';
import { readLayout } from './columns/file-layout.ts';
import { optionsOfFile } from './columns/file-options.ts';
import { consentAnswers, surveyedColumns } from './consent/answers.ts';
import { ColumnSurvey, sumOf } from './consent/column-survey.ts';
import { type ConsentRules, findConsent, marksIn, namedValues } from './consent/consent.ts';
import { isOptOutExport } from './consent/file-name.ts';
import { type IgnoredColumn, ignoredColumns, passedOver } from './consent/ignored-columns.ts';
import { knownConsent } from './consent/known-export.ts';
import { mostColumns, tooManyColumns } from './files/row.ts';
import type { Source } from './files/source.ts';
import { withSavedColumns } from './mapping-file.ts';
import { namedFields, planFields, withNewFields } from './new-fields.ts';
import type { ImportOptions } from './options.ts';
import type { RowRules } from './pass/row-parser.ts';
import { riskRules } from './rows/risk/risk.ts';
import { earlierReject, isAddedColumn } from './rows/values/added-columns.ts';
import { targetName } from './rows/values/target.ts';
import type { FileReading, ImportPlan, SurveyFindings } from './state.ts';

interface FileToPlan {
  readonly label: string;
  /** The label, cut in the middle if it is long. */
  readonly shown: string;
  readonly isOneOfSeveral: boolean;
  readonly fields: readonly CustomField[];
}

/**
 * Reads the beginning of a file, and decides how to parse its rows.
 *
 * @param file its name in messages; whether options may be meant for other files; the account's custom fields
 * @throws Failure empty_file, no_email_column, invalid_value; usage with `--strict`
 */
export async function planImport(
  source: Source,
  { label, shown, isOneOfSeveral, fields }: FileToPlan,
  all: ImportOptions,
): Promise<ImportPlan> {
  const { dialect: detectedDialect, sample, lineEnd } = await readLayout(source, all);
  const { header } = detectedDialect;
  if (header.length > mostColumns) throw tooManyColumns(label);
  const file = { label, header };
  // A mapping file may name columns that the file does not have.
  const saved = all.saved && optionsOfFile(all.saved, file);
  const options = withSavedColumns(isOneOfSeveral ? optionsOfFile(all, file) : all, saved);
  if (header.length === 0) throw new Failure('empty_file', `${label} has no rows`);
  const detected = detectPreset(options.from, detectedDialect, source.name, mapsAddress(options.map));
  const preset = detected?.preset;
  const roundTrip = preset?.roundTrip === true;
  const dialect: Dialect = {
    ...detectedDialect,
    // CRLF shows that another program saved our export since then: CR is not part of the cells.
    keepsCarriageReturns: roundTrip && lineEnd !== '\r\n',
    hasNotesBelow: preset?.notesBelow === true,
    isHeaderAssumed: detectedDialect.isHeaderAssumed && preset === undefined,
    prefix: isOneOfSeveral ? `${label}:` : '',
    shownPrefix: isOneOfSeveral ? `${shown}:` : '',
  };
  const mapped = mapColumns({ dialect, sample, fields, preset }, { map: options.map, saved: options.saved });
  const knownFormats = givenFormats(options, header, {
    // Our own exports have a header row.
    decimalMark: roundTrip ? '.' : undefined,
    dateOrder: preset?.dateOrder,
  });
  const answers = consentAnswers(options, dialect, mapped);
  const reading: FileReading = { options, dialect, mapping: mapped, detected, consentAnswers: answers };
  const survey = surveyOf(reading);
  for (const { cells, damaged } of sample) if (!damaged) survey.add(cells);
  const findings = findingsOf(survey, reading, source);
  const { consent } = findings;
  const further = options.createFields
    ? await planFields(source, dialect, findings.ignored, knownFormats, preset)
    : [];
  const newFields = [...namedFields(mapped), ...further];
  const mapping = source.isUnchosen ? addressOnly(mapped) : withNewFields(mapped, newFields);
  const ignored = findings.ignored.filter(({ column }) => !further.some(field => field.column === column));
  if (options.strict) refuseIgnored(ignored);
  const isText = source.form !== 'json';
  // Only our exports and lists name columns like this, even if only some columns were exported.
  const isOwn = roundTrip || header.some(name => name.startsWith('fields.'));
  const { addressJudge } = await import('./rows/risk/judge.ts');
  return {
    ...{ ...reading, label, shown, knownFormats, lineEnd, sample },
    ...{ ...findings, mapping, newFields, ignored },
    note: detected && presetNote(detected, (consent?.columns ?? []).length > 0),
    formats: columnFormats(mapping, dialect, sample, knownFormats),
    // People in our own exports are already in the account.
    judge: addressJudge(riskRules(options.risky, isOwn)),
    undecoded: undecodedColumns(source, { ...reading, mapping }, consent),
    earlier: earlierRejects(header),
    addressSeparator: preset?.addressSeparator,
    yearless: preset?.yearless,
    clean: isText ? preset && apostropheRemover(preset, header) : undefined,
    roundTrip,
    isEscaped: isText && isOwn,
    badValues: badValueRules(options.badValues, header),
  };
}

/** The mapping of a sheet that was not chosen: of its people only the addresses and the marks are used. */
function addressOnly(mapping: ColumnMapping): ColumnMapping {
  return { ...mapping, targets: mapping.targets.map(one => (one.to === 'email' ? one : { to: 'ignored' })) };
}

function refuseIgnored(ignored: ImportPlan['ignored']): void {
  if (ignored.length === 0) return;
  throw new Failure(
    'usage',
    `--strict: unmapped columns: ${ignored.map(({ name }) => `"${name}"`).join(', ')}`,
    {
      hint: 'skip a column with --map "<column>=skip", or create fields with --create-fields',
    },
  );
}

/** Counts the values of columns that may be about consent, or are ignored. */
export function surveyOf({ options, dialect, mapping }: FileReading): ColumnSurvey {
  return new ColumnSurvey(surveyedColumns(options, dialect, mapping));
}

/** The plan with what follows from all values of the file. */
export function withSurvey(plan: ImportPlan, survey: ColumnSurvey, source: Source): ImportPlan {
  const findings = findingsOf(survey, plan, source);
  return { ...plan, ...findings, undecoded: undecodedColumns(source, plan, findings.consent) };
}

function findingsOf(
  survey: ColumnSurvey,
  { options, dialect, mapping, detected, consentAnswers: answers }: FileReading,
  source: Source,
): SurveyFindings {
  const known = detected && knownConsent(dialect.header, detected);
  const named = { fileNames: source.allNames, ...dialect };
  const heard = answers ?? consentAnswers({ ...options, statusColumn: undefined }, dialect, mapping);
  const isSuppressing = !options.includeSuppressed && heard !== undefined;
  const marks = isSuppressing ? marksIn(dialect.header, survey, answers, heard, known) : [];
  // Mailchimp's "unsubscribed" file beside "subscribed_old.csv", of which the flag is said.
  const isOfLeft =
    isSuppressing &&
    answers === undefined &&
    (isOptOutExport(source.allNames) ||
      (known !== undefined && marks.some(({ values }) => sumOf(values) === survey.rows)));
  const consent = isSuppressing ? findConsent(named, survey, isOfLeft ? heard : answers, known) : undefined;
  const ignored = source.isUnchosen ? [] : ignoredColumns(mapping, dialect, consent, survey);
  return {
    ...{ consent, ignored, marks },
    named: isSuppressing ? namedValues(survey, answers) : [],
    doubts: answers === undefined ? [] : doubtsIn(consent, options.review ? ignored : [], survey),
    isOptOutExport: isOfLeft,
  };
}

/** The columns of a file to ask about. @param reviewed ignored columns to ask about, too */
function doubtsIn(
  consent: ConsentRules | undefined,
  reviewed: readonly IgnoredColumn[],
  survey: ColumnSurvey,
): ImportPlan['doubts'] {
  if (consent === undefined) return [];
  const { unclear } = consent;
  const shown = new Set(passedOver([reviewed]).map(({ column }) => column));
  const further = reviewed.filter(
    ({ name, column }) => shown.has(name) && !unclear.some(one => one.column === column),
  );
  return [
    ...unclear,
    ...further.map(({ column }) => {
      const { examples, empty } = survey.counts(column);
      return { column, examples, empty, leavesOut: [], undecided: [], isPassedOver: true };
    }),
  ];
}

/** The mapping for the summary: every column that is read, with its target. */
export function mappingSummary(plan: ImportPlan): Record<string, string> {
  return Object.fromEntries(
    plan.mapping.targets.flatMap((target, column) => {
      const name = plan.dialect.names[column] ?? '';
      if (plan.consent?.columns.includes(name) && target.to === 'ignored') return [[name, 'status']];
      return name === '' || target.to === 'ignored' ? [] : [[name, targetName(target)]];
    }),
  );
}

function earlierRejects(header: readonly string[]): RowRules['earlier'] {
  const rejectOf = earlierReject(header);
  if (rejectOf === undefined) return undefined;
  const ownColumns = header.flatMap((name, column) => (isAddedColumn(name, header) ? [] : [column]));
  return { rejectOf, ownColumns };
}

/** Columns that are read and contain bytes that could not be decoded. Our own exports are left as they are. */
function undecodedColumns(
  { replacements }: Source,
  { dialect: { names, isRejects }, mapping, detected }: FileReading,
  consent: ConsentRules | undefined,
): number[] | undefined {
  if (replacements === undefined) return undefined;
  const isOwn = detected?.preset.roundTrip === true && isRejects !== true;
  if (replacements === 'found' && isOwn) return undefined;
  return mapping.targets.flatMap((target, column) => {
    const isRead = target.to !== 'ignored' && target.to !== 'skip';
    return isRead || consent?.columns.includes(names[column] ?? '') ? [column] : [];
  });
}
