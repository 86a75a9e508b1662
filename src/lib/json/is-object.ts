import { ignoringErrors } from '../failure.ts';

/** An object that came out of JSON, whose members are not known yet. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether `value` is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object in a text; undefined if there is none. */
export function parseObject(text: string): UnknownRecord | undefined {
  const value: unknown = ignoringErrors(() => JSON.parse(text));
  return isObject(value) ? value : undefined;
}

/** What JSON.parse says of a text that is not JSON, on one line: the place, or what is around it. */
export const whyNotJson = (error: unknown): string =>
  String((error as Error).message)
    .replaceAll(/\s+/g, ' ')
    .replace(/ (?:is not valid|in) JSON/, '');
