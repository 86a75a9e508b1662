import { Failure } from '../lib/failure.ts';
import { likely, nearest } from '../lib/text/nearest.ts';
import { isNotShown, notShown } from '../lib/text/not-shown.ts';
import { fieldsOf, valueAt } from './fields.ts';
import type { Row, Rows, View } from './terminal.ts';

/** Records among which a field that the contract does not have must appear. */
const sampleSize = 500;
/** Fields listed in an error. */
const mostNames = 40;

/** Whether the records of a view have a field of that name or path. */
function isKnownField(view: View, field: string): boolean {
  const [first = field] = field.split('.');
  const kind = view.kinds?.[first]?.kind;
  const hasParts =
    kind === undefined || kind === 'map' || kind === 'list' || kind === 'record' || kind === 'anything';
  return fieldsOf(view).some(name => name === field || (name === first && hasParts));
}

/** @param fields the unknown ones, at least one @param there the known ones */
function unknownField(fields: readonly string[], there: readonly string[], plural: string): Failure {
  const [field = ''] = fields;
  const near = isNotShown(field) ? undefined : likely(field, there);
  const hint = isNotShown(field) ? notShown : undefined;
  return new Failure('unknown_field', `${plural} have no field "${field}"`, {
    details: near === undefined ? [`fields: ${there.slice(0, mostNames).join(', ')}`] : [],
    hint: near === undefined ? hint : `did you mean ${near}?`,
  });
}

/**
 * Rejects fields that a command cannot print, before any request.
 *
 * @param views those of the records that the command prints
 * @param mayBeMore whether fields beyond the contract are accepted: not of a write, which cannot be taken back
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
  // What `api` prints is not known.
  if (isOpen && (mayBeMore || there.length === 0)) return;
  throw unknownField(unknown, there, views[0]?.plural ?? 'records');
}

/** The rows, once the first ones have the chosen fields. @throws Failure unknown_field before any row */
export function withKnownFields(rows: Rows, fields: readonly string[], view: View): Rows {
  const missing = fields.filter(field => !isKnownField(view, field));
  if (missing.length === 0) return rows;
  if (!view.open) throw unknownField(missing, fieldsOf(view), view.plural);
  return onceSeen(rows, new Set(missing), view);
}

/** Keeps the first rows until every field has appeared in one of them. */
async function* onceSeen(rows: Rows, missing: Set<string>, view: View): AsyncGenerator<Row> {
  let waiting: Row[] = [];
  for await (const row of rows) {
    waiting.push(row);
    for (const field of missing) if (valueAt(row, field) !== undefined) missing.delete(field);
    if (missing.size > 0 && waiting.length < sampleSize) continue;
    refuseMissing(missing, waiting, view);
    yield* waiting;
    waiting = [];
  }
  refuseMissing(missing, waiting, view);
  yield* waiting;
}

/** @throws Failure unknown_field */
function refuseMissing(missing: ReadonlySet<string>, seen: readonly Row[], view: View): void {
  const there = [...new Set([...fieldsOf(view), ...seen.flatMap(row => Object.keys(row))])];
  // An empty list proves nothing, but a misspelled name is still rejected.
  const wrong = [...missing].filter(field => seen.length > 0 || nearest(field, there) !== undefined);
  if (wrong.length > 0) throw unknownField(wrong, there, view.plural);
}
