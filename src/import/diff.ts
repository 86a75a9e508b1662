/** What an import of a file would change, found by reading both and writing neither. */
import type { Readable } from 'node:stream';
import type { CustomField, Subscriber } from '../contract/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readAddress } from './address.ts';
import { makeBatches } from './batches.ts';
import { type Check, checkFile } from './check.ts';
import { importsFolder, makeImportsFolder } from './journal.ts';
import type { ImportOptions } from './options.ts';
import { type Plan, planImport } from './plan.ts';
import { planText } from './preview.ts';
import { type ImportedSubscriber, rowReader } from './reading.ts';
import { createRejects } from './rejects.ts';
import { openSource, type Source } from './source.ts';

/** One value that would become another. */
export interface Change {
  readonly email: string;
  /** `tags` or `fields.<variable>`. */
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

export interface Difference {
  readonly file: string;
  readonly rows: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly suppressed: number;
  readonly unchanged: number;
  /** Whom the import would create. */
  readonly new: readonly ImportedSubscriber[];
  /** How many subscribers the import would change. */
  readonly changed: number;
  readonly changes: readonly Change[];
  /** Who is in the account and on no row; an import leaves them alone. */
  readonly only: readonly { readonly email: string; readonly id: string }[];
}

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
 * Reads a file as an import does (mapping, consent, duplicates) and holds it against the account. The file's people
 * are held in memory, the account's are not.
 *
 * @throws Failure whatever is wrong with the file or the mapping
 */
export async function diffFile(options: ImportOptions, tools: DiffTools): Promise<Difference> {
  if (options.file === '-') makeImportsFolder(tools.folder);
  const source = await openSource(options.file, tools.stdin, options.encoding, importsFolder(tools.folder));
  try {
    const plan = await planImport(source, tools.fields, options);
    tools.terminal.show(planText(source, plan, tools.terminal.paint));
    const rejects = createRejects(undefined, undefined, source.path, plan.dialect);
    const read = rowReader(plan.rules, 'check');
    const check = await checkFile(source, plan.dialect, read, rejects, () => {}, tools.stop);
    const people = await peopleIn(source, plan, check, options);
    return { file: options.file, ...countsOf(check), ...(await compare(people, check, tools.pages())) };
  } finally {
    await source.close(false);
  }
}

function countsOf({ rows, duplicates, rejected, suppressed }: Check) {
  return { rows, duplicates, rejected, suppressed };
}

/** Whom the import would send, by their addresses as they are compared. */
async function peopleIn(
  source: Source,
  { dialect, rules }: Plan,
  check: Check,
  { duplicates, batchSize, maxBody }: ImportOptions,
): Promise<Map<string, ImportedSubscriber>> {
  const people = new Map<string, ImportedSubscriber>();
  const limits = { rows: batchSize, bytes: maxBody };
  for await (const { slices } of makeBatches(source, dialect, rules, check, duplicates, limits)) {
    for (const { json } of slices) {
      for (const one of JSON.parse(`[${json}]`) as ImportedSubscriber[]) people.set(keyOf(one.email), one);
    }
  }
  return people;
}

function keyOf(email: string): string {
  const address = readAddress(email);
  return 'key' in address ? address.key : email.toLowerCase();
}

async function compare(
  people: Map<string, ImportedSubscriber>,
  { addresses }: Check,
  pages: AsyncIterable<readonly Subscriber[]>,
): Promise<Pick<Difference, 'unchanged' | 'new' | 'changed' | 'changes' | 'only'>> {
  let unchanged = 0;
  let changed = 0;
  const changes: Change[] = [];
  const only: { email: string; id: string }[] = [];
  for await (const page of pages) {
    for (const known of page) {
      const key = keyOf(known.email);
      const wanted = people.get(key);
      if (wanted === undefined) {
        if (!addresses.look(key)?.suppressed) only.push({ email: known.email, id: known.id });
        continue;
      }
      people.delete(key);
      const found = changesOf(known, wanted);
      changes.push(...found);
      if (found.length === 0) unchanged++;
      else changed++;
    }
  }
  return { unchanged, new: [...people.values()], changed, changes, only };
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
