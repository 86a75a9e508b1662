/** An object that came out of JSON, whose members are not known yet. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether `value` is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
