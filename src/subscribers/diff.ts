/** What an import of a file would change in the account. Nothing is written. */
import type { Readable } from 'node:stream';
import { type CustomField, endpoints, type Subscriber } from '../contract/index.ts';
import { requireFields } from '../http/required-fields.ts';
import { runFirstPass } from '../import/check-files.ts';
import { nameMeaning } from '../import/consent/file-name.ts';
import { openSources } from '../import/files/open-sources.ts';
import { type FileToSend, makeBatches } from '../import/jobs/batches.ts';
import { importsFolder, makeImportsFolder } from '../import/jobs/imports-folder.ts';
import { withMappingFile } from '../import/mapping-file.ts';
import { encodingPrompt, sheetPrompt } from '../import/open-files.ts';
import type { Choices, ImportOptions } from '../import/options.ts';
import type { ImportedSubscriber } from '../import/rows/parsed-row.ts';
import type { ValidationResult } from '../import/rows/row-validation.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { changesOf, type ValueChange } from '../people/compare.ts';
import { DiskIndex } from '../people/disk-index.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface DiffCounts {
  readonly file: string;
  readonly rows: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly suppressed: number;
  /** Subscribers that the import would create. */
  readonly new: number;
  /** Subscribers that the import would change. */
  readonly changed: number;
  readonly unchanged: number;
  /** Subscribers in the account and not in the file; an import does not touch them. */
  readonly only_in_account: number;
  /** Subscribers who opted out in the file; an import does not touch them. */
  readonly left: number;
}

export type DiffEntry =
  | { readonly kind: 'new'; readonly row: ImportedSubscriber }
  | { readonly kind: 'changed'; readonly row: ValueChange & { readonly email: string } }
  | { readonly kind: 'only' | 'left'; readonly row: { readonly email: string; readonly id: string } };

export interface DiffContext {
  readonly terminal: Terminal;
  readonly stdin: Readable;
  /** Where the program keeps its files. */
  readonly configDir: string;
  readonly fields: readonly CustomField[];
  /** All subscribers of the account. */
  readonly pages: () => AsyncIterable<readonly Subscriber[]>;
  /** The first Ctrl-C. */
  readonly stop: AbortSignal;
}

/**
 * Reads a file as an import does (mapping, consent, duplicates) and compares it with the account, subscriber by
 * subscriber. Neither is kept in memory.
 *
 * @returns the differences, as they are found; at the end how many there are of each kind
 * @throws Failure whatever is wrong with the file or the mapping
 */
export async function* diffFile(
  { options, answers: typed }: Pick<Choices, 'options' | 'answers'>,
  context: DiffContext,
): AsyncGenerator<DiffEntry, DiffCounts> {
  const answers = withMappingFile(typed, options);
  makeImportsFolder(context.configDir);
  const folder = importsFolder(context.configDir);
  const open = await openSources(options.files, {
    stdin: context.stdin,
    spoolFolder: folder,
    stop: context.stop,
    encoding: ({ name }) => options.encoding ?? encodingPrompt(name, context.terminal),
    sheet: sheetPrompt(options.sheet, new Map(), context.terminal),
    meansOptOut: name => nameMeaning(name)?.says === 'suppressed',
  });
  try {
    const choices = { options, answers, findings: { dns: undefined } };
    const { files, validation } = await runFirstPass(open.sources, context.fields, choices, context);
    const index = new DiskIndex<ImportedSubscriber>(folder, validation.accepted);
    try {
      await indexFiles(index, files, validation, options);
      const { rows, duplicates, rejected, suppressed } = validation;
      const found = yield* compare(index, validation, context.pages());
      return { file: options.files.join(', '), rows, duplicates, rejected, suppressed, ...found };
    } finally {
      index.close();
    }
  } finally {
    await open.close(false);
  }
}

/** Collects the subscribers that the import would send. */
async function indexFiles(
  index: DiskIndex<ImportedSubscriber>,
  files: readonly FileToSend[],
  validation: ValidationResult,
  { duplicates, batchSize, maxBody }: ImportOptions,
): Promise<void> {
  const limits = { rows: batchSize, bytes: maxBody };
  for await (const { slices } of makeBatches({ files, validation, rule: duplicates, limits })) {
    for (const { json } of slices) {
      const subscribers = JSON.parse(`[${json}]`) as ImportedSubscriber[];
      for (const subscriber of subscribers) index.add(addressKey(subscriber.email), subscriber);
    }
  }
}

async function* compare(
  index: DiskIndex<ImportedSubscriber>,
  { addresses }: ValidationResult,
  pages: AsyncIterable<readonly Subscriber[]>,
): AsyncGenerator<DiffEntry, Pick<DiffCounts, 'unchanged' | 'new' | 'changed' | 'only_in_account' | 'left'>> {
  let [unchanged, changed, only, left] = [0, 0, 0, 0];
  for await (const page of pages) {
    for (const subscriber of page) {
      requireFields(endpoints.listSubscribers.response, subscriber, ['fields', 'tags']);
      const key = addressKey(subscriber.email);
      const wanted = index.take(key);
      if (wanted === undefined) {
        const kind = addresses.flagsOf(key)?.suppressed ? 'left' : 'only';
        if (kind === 'left') left++;
        else only++;
        yield { kind, row: { email: subscriber.email, id: subscriber.id } };
        continue;
      }
      const found = changesOf(subscriber, wanted);
      if (found.length === 0) unchanged++;
      else changed++;
      for (const change of found) yield { kind: 'changed', row: { email: subscriber.email, ...change } };
    }
  }
  const counts = { new: index.left, changed, unchanged, only_in_account: only, left };
  for (const row of index.rest()) yield { kind: 'new', row };
  return counts;
}
