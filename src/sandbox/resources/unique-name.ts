import { invalidField } from '../http/error.ts';

type Named = { readonly name: string };

/** The index of the record with that name, ignoring case. */
export function indexOfName(records: readonly Named[], name: string): number | undefined {
  const index = records.findIndex(record => record.name.toLowerCase() === name.toLowerCase());
  return index === -1 ? undefined : index;
}

/**
 * Checks that no other record has the name.
 *
 * @param kind for the message: "tag"
 * @param own the index of the record that gets the name; undefined for a new record
 * @returns the name without blanks around it
 * @throws HttpError 422
 */
export function uniqueName(kind: string, records: readonly Named[], given: string, own?: number): string {
  const name = given.trim();
  if (name === '') throw invalidField('name', 'name must not be empty.');
  const index = indexOfName(records, name);
  if (index !== undefined && index !== own) {
    throw invalidField('name', `A ${kind} named ${name} exists already.`);
  }
  return name;
}
