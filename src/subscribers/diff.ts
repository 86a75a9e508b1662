/** What an import of a file would change, found by reading both and writing neither. */
import type { Readable } from 'node:stream';
import type { CustomField, Subscriber } from '../contract/index.ts';
import { makeBatches } from '../import/jobs/batches.ts';
import { importsFolder, makeImportsFolder } from '../import/jobs/journal.ts';
import type { ImportOptions } from '../import/options.ts';
import { type Plan, planImport } from '../import/plan.ts';
import { planText } from '../import/preview.ts';
import { createRejects } from '../import/rows/rejects.ts';
import { type ImportedSubscriber, rowReader } from '../import/rows/row-parser.ts';
import { type Check, checkFile } from '../import/rows/validate.ts';
import { openSource, type Source } from '../import/source/source.ts';
import { readAddress } from '../import/values/email-address.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { PeopleFile } from './disk-index.ts';

/** One value that would become another. */
export interface Change {
  readonly email: string;
  /** `tags` or `fields.<variable>`. */
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** How many of each kind there are. */
export interface Counts {
  readonly file: string;
  readonly rows: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly suppressed: number;
  /** Whom the import would create. */
  readonly new: number;
  /** How many subscribers the import would change. */
  readonly changed: number;
  readonly unchanged: number;
  /** Who is in the account and on no row; an import leaves them alone. */
  readonly only_in_account: number;
}

/** One finding. */
export type Difference =
  | { readonly kind: 'new'; readonly row: ImportedSubscriber }
  | { readonly kind: 'changed'; readonly row: Change }
  | { readonly kind: 'only'; readonly row: { readonly email: string; readonly id: string } };

export interface DiffTools {
  readonly terminal: Terminal;
  readonly stdin: Readable;
  /** Where the program keeps its files. */
  readonly folder: string;
  readonly fields: readonly CustomField[];
  /** Everybody in the account. */
  readonly pages: () => AsyncIterable<readonly Subscriber[]>;
  /** The first Ctrl-C. */
  readonly stop: AbortSignal;
}

/**
 * Reads a file as an import does (mapping, consent, duplicates) and holds it against the account, subscriber by
 * subscriber. Neither is held in memory.
 *
 * @returns what differs, as it is found; in the end how many of each kind there were
 * @throws Failure whatever is wrong with the file or the mapping
 */
export async function* diffFile(
  options: ImportOptions,
  tools: DiffTools,
): AsyncGenerator<Difference, Counts> {
  makeImportsFolder(tools.folder);
  const folder = importsFolder(tools.folder);
  const source = await openSource(options.file, tools.stdin, options.encoding, folder, tools.stop);
  try {
    const plan = await planImport(source, tools.fields, options);
    tools.terminal.show(planText(source, plan, tools.terminal.paint));
    const rejects = createRejects(undefined, undefined, source.path, plan.dialect);
    const read = rowReader(plan.rules, 'check');
    const check = await checkFile(source, plan.dialect, read, rejects, () => {}, tools.stop);
    const people = new PeopleFile(folder, check.accepted);
    try {
      await gather(people, source, plan, check, options);
      const { rows, duplicates, rejected, suppressed } = check;
      const found = yield* compare(people, check, tools.pages());
      return { file: options.file, rows, duplicates, rejected, suppressed, ...found };
    } finally {
      people.close();
    }
  } finally {
    await source.close(false);
  }
}

/** Whom the import would send. */
async function gather(
  people: PeopleFile,
  source: Source,
  { dialect, rules }: Plan,
  check: Check,
  { duplicates, batchSize, maxBody }: ImportOptions,
): Promise<void> {
  const limits = { rows: batchSize, bytes: maxBody };
  for await (const { slices } of makeBatches(source, dialect, rules, check, duplicates, limits)) {
    for (const { json } of slices) {
      for (const one of JSON.parse(`[${json}]`) as ImportedSubscriber[]) people.add(keyOf(one.email), one);
    }
  }
}

function keyOf(email: string): string {
  const address = readAddress(email);
  return 'key' in address ? address.key : email.toLowerCase();
}

async function* compare(
  people: PeopleFile,
  { addresses }: Check,
  pages: AsyncIterable<readonly Subscriber[]>,
): AsyncGenerator<Difference, Pick<Counts, 'unchanged' | 'new' | 'changed' | 'only_in_account'>> {
  let [unchanged, changed, only] = [0, 0, 0];
  for await (const page of pages) {
    for (const known of page) {
      const key = keyOf(known.email);
      const wanted = people.take(key);
      if (wanted === undefined) {
        if (addresses.look(key)?.suppressed) continue;
        only++;
        yield { kind: 'only', row: { email: known.email, id: known.id } };
        continue;
      }
      const found = changesOf(known, wanted);
      if (found.length === 0) unchanged++;
      else changed++;
      for (const row of found) yield { kind: 'changed', row };
    }
  }
  const counts = { new: people.left, changed, unchanged, only_in_account: only };
  for (const row of people.rest()) yield { kind: 'new', row };
  return counts;
}

/** Values that a row leaves empty stay, and tags join those there are, as when it is imported. */
function changesOf(known: Subscriber, wanted: ImportedSubscriber): Change[] {
  const { email } = known;
  const changes = Object.entries(wanted.fields ?? {}).flatMap(([variable, value]) => {
    const old = known.fields[variable] ?? null;
    return old === value ? [] : [{ email, field: `fields.${variable}`, old, new: value }];
  });
  const more = (wanted.tags ?? []).filter(tag => !known.tags.includes(tag));
  if (more.length === 0) return changes;
  return [...changes, { email, field: 'tags', old: known.tags, new: [...known.tags, ...more] }];
}
