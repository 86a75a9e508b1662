import { Failure } from '../lib/failure.ts';
import { nearest } from '../lib/nearest.ts';
import { valueAt } from './fields.ts';
import type { Row, View } from './terminal.ts';

/** So many records are looked at for a field that the contract does not name. */
const sampleSize = 500;
/** So many names are still read. */
const mostNames = 40;

/** The fields that records of a view have, as far as they are known. */
export function fieldsOf(view: View): readonly string[] {
  return view.fields ?? (view.kinds === undefined ? view.columns : Object.keys(view.kinds));
}

/** Whether a field of that name, or path, is known to be in the records of a view. */
export function isKnownField(view: View, field: string): boolean {
  const [first = field] = field.split('.');
  const kind = view.kinds?.[first]?.kind;
  const hasParts =
    kind === undefined || kind === 'map' || kind === 'list' || kind === 'record' || kind === 'anything';
  return fieldsOf(view).some(name => name === field || (name === first && hasParts));
}

/**
 * @param fields those that are not there
 * @param there those that are
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
 * Refuses fields that a command cannot print, before it asks for anything. A field that the service may send beyond
 * the contract passes, unless it looks like a misspelt one.
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
 * The same rows, once the first of them have shown that the chosen fields are there.
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

/** Holds the first rows back until each of the fields was in one of them. */
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
  // An empty list shows no field; a name that looks misspelt is one all the same.
  const wrong = [...missing].filter(field => held.length > 0 || nearest(field, there) !== undefined);
  if (wrong.length > 0) throw unknownField(wrong, there, view.plural);
}
