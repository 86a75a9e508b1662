import { Failure } from '../lib/failure.ts';
import { nearest } from '../lib/nearest.ts';
import { valueAt } from './fields.ts';
import type { Row, View } from './terminal.ts';
import { fieldsOf } from './view-fields.ts';

/** A field that the contract does not name must be in one of the first records: as many as this. */
const sampleSize = 500;
/** An error names no more fields than this. */
const mostNames = 40;

/** Whether the records of a view are known to have a field of that name or path. */
export function isKnownField(view: View, field: string): boolean {
  const [first = field] = field.split('.');
  const kind = view.kinds?.[first]?.kind;
  const hasParts =
    kind === undefined || kind === 'map' || kind === 'list' || kind === 'record' || kind === 'anything';
  return fieldsOf(view).some(name => name === field || (name === first && hasParts));
}

/**
 * @param fields the unknown ones, at least one
 * @param there the known ones
 */
export function unknownField(fields: readonly string[], there: readonly string[], plural: string): Failure {
  const [field = ''] = fields;
  const near = nearest(field, there);
  return new Failure('unknown_field', `${plural} have no field "${field}"`, {
    details: near === undefined ? [`fields: ${there.slice(0, mostNames).join(', ')}`] : [],
    hint: near === undefined ? undefined : `did you mean ${near}?`,
  });
}

/**
 * Refuses fields that a command cannot print, before any request. A field that the service may send beyond the
 * contract is accepted, unless it looks like a misspelled one.
 *
 * @param views those of the records that the command prints
 * @throws Failure unknown_field
 */
export function checkKnownFields(
  fields: readonly string[],
  views: readonly View[],
  mayBeMore: boolean,
): void {
  const there = [...new Set(views.flatMap(fieldsOf))];
  const unknown = fields.filter(field => !views.some(view => isKnownField(view, field)));
  if (unknown.length === 0) return;
  const isOpen = views.some(view => view.open);
  if (isOpen && (mayBeMore || unknown.every(field => nearest(field, there) === undefined))) return;
  throw unknownField(unknown, there, views[0]?.plural ?? 'records');
}

/**
 * The same rows, held back until the first ones show that the chosen fields exist.
 *
 * @throws Failure unknown_field before the first row
 */
export function withKnownFields(rows: Rows, fields: readonly string[], view: View): Rows {
  const missing = fields.filter(field => !isKnownField(view, field));
  if (missing.length === 0) return rows;
  if (!view.open) throw unknownField(missing, fieldsOf(view), view.plural);
  return onceSeen(rows, new Set(missing), view);
}

type Rows = AsyncIterable<Row> | Iterable<Row>;

/** Holds the first rows back until every field was in one of them. */
async function* onceSeen(rows: Rows, missing: Set<string>, view: View): AsyncGenerator<Row> {
  let held: Row[] = [];
  for await (const row of rows) {
    held.push(row);
    for (const field of missing) if (valueAt(row, field) !== undefined) missing.delete(field);
    if (missing.size > 0 && held.length < sampleSize) continue;
    refuseMissing(missing, held, view);
    yield* held;
    held = [];
  }
  refuseMissing(missing, held, view);
  yield* held;
}

/** @throws Failure unknown_field */
function refuseMissing(missing: ReadonlySet<string>, held: readonly Row[], view: View): void {
  const there = [...new Set([...fieldsOf(view), ...held.flatMap(row => Object.keys(row))])];
  // An empty list proves nothing, but a name that looks misspelled is refused.
  const wrong = [...missing].filter(field => held.length > 0 || nearest(field, there) !== undefined);
  if (wrong.length > 0) throw unknownField(wrong, there, view.plural);
}
