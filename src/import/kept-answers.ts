/** Answers about columns, kept on this machine for the rejects file. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { isObject } from '../lib/json/is-object.ts';
import { isTooOld } from '../lib/run-folder.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Answers, answerFlags, type SavedAnswers, withSaved } from './answers.ts';
import { optionsOfFile } from './columns/file-options.ts';
import { importsFolder } from './jobs/imports-folder.ts';
import { byName, columnsOf, isTexts } from './mapping-file.ts';
import type { ImportOptions } from './options.ts';
import { rejectsColumns } from './rejects-file.ts';
import { orderOfDateFormat } from './rows/values/date-format.ts';
import type { ValueRules } from './rows/values/field-values.ts';
import type { CheckedImport, ImportPlan } from './state.ts';

const lists = ['map', 'optOutValues', 'dateFormat', 'decimalMark', 'risky'] as const;
const names = ['statusColumn', ...lists] as const;

type KeptAnswers = Pick<Answers, (typeof names)[number] | 'rejectsBadValues' | 'leavesOutDates'>;

/** What is kept for a rejects file. */
interface KeptFile {
  readonly answers: KeptAnswers;
  /** What the whole file showed of its columns: the rows of a rejects file alone may not show it. */
  readonly known: KnownColumns;
}

/** As flags take them; `columns` are the targets. */
type KnownColumns = Required<Pick<SavedAnswers, (typeof knownLists)[number]>>;
const knownLists = ['columns', 'consentColumns', 'decimalMark', 'dateFormat'] as const;

/** Where answers about files are kept. @param kind of the answers */
export function keptPath(configDir: string, files: readonly string[], kind: 'answers' | 'dry-run'): string {
  const paths = files.map(file => resolve(file)).join('\n');
  const name = createHash('sha256').update(paths).digest('hex').slice(0, 20);
  return join(importsFolder(configDir), `${name}.${kind}.json`);
}

/** Removes answers that have been kept as long as the folders of runs: they hold values of people. */
export function removeOldAnswers(configDir: string, now = Date.now()): void {
  const folder = importsFolder(configDir);
  for (const name of readdirSync(folder)) {
    if (!/\.(?:answers|dry-run)\.json$/.test(name)) continue;
    const path = join(folder, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (isTooOld(written, now)) rmSync(path, { force: true });
  }
}

/**
 * Keeps the answers for an import of the rejects file, which has the same columns. They are stored with its
 * first line, so another file at the same path does not get them.
 *
 * @throws Failure write_failed
 */
export function keepAnswers(
  configDir: string,
  rejectsFile: string,
  { answers: all, files }: Pick<CheckedImport, 'answers' | 'files'>,
): void {
  const plans = files.map(({ plan }) => plan);
  const answers = withSaved(plans.length === 1 ? all : unitedAnswers(all, plans), all.saved);
  const { statusColumn = null } = answers;
  const texts = Object.fromEntries(lists.map(name => [name, answers[name]]));
  const dateFormat = answers.dateFormat.map(withOrderOnly);
  const known = knownColumns(plans);
  const { rejectsBadValues, leavesOutDates } = answers;
  const given = { statusColumn, ...texts, dateFormat, rejectsBadValues, leavesOutDates };
  const kept = { header: firstLine(rejectsFile), ...given, known };
  writeAtomically(keptPath(configDir, [rejectsFile], 'answers'), JSON.stringify(kept), { mode: 0o600 });
}

/** What the files have shown of their columns, as far as they agree. */
function knownColumns(plans: readonly ImportPlan[]): KnownColumns {
  const formats = (of: (rules: ValueRules) => string | undefined) => (plan: ImportPlan) =>
    [...plan.rules.formats].map(([column, { rules }]) => [column, of(rules)] as const);
  return {
    columns: asTexts(columnsOf(plans, true)),
    consentColumns: Object.keys(consentColumnsOf(plans)),
    decimalMark: asTexts(
      byName(
        plans,
        formats(({ decimalMark }) => decimalMark),
      ),
    ),
    dateFormat: asTexts(
      byName(
        plans,
        formats(({ dateOrder }) => dateOrder),
      ),
    ),
  };
}

const asTexts = (byColumn: Readonly<Record<string, string>>) =>
  Object.entries(byColumn).map(([name, value]) => `${name}=${value}`);

/** The answers of several files, without their names before columns. */
function unitedAnswers(answers: Answers, plans: readonly ImportPlan[]): Answers {
  const texts = (name: (typeof lists)[number]) => [...new Set(plans.flatMap(plan => plan.answers[name]))];
  const [statusColumn] = plans.flatMap(plan => plan.answers.statusColumn ?? []);
  const all = Object.fromEntries(lists.map(name => [name, texts(name)]));
  // A column of several files has the name, and the answers, of the first.
  return optionsOfFile({ ...answers, ...all, statusColumn }, { label: '', header: rejectsColumns(plans) });
}

/** Dates are ISO 8601 in a rejects file, unless they were bad: a form would refuse them, an order does not. */
function withOrderOnly(text: string): string {
  const cut = text.lastIndexOf('=') + 1;
  return text.slice(0, cut) + orderOfDateFormat(text.slice(cut));
}

/**
 * Adds the answers kept for this rejects file. If a flag gives one of them, none of the kept answers
 * are used.
 */
export function withKeptAnswers(
  answers: Answers,
  { files, given }: ImportOptions,
  { configDir, terminal }: { readonly configDir: string; readonly terminal: Terminal },
): Answers {
  const [file = '-', ...others] = files;
  if (file === '-' || others.length > 0) return answers;
  const kept = read(keptPath(configDir, [file], 'answers'), file);
  if (kept === undefined) return answers;
  const { saved = noSavedAnswers } = answers;
  const all = knownLists.map(name => [name, [...kept.known[name], ...(saved[name] ?? [])]]);
  const known: Answers = { ...answers, saved: { ...saved, ...Object.fromEntries(all) } };
  if (names.some(name => given.includes(name))) return known;
  const flags = answerFlags({ ...answers, ...kept.answers });
  if (flags !== '') terminal.note(`using your answers for the original file: ${flags}`);
  const { risky, rejectsBadValues, leavesOutDates } = kept.answers;
  return {
    ...withSaved(known, kept.answers),
    risky: [...risky, ...known.risky],
    rejectsBadValues: rejectsBadValues || known.rejectsBadValues,
    leavesOutDates: leavesOutDates || known.leavesOutDates,
  };
}

const noSavedAnswers: SavedAnswers = {
  columns: [],
  map: [],
  optOutValues: [],
  dateFormat: [],
  decimalMark: [],
  statusColumn: undefined,
};

function read(path: string, file: string): KeptFile | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isObject(kept) || kept.header !== firstLine(file)) return undefined;
    const [map, optOutValues, dateFormat, decimalMark, risky] = lists.map(name => kept[name]);
    if (!isTexts(map) || !isTexts(optOutValues)) return undefined;
    const { statusColumn } = kept;
    const isAnswer = typeof statusColumn === 'string' || statusColumn === false;
    const answers: KeptAnswers = {
      map,
      optOutValues,
      statusColumn: isAnswer ? statusColumn : undefined,
      dateFormat: isTexts(dateFormat) ? dateFormat : [],
      decimalMark: isTexts(decimalMark) ? decimalMark : [],
      risky: isTexts(risky) ? risky : [],
      // Earlier versions kept neither.
      rejectsBadValues: kept.rejectsBadValues === true,
      leavesOutDates: kept.leavesOutDates === true,
    };
    const found = isObject(kept.known) ? kept.known : {};
    const texts = (name: string) => (isTexts(found[name]) ? found[name] : []);
    const known = {
      columns: texts('columns'),
      consentColumns: texts('consentColumns'),
      decimalMark: texts('decimalMark'),
      dateFormat: texts('dateFormat'),
    };
    return { answers, known };
  } catch {
    // Missing or damaged: ask again.
    return undefined;
  }
}

/** The bytes of the first line of a file, cut off if it is very long. */
export function firstLine(file: string): string {
  const bytes = Buffer.alloc(64 * 1024);
  const open = openSync(file, 'r');
  try {
    const text = bytes.toString('latin1', 0, readSync(open, bytes));
    return text.split(/[\r\n]/, 1)[0] ?? '';
  } finally {
    closeSync(open);
  }
}

const consentColumnsOf = (plans: readonly ImportPlan[]) =>
  byName(plans, ({ dialect, consent }) =>
    dialect.names.map((name, column) => [
      column,
      consent?.columns.includes(name) === true ? 'consent' : undefined,
    ]),
  );
