import { type Dialect, dataRows } from '../mapping/dialect.ts';
import type { DuplicateRule } from '../options.ts';
import { type ImportedSubscriber, plainRowReader, type ReadingRules, rowReader } from '../rows/row-parser.ts';
import type { Check } from '../rows/validate.ts';
import type { Source } from '../source/source.ts';
import type { Batch, BatchLimits, Settled } from './batch.ts';
import { Packer } from './batch-builder.ts';

/**
 * The second pass: reads the file again and packs the subscribers into batches. Each address comes once; rows
 * that share one are held until they are joined, and come last.
 *
 * @param check what the first pass found
 * @param limits read anew before each batch
 * @param settled ranges, in order, that are not sent again
 */
export async function* makeBatches(
  source: Source,
  dialect: Dialect,
  rules: ReadingRules,
  { addresses, plain, accepted }: Check,
  rule: DuplicateRule,
  limits: BatchLimits,
  settled: readonly Settled[] = [],
): AsyncGenerator<Batch> {
  const held = new Map<string, Held>();
  const packer = new Packer(limits, accepted, settled);
  const read = rowReader(rules, 'send');
  const readPlain = plainRowReader(rules);
  for await (const rows of dataRows(source, dialect)) {
    for (const row of rows) {
      if (plain.has(row.line)) {
        packer.add(readPlain(row), row.line);
        continue;
      }
      const reading = read(row);
      if (reading.kind !== 'subscriber') continue;
      const known = addresses.look(reading.key);
      if (known?.suppressed) continue;
      if (!known?.repeated) packer.add(reading.subscriber, row.line);
      else hold(held, reading.key, reading.subscriber, row.line, rule);
    }
    yield* packer.full();
  }
  for (const { subscriber, lines } of held.values()) {
    packer.add(subscriber, lines);
    yield* packer.full();
  }
  yield* packer.rest();
}

interface Held {
  subscriber: ImportedSubscriber;
  readonly lines: number[];
}

function hold(
  held: Map<string, Held>,
  key: string,
  subscriber: ImportedSubscriber,
  line: number,
  rule: DuplicateRule,
): void {
  const before = held.get(key);
  if (before === undefined) {
    held.set(key, { subscriber, lines: [line] });
    return;
  }
  before.lines.push(line);
  if (rule === 'last') before.subscriber = subscriber;
  else if (rule === 'merge') before.subscriber = merge(before.subscriber, subscriber);
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
