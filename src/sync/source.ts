/** The source of a sync: files, read and judged as an import does. */
import type { KnownSource, SourceConsent } from '../changes/run-facts.ts';
import type { CustomField } from '../contract/index.ts';
import type { JsonObject } from '../contract/schema.ts';
import type { ImportOptions } from '../import/options.ts';
import { openPeople } from '../import/people-files.ts';
import type { RowValidation } from '../import/rows/row-validation.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { type CheckedImport, type FilesContext, newFieldsOf, type PlannedFile } from '../import/state.ts';
import { Failure } from '../lib/failure.ts';
import { inputName } from '../lib/files/file-errors.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { MissingRow, SourcePerson } from './decide.ts';
import { lookAtQuery } from './policy.ts';

/** @throws Failure whatever is wrong with a file; too_few_rows: it is not whole; consent_unclear: it no longer says who may be emailed */
export async function openSource(
  options: ImportOptions,
  { expectRows, maxRejects }: { readonly expectRows: number | undefined; readonly maxRejects: number },
  before: KnownSource | undefined,
  context: FilesContext & { readonly fields: readonly CustomField[] },
) {
  const name = options.files.map(inputName).join(', ');
  const answer = options.statusColumn ?? null;
  const refuse = ({ files, validation: { rows, accepted } }: CheckedImport) => {
    if (expectRows !== undefined && rows !== expectRows) {
      const message = `${name} has ${counted(rows, 'row')}, --expect-rows is ${grouped(expectRows)}`;
      throw new Failure('too_few_rows', message);
    }
    if (options.files.includes('-')) for (const { plan } of files) refuseLinesAbove(plan.dialect);
    const now = files.map(({ plan: { dialect, consent } }) => ({ names: dialect.names, ...consent }));
    // A source without people says nothing in any column.
    const had = accepted > 0 ? before?.consent : before && { ...before.consent, required: [] };
    refuseLostConsent(name, now, answer, had);
  };
  const { checked, people, ...opened } = await openPeople(options, context.fields, context, refuse).catch(
    error => asNoPeople(name, error),
  );
  const { validation } = checked;
  const { addresses, rejectedAddresses, cutMarks, partial, rowNumbers } = validation;
  const plans = checked.files.map(({ plan }) => plan);
  const targets = plans.flatMap(({ mapping }) => mapping.targets);
  const variables = distinct(targets.flatMap(target => (target.to === 'field' ? [target.variable] : [])));
  const hasTags = targets.some(({ to }) => to === 'tags');
  const columnsGone = (before?.columns ?? []).filter(
    column => !(column === 'tags' ? hasTags : variables.includes(column)),
  );
  const isCounted = expectRows !== undefined || validation.files.every(file => file.stated !== undefined);
  const toleratesRejects = validation.rejected <= maxRejects;
  const newBadRows = newRows(validation.unusable, before?.bad_rows);
  const causes = validation.files.flatMap(({ suppressions }) => suppressions);
  const blank_marks = causes.reduce((sum, { cause, count }) => sum + (cause === 'empty' ? count : 0), 0);
  const known: Omit<KnownSource, 'bad_rows'> = {
    // Tags that were given stay in doubt until the column is back.
    columns: [...variables, ...(hasTags || columnsGone.includes('tags') ? ['tags'] : [])],
    consent: {
      columns: plans.flatMap(({ consent }) => consent?.columns ?? []),
      required: plans.flatMap(({ consent }) => consent?.required ?? []),
      answer,
    },
    blank_marks,
  };
  return {
    ...opened,
    ...{ name, validation, toleratesRejects, known, newBadRows },
    /** Variables of the fields that it has a column for; those of new fields are expected ones. */
    variables,
    /** What it had columns for at the last run, and has none for now. */
    columnsGone,
    newFields: newFieldsOf(checked.files).map(({ name: of, kind }) => ({ name: of, kind })),
    /** What is wrong with rows: `line 6 has no valid address`. */
    badRows: badRows(validation.unusable, validation)?.what,
    /** Why it may be cut: then missing people are kept. */
    doubt: doubtOf(validation, isCounted, toleratesRejects, newBadRows),
    /** What it has of a person who is not to be emailed. @param key the normalized address */
    missingRow: (key: string): MissingRow => ({
      isUnread: rejectedAddresses.lineOf(key) > 0,
      // A row that is cut before its mark leaves out, but removes nobody.
      isMarked: addresses.isSuppressed(key) && cutMarks.lineOf(key) === 0,
      isNewBlank: before?.blank_marks === 0 && validation.blankMarks.has(addresses.lineOf(key)),
    }),
    /** Where it has a person: `line 6`, `a.csv:6`; undefined: nowhere. */
    placeOf(key: string): string | undefined {
      const row = addresses.lineOf(key);
      return row === 0 ? undefined : rowNumbers.textOf(row);
    },
    /** All people, each once. */
    async people(take: (person: SourcePerson, key: string) => void): Promise<void> {
      for await (const some of people())
        for (const { subscriber, rowNumbers: all } of some) {
          const { email, fields = {}, tags = [] } = subscriber;
          const isPartial = [all].flat().some(rowNumber => partial.has(rowNumber));
          const person = { email, fields: fields as JsonObject, tags, ...(isPartial && { isPartial }) };
          take(person, addressKey(email));
        }
    },
  };
}

/** The people of a source, and what came of its rows. */
export type SyncSource = Awaited<ReturnType<typeof openSource>>;

/** A table in a file may have a title; what a query prints above its header is an error, as of sqlite3 with `2>&1`. */
function refuseLinesAbove({ hasHeader, titles }: PlannedFile['plan']['dialect']): void {
  // The last one is the header's own.
  const above = titles?.slice(0, -1) ?? [];
  if (!hasHeader || above.length === 0) return;
  throw new Failure('too_few_rows', 'stdin has a line above its header: did the query fail?', {
    details: [...above.slice(0, 3).map(line => line.slice(0, 200)), 'nothing was changed'],
    hint: lookAtQuery,
  });
}

/** What a database prints that is down: nothing, an error, or a count without its number. */
function asNoPeople(name: string, error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const details = ['nothing was changed'];
  if (error.code === 'empty_file')
    throw error.reworded(error.message, {
      details: [...error.details, ...details],
      hint: `${lookAtQuery}. If nobody is left: write the header row alone, and pass --max-missing 100%`,
    });
  if (error.code !== 'no_email_column') throw error;
  throw error.reworded(`${name} is no list of people: ${error.message}`, {
    details: [...error.details, ...details],
    hint: `did the query fail? Otherwise ${error.hint}`,
  });
}

type FoundRows = Pick<RowValidation['short'], 'first' | 'count'>;

/** `lines 6 and 11 have no valid address`: the rows that are no people, else those that may be cut. */
function badRows(unusable: FoundRows, { short, rowNumbers }: RowValidation) {
  const [{ count, first }, what] =
    unusable.count > 0 ? [unusable, 'no valid address'] : [short, 'fewer cells than the header'];
  if (count === 0) return undefined;
  const lines = linesText(
    first.slice(0, 3).map(({ rowNumber }) => rowNumbers.textOf(rowNumber)),
    count,
  );
  return { lines, what: `${lines} ${count === 1 ? 'has' : 'have'} ${what}` };
}

/** The bad rows that the last run did not have. @param before their hashes; undefined: there was no run */
function newRows({ first, count }: FoundRows, before: readonly string[] | undefined) {
  const known = [...(before ?? [])];
  const found = first.filter(({ hash }) => {
    const at = known.indexOf(hash);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
  const since = before === undefined ? '' : ', new since the last run';
  // Those beyond the first are not remembered.
  return { first: found, count: found.length + count - first.length, since };
}

/**
 * A new row with a bad address may be that of a person who is missing, with a slip in it.
 *
 * @param isCounted whether the source has as many rows as it should
 * @param toleratesRejects whether a whole row with a bad address, as at the last run, is then no doubt
 */
function doubtOf(
  validation: RowValidation,
  isCounted: boolean,
  toleratesRejects: boolean,
  added: ReturnType<typeof newRows>,
): { readonly what: string; readonly hint: string } | undefined {
  const { short, isUnended, rejected, unusable } = validation;
  const isTolerated = isCounted && toleratesRejects && short.count === 0;
  if (isTolerated && added.count === 0) return undefined;
  const bad = badRows(isTolerated ? added : unusable, validation);
  if (bad !== undefined) {
    const { lines, what } = bad;
    const stated = isCounted ? '' : ' and the number of rows, --expect-rows <n>';
    const usually = isTolerated ? 'as usual' : `with --max-rejects ${rejected}${stated}`;
    const steps = added.count > 0 ? `once with --missing keep, then ${usually}` : usually;
    const otherwise =
      short.count > 0 || added.count > added.first.length
        ? ''
        : `; to remove people all the same, those of the bad rows too: run it ${steps}`;
    return {
      what: isTolerated ? what + added.since : what,
      hint: `fix ${lines} first, then run the sync again${otherwise}`,
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

/** The columns of a file now. */
interface ConsentNow {
  readonly names: readonly string[];
  readonly required?: readonly string[];
}

/**
 * Refuses a source if a file of it lacks a column by which people were left out at the last run, or has nothing in one in
 * which an empty cell was a no: they would be created. Fewer files than then may have fewer such columns.
 *
 * @param before of the last run
 * @throws Failure consent_unclear, unless `--no-status-column`, or another `--status-column` than then, was given
 */
export function refuseLostConsent(
  name: string,
  files: readonly ConsentNow[],
  answer: SourceConsent['answer'],
  before: SourceConsent | undefined,
): void {
  const { columns = [], required = [] } = before ?? {};
  const lostOf = (earlier: readonly string[], now: readonly (readonly string[])[]) =>
    distinct(earlier).filter(column => {
      const had = earlier.filter(one => one === column).length;
      return now.filter(has => has.includes(column)).length < Math.min(had, now.length);
    });
  const gone = lostOf(
    columns,
    files.map(({ names }) => names),
  );
  const empty = lostOf(
    required,
    files.map(file => file.required ?? []),
  );
  const [lost] = [...gone, ...empty];
  // An answer of every night is none to what has changed.
  if (lost === undefined || (answer !== null && answer !== before?.answer)) return;
  const [what, repair] =
    gone.length > 0
      ? [`has no column ${gone.join(', ')} any more, which said who may be emailed`, 'put it back']
      : [`no longer says in column ${empty.join(', ')} who may be emailed`, lookAtQuery];
  throw new Failure('consent_unclear', `${name} ${what}`, {
    details: ['nothing was changed'],
    hint: `${repair}; if another column says it now, once: --status-column <column>; if none: --no-status-column`,
  });
}

const distinct = (names: readonly string[]) => [...new Set(names)];
