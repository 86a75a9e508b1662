/** The mapping file: columns and answers, kept by the user for the next export of the same kind. */
import { readFileSync } from 'node:fs';
import { Failure } from '../lib/failure.ts';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { unreadable } from '../lib/files/file-errors.ts';
import { isObject } from '../lib/json/is-object.ts';
import { type Answers, withSaved } from './answers.ts';
import { normalizeName } from './columns/header-names.ts';
import type { ImportOptions } from './options.ts';
import { targetName } from './rows/values/target.ts';
import type { CheckedImport, ImportPlan } from './state.ts';

const isText = (value: unknown) => typeof value === 'string';
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

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
    innocentNames: [...list('not_opted_out'), ...answers.innocentNames],
    rejectsBadValues: saved.reject_bad_values === true || answers.rejectsBadValues,
    leavesOutDates: saved.leave_out_dates === true || answers.leavesOutDates,
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
    // Files that may be imported although their name sounds like people who left.
    ...(all.innocentNames.length > 0 && { not_opted_out: all.innocentNames }),
    ...(all.rejectsBadValues && { reject_bad_values: true }),
    ...(all.leavesOutDates && { leave_out_dates: true }),
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
export function columnsOf(plans: readonly ImportPlan[], withNumbers: boolean): Record<string, string> {
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

/** What is said of columns, by their names; not what is said differently of columns of the same name. */
export function byName(
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
