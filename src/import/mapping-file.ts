/** The mapping file: columns and answers, kept by the user for the next export of the same kind. */
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { Failure, ignoringErrors } from '../lib/failure.ts';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { unreadable } from '../lib/files/file-errors.ts';
import { isObject, parseObject } from '../lib/json/is-object.ts';
import {
  answersOf,
  columnAnswers,
  invalidMapping,
  joinAnswers,
  otherAnswers,
  savedAnswers,
} from './codec.ts';
import { normalizeName } from './columns/header-names.ts';
import { type Answers, type ImportOptions, noList } from './options.ts';
import { targetName } from './rows/values/target.ts';
import type { CheckedImport, ImportPlan } from './state.ts';

/**
 * Adds the answers of a mapping file: at once those about files, and for `withSavedColumns` those about columns, of which
 * a file need not have all. @throws Failure unreadable_file, invalid_value
 */
export function withMappingFile(options: ImportOptions): ImportOptions {
  const { mapping: path } = options;
  if (path === undefined || options.resume) return options;
  const file = readMapping(path);
  const { columns = {} } = file;
  if (!isObject(columns) || !Object.values(columns).every(target => typeof target === 'string'))
    throw invalidMapping('columns', path);
  const read = answersOf(file, path);
  const saved = { ...read, suppress: read.suppress.map(list => relative('', resolve(dirname(path), list))) };
  return {
    ...options,
    ...joinAnswers(saved, options, otherAnswers),
    saved: {
      ...saved,
      columns: Object.entries(columns).map(([name, target]) => `${name}=${String(target)}`),
    },
  };
}

/** The options for a file, with what the mapping file says of its columns. Flags override that. */
export function withSavedColumns(options: ImportOptions, saved: Answers | undefined): ImportOptions {
  return saved === undefined ? options : { ...options, ...joinAnswers(saved, options, columnAnswers) };
}

function readMapping(path: string) {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
  const saved = parsed(text);
  if (saved === undefined) {
    const hint = '--save-mapping <file> writes one';
    throw new Failure('invalid_value', `${path} is not a mapping file`, { hint });
  }
  return saved;
}

function parsed(text: string) {
  const saved = parseObject(text);
  return saved !== undefined && 'columns' in saved ? saved : undefined;
}

/** Writes the mapping file, over nothing but another mapping file. @throws Failure usage, write_failed */
export function saveMapping({ options, files }: CheckedImport): void {
  const { saveMapping: path } = options;
  if (path === undefined) return;
  if (!mayReplace(path)) throw new Failure('usage', `${path} exists and is not a mapping file`);
  // That there is no list is said of one file.
  const lists = options.suppress.filter(list => list !== noList);
  const suppress = [...new Set(lists)].map(list => relative(dirname(path), list));
  const saved = {
    columns: columnsOf(files.map(({ plan }) => plan)),
    ...savedAnswers({ ...withSavedColumns(options, options.saved), suppress }),
  };
  writeAtomically(path, `${JSON.stringify(saved, null, 2)}\n`);
}

function mayReplace(path: string): boolean {
  const text = ignoringErrors(() => readFileSync(path, 'utf8'));
  return text === undefined || text.trim() === '' || parsed(text) !== undefined;
}

/** Targets by column name, but not of names with several. Consent columns are detected anew in each file. */
function columnsOf(plans: readonly ImportPlan[]): Record<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { dialect, mapping, consent, newFields } of plans) {
    for (const [column, target] of mapping.targets.entries()) {
      const name = (dialect.header[column] ?? '').trim();
      const isConsent = consent?.columns.includes(dialect.names[column] ?? '');
      if (!dialect.hasHeader || normalizeName(name) === '' || isConsent) continue;
      if (target.to === 'ignored' || target.to === 'skip') continue;
      const created = newFields.find(field => field.column === column);
      const text = created === undefined ? targetName(target) : `new:${created.name}:${created.kind}`;
      found.set(name, (found.get(name) ?? new Set()).add(text));
    }
  }
  return Object.fromEntries(
    [...found].flatMap(([name, [target, ...others]]) =>
      target === undefined || others.length > 0 ? [] : [[name, target]],
    ),
  );
}
