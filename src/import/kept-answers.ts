/** Answers about columns, kept for the rejects file, or in a mapping file for the next export. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { unreadable } from '../lib/files/file-errors.ts';
import { isObject } from '../lib/json/is-object.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Answers, answerFlags, type SavedAnswers, withSaved } from './answers.ts';
import { optionsOfFile } from './columns/file-options.ts';
import { normalizeName } from './columns/header-names.ts';
import { importsFolder } from './jobs/imports-folder.ts';
import type { ImportOptions } from './options.ts';
import { rejectsColumns } from './rejects-file.ts';
import { orderOfDateFormat } from './rows/values/date-format.ts';
import type { ValueRules } from './rows/values/field-values.ts';
import { targetName } from './rows/values/target.ts';
import type { CheckedImport, ImportPlan } from './state.ts';

const lists = ['map', 'optOutValues', 'dateFormat', 'decimalMark', 'risky'] as const;
const names = ['statusColumn', ...lists] as const;

type KeptAnswers = Pick<Answers, (typeof names)[number]>;

/** What is kept for a rejects file. */
interface KeptFile {
  readonly answers: KeptAnswers;
  /** What the whole file showed of its columns: the rows of a rejects file alone may not show it. */
  readonly known: KnownColumns;
}

/** As flags take them; `columns` are the targets. */
type KnownColumns = Required<Pick<SavedAnswers, (typeof knownLists)[number]>>;
const knownLists = ['columns', 'consentColumns', 'decimalMark', 'dateFormat'] as const;

function pathOf(configDir: string, rejectsFile: string): string {
  const name = createHash('sha256').update(resolve(rejectsFile)).digest('hex').slice(0, 20);
  return join(importsFolder(configDir), `${name}.answers.json`);
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
  const kept = { header: firstLine(rejectsFile), statusColumn, ...texts, dateFormat, known };
  writeAtomically(pathOf(configDir, rejectsFile), JSON.stringify(kept), { mode: 0o600 });
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
  const kept = read(pathOf(configDir, file), file);
  if (kept === undefined) return answers;
  const { saved = noSavedAnswers } = answers;
  const all = knownLists.map(name => [name, [...kept.known[name], ...(saved[name] ?? [])]]);
  const known: Answers = { ...answers, saved: { ...saved, ...Object.fromEntries(all) } };
  if (names.some(name => given.includes(name))) return known;
  const flags = answerFlags({ ...answers, ...kept.answers });
  if (flags !== '') terminal.note(`using your answers for the original file: ${flags}`);
  return { ...withSaved(known, kept.answers), risky: [...kept.answers.risky, ...known.risky] };
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
function firstLine(file: string): string {
  const bytes = Buffer.alloc(64 * 1024);
  const open = openSync(file, 'r');
  try {
    const text = bytes.toString('latin1', 0, readSync(open, bytes));
    return text.split(/[\r\n]/, 1)[0] ?? '';
  } finally {
    closeSync(open);
  }
}

const isText = (value: unknown) => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

const hint = '--save-mapping <file> writes one';

/** Answers about columns, by column name. */
const savedNames = {
  map: 'map',
  opt_out_values: 'optOutValues',
  date_format: 'dateFormat',
  decimal_mark: 'decimalMark',
} as const;

/**
 * Adds the targets and answers of a mapping file, for columns that the files have. Flags
 * override them.
 *
 * @throws Failure unreadable_file, invalid_value
 */
export function withMappingFile(
  answers: Answers,
  { mapping: path, resume }: Pick<ImportOptions, 'mapping' | 'resume'>,
): Answers {
  if (path === undefined || resume) return answers;
  const saved = readMapping(path);
  const { columns = {}, status_column: status } = saved;
  const wrong = (name: string) =>
    new Failure('invalid_value', `${path}: "${name}" is invalid in a mapping file`, { hint });
  const list = (name: string): string[] => {
    const texts = saved[name] ?? [];
    if (!isTexts(texts)) throw wrong(name);
    return texts;
  };
  if (!isObject(columns) || !Object.values(columns).every(isText)) throw wrong('columns');
  return {
    ...answers,
    risky: [...list('risky'), ...answers.risky],
    saved: {
      columns: Object.entries(columns).map(([name, target]) => `${name}=${String(target)}`),
      map: list('map'),
      optOutValues: list('opt_out_values'),
      dateFormat: list('date_format'),
      decimalMark: list('decimal_mark'),
      statusColumn: status === false || isText(status) ? status : undefined,
    },
  };
}

function readMapping(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
  const saved = parsed(text);
  if (saved === undefined) throw new Failure('invalid_value', `${path} is not a mapping file`, { hint });
  return saved;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const saved: unknown = JSON.parse(text);
    return isObject(saved) && 'columns' in saved ? { ...saved } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes the mapping file, if requested. It overwrites only another mapping file.
 *
 * @throws Failure usage, write_failed
 */
export function saveMapping({
  options,
  answers,
  files,
}: Pick<CheckedImport, 'options' | 'answers' | 'files'>): void {
  const { saveMapping: path } = options;
  if (path === undefined) return;
  if (!mayReplace(path)) throw new Failure('usage', `${path} exists and is not a mapping file`);
  const all = withSaved(answers, answers.saved);
  const texts = Object.entries(savedNames).flatMap(([name, option]) =>
    all[option].length === 0 ? [] : [[name, all[option]] as const],
  );
  const saved = {
    columns: columnsOf(
      files.map(({ plan }) => plan),
      false,
    ),
    ...(all.statusColumn !== undefined && { status_column: all.statusColumn }),
    ...Object.fromEntries(texts),
    ...(all.risky.length > 0 && { risky: all.risky }),
  };
  writeAtomically(path, `${JSON.stringify(saved, null, 2)}\n`);
}

function mayReplace(path: string): boolean {
  try {
    const text = readFileSync(path, 'utf8');
    return text.trim() === '' || parsed(text) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Targets by column name. Consent columns are detected anew in each file.
 *
 * @param withNumbers whether columns of a file without a header have their numbers for names, as in its rejects file
 */
function columnsOf(plans: readonly ImportPlan[], withNumbers: boolean): Record<string, string> {
  const read = plans.filter(({ dialect }) => dialect.hasHeader || withNumbers);
  return byName(read, ({ dialect, mapping, consent, newFields }) =>
    mapping.targets.map((target, column) => {
      if (target.to === 'ignored' || target.to === 'skip') return [column, undefined];
      if (consent?.columns.includes(dialect.names[column] ?? '')) return [column, undefined];
      const created = newFields.find(field => field.column === column);
      const text = created === undefined ? targetName(target) : `new:${created.name}:${created.kind}`;
      return [column, text];
    }),
  );
}

const consentColumnsOf = (plans: readonly ImportPlan[]) =>
  byName(plans, ({ dialect, consent }) =>
    dialect.names.map((name, column) => [
      column,
      consent?.columns.includes(name) === true ? 'consent' : undefined,
    ]),
  );

/** What is said of columns, by their names; not what is said differently of columns of the same name. */
function byName(
  plans: readonly ImportPlan[],
  said: (plan: ImportPlan) => readonly (readonly [column: number, text: string | undefined])[],
): Record<string, string> {
  const found = new Map<string, Set<string>>();
  for (const plan of plans) {
    for (const [column, text] of said(plan)) {
      const name = (plan.dialect.header[column] ?? '').trim();
      if (normalizeName(name) === '' || text === undefined) continue;
      found.set(name, (found.get(name) ?? new Set()).add(text));
    }
  }
  return Object.fromEntries(
    [...found].flatMap(([name, [target, ...others]]) =>
      target === undefined || others.length > 0 ? [] : [[name, target]],
    ),
  );
}
