import type { Endpoint } from '../contract/endpoint.ts';
import { isObject } from '../lib/is-object.ts';
import type { Row } from '../terminal/terminal.ts';

/** A sentence names no more changed fields than this. */
const mostFields = 6;

/**
 * What a write did, in a sentence: `Updated subscriber ann@example.org: city.`
 *
 * @param row the service's response
 * @param body what was sent
 */
export function writeAnswer({ method, repeat, response }: Endpoint, row: Row, body: Row): string {
  const record = `${response.name} ${nameIn(row)}`;
  if (method === 'PATCH') return `Updated ${record}: ${listed(Object.entries(body).flatMap(changedFields))}.`;
  // Where repeating does no harm, the record may have been there before.
  return repeat === 'upsert' ? `Created or updated ${record}.` : `Created ${record}.`;
}

/** How people refer to a record; its id follows a name that is not unique. */
function nameIn(row: Row): string {
  if (typeof row.email === 'string') return row.email;
  const name = [row.name, row.subject].find(each => typeof each === 'string' && each !== '');
  const id = typeof row.id === 'string' ? row.id : undefined;
  if (name === undefined) return id ?? '';
  return id === undefined ? `"${name}"` : `"${name}" (${id})`;
}

function changedFields([field, value]: readonly [string, unknown]): readonly string[] {
  if (field === 'fields' && isObject(value)) return Object.keys(value);
  return [field.replace(/_id$/, '').replaceAll('_', ' ')];
}

function listed(fields: readonly string[]): string {
  const more = fields.length - mostFields;
  return [...fields.slice(0, mostFields), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
