/** An object that came out of JSON, whose members are not known yet. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether `value` is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object in a text; undefined if there is none. */
export function parseObject(text: string): UnknownRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
