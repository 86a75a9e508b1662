import { type Dialect, dataRows } from '../mapping/dialect.ts';
import type { DuplicateRule } from '../options.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import { plainRowParser, type RowRules, rowParser } from '../rows/row-parser.ts';
import type { ValidationResult } from '../rows/validate.ts';
import type { Source } from '../source/source.ts';
import type { Batch, BatchLimits, FinishedRange } from './batch.ts';
import { BatchBuilder } from './batch-builder.ts';

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
  const held = new Map<string, HeldSubscriber>();
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
      else hold(held, parsed.key, parsed.subscriber, row.line, rule);
    }
    yield* builder.full();
  }
  for (const { subscriber, lines } of held.values()) {
    builder.add(subscriber, lines);
    yield* builder.full();
  }
  yield* builder.rest();
}

interface HeldSubscriber {
  subscriber: ImportedSubscriber;
  readonly lines: number[];
}

function hold(
  held: Map<string, HeldSubscriber>,
  key: string,
  subscriber: ImportedSubscriber,
  line: number,
  rule: DuplicateRule,
): void {
  const earlier = held.get(key);
  if (earlier === undefined) {
    held.set(key, { subscriber, lines: [line] });
    return;
  }
  earlier.lines.push(line);
  if (rule === 'last') earlier.subscriber = subscriber;
  else if (rule === 'merge') earlier.subscriber = merge(earlier.subscriber, subscriber);
}

/** Later values win (there are no empty ones here), tags join. */
function merge(first: ImportedSubscriber, later: ImportedSubscriber): ImportedSubscriber {
  const merged: ImportedSubscriber = { email: first.email };
  if (first.fields !== undefined || later.fields !== undefined)
    merged.fields = { ...first.fields, ...later.fields };
  const tags = new Set([...(first.tags ?? []), ...(later.tags ?? [])]);
  if (tags.size > 0) merged.tags = [...tags];
  return merged;
}
