/** The source of a sync: files, read and judged as an import does. */
import type { SourceConsent } from '../changes/run-facts.ts';
import type { CustomField } from '../contract/index.ts';
import type { JsonObject } from '../contract/schema.ts';
import type { ImportOptions } from '../import/options.ts';
import { openPeople, type PeopleFiles } from '../import/people-files.ts';
import type { RowValidation } from '../import/rows/row-validation.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { type FilesContext, type NewField, newFieldsOf } from '../import/state.ts';
import { Failure } from '../lib/failure.ts';
import { inputName } from '../lib/files/file-errors.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { MissingRow, SourcePerson } from './decide.ts';
import { lookAtQuery } from './policy.ts';

export interface SyncSource {
  /** In messages. */
  readonly name: string;
  /** What came of its rows, in numbers. */
  readonly validation: Pick<RowValidation, 'rows' | 'accepted' | 'rejected' | 'suppressed' | 'unusable'>;
  /** Whether no more rows were rejected than the settings allow. */
  readonly toleratesRejects: boolean;
  readonly rejectsFile: string | null;
  /** Why rows were rejected. */
  readonly reasons: PeopleFiles['reasons'];
  /** Variables of the fields that it has a column for; those of new fields are expected ones. */
  readonly variables: readonly string[];
  /** Whether it has a column for tags. */
  readonly hasTags: boolean;
  /** Names of all columns of each file. */
  readonly headers: readonly (readonly string[])[];
  /** By what it says who must not be emailed. */
  readonly consent: SourceConsent;
  readonly newFields: readonly Pick<NewField, 'name' | 'kind'>[];
  /** What is wrong with rows: `line 6 has no valid address`. */
  readonly badRows: string | undefined;
  /** Why the source may be cut: then missing people are kept. */
  readonly doubt: SourceDoubt | undefined;
  /** What it has of a person who is not to be emailed. @param key the normalized address */
  readonly missingRow: (key: string) => MissingRow;
  /** Where it has a person: `line 6`, `a.csv:6`; undefined: nowhere. */
  readonly placeOf: (key: string) => string | undefined;
  /** All people, each once. */
  readonly people: (take: (person: SourcePerson, key: string) => void) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SourceDoubt {
  readonly what: string;
  readonly hint: string;
}

export interface SyncSourceContext extends FilesContext {
  readonly fields: readonly CustomField[];
}

export interface SourceRules {
  /** Number of rows of a whole source. */
  readonly expectRows: number | undefined;
  /** Number of rejected rows that are nothing to look at. */
  readonly maxRejects: number;
  /** Number of rows without a valid address at the last run. */
  readonly badBefore: number;
}

/**
 * @throws Failure whatever is wrong with a file or its mapping; too_few_rows when the source is not whole
 */
export async function openSource(
  options: ImportOptions,
  { expectRows, maxRejects, badBefore }: SourceRules,
  context: SyncSourceContext,
): Promise<SyncSource> {
  const name = options.files.map(inputName).join(', ');
  const files = await openPeople(options, context.fields, context, ({ validation: { rows } }) => {
    if (expectRows === undefined || rows === expectRows) return;
    const message = `${name} has ${counted(rows, 'row')}, --expect-rows is ${grouped(expectRows)}`;
    throw new Failure('too_few_rows', message);
  }).catch(asNoPeople(name));
  const { files: read, validation } = files.checked;
  if (options.files.includes('-')) for (const { plan } of read) refuseLinesAbove(plan.dialect);
  const isCounted = expectRows !== undefined || validation.files.every(file => file.stated !== undefined);
  const toleratesRejects = validation.rejected <= maxRejects;
  const doubt = doubtOf(validation, { isCounted, toleratesRejects, badBefore });
  return sourceOf(files, { name, doubt, toleratesRejects }, options.statusColumn ?? null);
}

/** A table in a file may have a title; what a query prints above its header is an error, as of sqlite3 with `2>&1`. */
function refuseLinesAbove({
  hasHeader,
  titles,
}: PeopleFiles['checked']['files'][number]['plan']['dialect']): void {
  // The last one is the header's own.
  const above = titles?.slice(0, -1) ?? [];
  if (!hasHeader || above.length === 0) return;
  throw new Failure('too_few_rows', 'stdin has a line above its header: did the query fail?', {
    details: [...above.slice(0, 3).map(line => line.slice(0, 200)), 'nothing was changed'],
    hint: lookAtQuery,
  });
}

/** What a database prints that is down: nothing, an error, or a count without its number. */
function asNoPeople(name: string): (error: unknown) => never {
  return error => {
    if (!(error instanceof Failure)) throw error;
    const details = ['nothing was changed'];
    if (error.code === 'empty_file')
      throw new Failure('too_many_missing', `${name} has no people: it is empty`, {
        details,
        hint: `${lookAtQuery}. If nobody is left: write the header row alone, and pass --max-missing 100%`,
      });
    if (error.code === 'no_email_column')
      throw error.reworded(`${name} is no list of people: ${error.message}`, {
        details: [...error.details, ...details],
        hint: `did the query fail? Otherwise ${error.hint}`,
      });
    throw error;
  };
}

/** `lines 6 and 11 have no valid address`: the rows that are no people, else those that may be cut. */
function badRows({ unusable, short, rowNumbers }: RowValidation): string | undefined {
  const [{ count, first }, what] =
    unusable.count > 0 ? [unusable, 'no valid address'] : [short, 'fewer cells than the header'];
  if (count === 0) return undefined;
  const lines = linesText(
    first.map(row => rowNumbers.textOf(row)),
    count,
  );
  return `${lines} ${count === 1 ? 'has' : 'have'} ${what}`;
}

/**
 * A row more with a bad address may be that of a person who is missing, with a slip in it.
 *
 * @param isCounted whether the source has as many rows as it should
 * @param toleratesRejects whether a whole row with a bad address, as at the last run, is then no doubt
 */
function doubtOf(
  validation: RowValidation,
  {
    isCounted,
    toleratesRejects,
    badBefore,
  }: Pick<SourceRules, 'badBefore'> & { readonly isCounted: boolean; readonly toleratesRejects: boolean },
): SourceDoubt | undefined {
  const { short, isUnended, rejected, unusable } = validation;
  const added = unusable.count - badBefore;
  const isTolerated = isCounted && toleratesRejects && short.count === 0;
  if (isTolerated && added <= 0) return undefined;
  const what = badRows(validation);
  if (what !== undefined) {
    const stated = isCounted ? '' : ' and the number of rows, --expect-rows <n>';
    const steps = [
      ...(added > 0 ? ['run it once with --missing keep (the next run removes them)'] : []),
      ...(isTolerated ? [] : [`--max-rejects ${rejected}${stated}`]),
    ].join(', then with ');
    const otherwise =
      short.count > 0 ? '' : `; to remove people all the same, those of the bad rows too: ${steps}`;
    return {
      what: isTolerated ? `${what}, ${grouped(added)} more than at the last run` : what,
      hint: `fix the source, then run the sync again${otherwise}`,
    };
  }
  if (!isUnended || isCounted) return undefined;
  return {
    what: 'its last line has no line end, so it may be cut',
    hint: 'end it with a line feed, or state the number of rows: --expect-rows <n>',
  };
}

/** `line 6`, `lines 6 and 11`, `lines 6, 11, 12 and 5 more`; with several files `a.csv:6 and b.csv:11`. */
function linesText(first: readonly string[], count: number): string {
  const isOneFile = first.every(text => text.startsWith('line '));
  const names = isOneFile && count > 1 ? first.map(text => text.slice('line '.length)) : first;
  const more = count > names.length ? [`${grouped(count - names.length)} more`] : [];
  const listed = new Intl.ListFormat('en-GB').format([...names, ...more]);
  return isOneFile && count > 1 ? `lines ${listed}` : listed;
}

/**
 * Refuses a source if a file of it lacks a column by which people were left out at the last run: they would be created.
 * Fewer files than then may have fewer such columns.
 *
 * @param before of the last run
 * @throws Failure consent_unclear, unless `--no-status-column`, or another `--status-column` than then, was given
 */
export function refuseLostConsent(
  { name, headers, consent: { columns, answer } }: Pick<SyncSource, 'name' | 'headers' | 'consent'>,
  before: SourceConsent | undefined,
): void {
  const earlier = before?.columns ?? [];
  const isLost = (column: string) => {
    const had = earlier.filter(one => one === column).length;
    return headers.filter(header => header.includes(column)).length < Math.min(had, headers.length);
  };
  const lost = distinct(earlier.filter(isLost));
  // An answer of every night is none to what has changed.
  if (lost.length === 0 || (answer !== null && answer !== before?.answer)) return;
  const names = lost.join(', ');
  const other = columns.find(column => column !== before?.answer);
  const choice =
    columns.length === 0
      ? '; if nobody is to be left out, once: --no-status-column'
      : other === undefined
        ? ''
        : `; if it alone is to leave people out, once: --status-column ${shellWord(other)}`;
  throw new Failure(
    'consent_unclear',
    `${name} has no column ${names} any more, which said who may be emailed`,
    {
      details: ['nothing was changed'],
      hint: `put it back, or add an empty column ${names}${choice}`,
    },
  );
}

const distinct = (names: readonly string[]) => [...new Set(names)];

function sourceOf(
  { checked: { files, validation }, rejectsFile, reasons, people, close }: PeopleFiles,
  facts: Pick<SyncSource, 'name' | 'doubt' | 'toleratesRejects'>,
  answer: SourceConsent['answer'],
): SyncSource {
  const { addresses, rejectedAddresses, cutMarks, partial, rowNumbers } = validation;
  const plans = files.map(({ plan }) => plan);
  const variables = plans.flatMap(({ mapping }) =>
    mapping.targets.flatMap(target => (target.to === 'field' ? [target.variable] : [])),
  );
  return {
    ...facts,
    validation,
    rejectsFile,
    reasons,
    variables: distinct(variables),
    hasTags: plans.some(({ mapping }) => mapping.targets.some(({ to }) => to === 'tags')),
    headers: plans.map(({ dialect }) => dialect.names),
    consent: { columns: plans.flatMap(({ consent }) => consent?.columns ?? []), answer },
    newFields: newFieldsOf(plans).map(({ name: of, kind }) => ({ name: of, kind })),
    badRows: badRows(validation),
    missingRow: key => ({
      isUnread: rejectedAddresses.lineOf(key) > 0,
      // A row that is cut before its mark leaves out, but removes nobody.
      isMarked: addresses.isSuppressed(key) && cutMarks.lineOf(key) === 0,
    }),
    placeOf(key) {
      const row = addresses.lineOf(key);
      return row === 0 ? undefined : rowNumbers.textOf(row);
    },
    close,
    async people(take) {
      await people(({ email, fields = {}, tags = [] }, places) => {
        const isPartial = [places].flat().some(place => partial.has(place));
        const person = { email, fields: fields as JsonObject, tags, ...(isPartial && { isPartial }) };
        take(person, addressKey(email));
      });
    },
  };
}
