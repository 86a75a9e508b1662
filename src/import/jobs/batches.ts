import { type Dialect, dataRows } from '../mapping/dialect.ts';
import type { DuplicateRule } from '../options.ts';
import { plainRowParser, type RowRules, rowParser } from '../rows/row-parser.ts';
import type { ValidationResult } from '../rows/validate.ts';
import type { Source } from '../source/source.ts';
import type { Batch, BatchLimits, FinishedRange } from './batch.ts';
import { BatchBuilder } from './batch-builder.ts';
import { HeldRows } from './held-rows.ts';

/**
 * The second pass: reads the file again and puts the subscribers into batches. Each address is sent once; rows
 * that share an address are held back until all have been read, and come last.
 *
 * @param validation what the first pass found
 * @param limits read again before each batch
 * @param finished ranges that are not sent again, in order
 */
export async function* makeBatches(
  source: Source,
  dialect: Dialect,
  rules: RowRules,
  { addresses, plain, accepted }: ValidationResult,
  rule: DuplicateRule,
  limits: BatchLimits,
  finished: readonly FinishedRange[] = [],
): AsyncGenerator<Batch> {
  const variables = rules.mapping.targets.flatMap(target => (target.to === 'field' ? target.variable : []));
  const held = new HeldRows(addresses, rule, variables);
  const builder = new BatchBuilder(limits, accepted, finished);
  const parse = rowParser(rules, 'send');
  const parsePlain = plainRowParser(rules);
  for await (const rows of dataRows(source, dialect)) {
    for (const row of rows) {
      if (plain.has(row.line)) {
        builder.add(parsePlain(row), row.line);
        continue;
      }
      const parsed = parse(row);
      if (parsed.kind !== 'subscriber') continue;
      const flags = addresses.flagsOf(parsed.key);
      if (flags?.suppressed) continue;
      if (!flags?.repeated) builder.add(parsed.subscriber, row.line);
      else held.add(parsed.key, parsed.subscriber, row.line);
    }
    yield* builder.full();
  }
  for (const { subscriber, lines } of held.joined()) {
    builder.add(subscriber, lines);
    yield* builder.full();
  }
  yield* builder.rest();
}
