import { type Dialect, dataRows } from '../mapping/dialect.ts';
import type { DuplicateRule } from '../options.ts';
import { plainRowParser, type RowRules, rowParser } from '../rows/row-parser.ts';
import type { ValidationResult } from '../rows/validate.ts';
import type { Source } from '../source/source.ts';
import type { Batch, BatchLimits, FinishedRange } from './batch.ts';
import { BatchBuilder } from './batch-builder.ts';
import { HeldRows } from './held-rows.ts';

/** A file whose rows are sent. */
export interface FileToSend {
  readonly source: Source;
  readonly plan: { readonly dialect: Dialect; readonly rules: RowRules };
}

/**
 * The second pass: reads the files again and puts the subscribers into batches. Each address is sent once; rows that
 * share an address are held back until all have been read, and come last.
 *
 * @param validation what the first pass found
 * @param limits read again before each batch
 * @param finished ranges that are not sent again, in order
 */
export async function* makeBatches(
  files: readonly FileToSend[],
  { addresses, plain, places, accepted }: ValidationResult,
  rule: DuplicateRule,
  limits: BatchLimits,
  finished: readonly FinishedRange[] = [],
): AsyncGenerator<Batch> {
  const held = new HeldRows(addresses, rule, files.flatMap(variablesOf));
  const builder = new BatchBuilder(limits, accepted, finished);
  for (const [file, { source, plan }] of files.entries()) {
    const start = places.startOf(file);
    const parse = rowParser(plan.rules, 'send');
    const parsePlain = plainRowParser(plan.rules);
    for await (const rows of dataRows(source, plan.dialect)) {
      for (const row of rows) {
        const place = start + row.line;
        if (plain.has(place)) {
          builder.add(parsePlain(row), place);
          continue;
        }
        const parsed = parse(row);
        if (parsed.kind !== 'subscriber') continue;
        const flags = addresses.flagsOf(parsed.key);
        if (flags?.suppressed) continue;
        if (!flags?.repeated) builder.add(parsed.subscriber, place);
        else held.add(parsed.key, parsed.subscriber, place);
      }
      yield* builder.full();
    }
  }
  for (const { subscriber, places: all } of held.joined()) {
    builder.add(subscriber, all);
    yield* builder.full();
  }
  yield* builder.rest();
}

function variablesOf({ plan }: FileToSend): string[] {
  return plan.rules.mapping.targets.flatMap(target => (target.to === 'field' ? target.variable : []));
}
