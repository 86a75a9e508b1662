/**
 * How the contract describes the JSON of requests and responses, and the TypeScript types that follow from it.
 * Plain data, no functions. See "Resources and their fields" in service.txt.
 */

/** One JSON value. */
export type ValueSchema =
  | { readonly kind: 'uuid' }
  | { readonly kind: 'text' }
  /** ISO 8601 date-time, UTC. */
  | { readonly kind: 'time' }
  | { readonly kind: 'integer' }
  | { readonly kind: 'number' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly values: readonly string[] }
  /** Any JSON value: service.txt does not show which. */
  | { readonly kind: 'anything' }
  /** An object whose keys service.txt does not show. */
  | { readonly kind: 'map' }
  | { readonly kind: 'list'; readonly of: ValueSchema }
  | { readonly kind: 'record'; readonly fields: RecordSchema };

export type FieldSchema = ValueSchema & { readonly nullable?: true; readonly optional?: true };
export type RecordSchema = { readonly [name: string]: FieldSchema };

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The type of a value that is not null. */
type NonNullValue<S> = S extends { kind: 'uuid' | 'text' | 'time' }
  ? string
  : S extends { kind: 'integer' | 'number' }
    ? number
    : S extends { kind: 'boolean' }
      ? boolean
      : S extends { kind: 'enumeration'; values: infer V extends readonly string[] }
        ? V[number]
        : S extends { kind: 'anything' }
          ? Json
          : S extends { kind: 'map' }
            ? JsonObject
            : S extends { kind: 'list'; of: infer Of }
              ? readonly NonNullValue<Of>[]
              : S extends { kind: 'record'; fields: infer F extends RecordSchema }
                ? RecordOf<F>
                : never;

export type ValueOf<F> = F extends { nullable: true } ? NonNullValue<F> | null : NonNullValue<F>;

type OptionalKeys<F extends RecordSchema> = {
  [K in keyof F]: F[K] extends { optional: true } ? K : never;
}[keyof F];

/** The type of a record: every field is present, except those marked optional. */
export type RecordOf<F extends RecordSchema> = {
  readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]>;
} & { readonly [K in OptionalKeys<F>]?: ValueOf<F[K]> };

/** The type of a request body. Every field is optional: "No body field is marked required" (service.txt). */
export type BodyOf<F extends RecordSchema> = { readonly [K in keyof F]?: ValueOf<F[K]> };

export const uuid = { kind: 'uuid' } as const;
export const text = { kind: 'text' } as const;
export const time = { kind: 'time' } as const;
export const integer = { kind: 'integer' } as const;
export const number = { kind: 'number' } as const;
export const boolean = { kind: 'boolean' } as const;
export const anything = { kind: 'anything' } as const;
export const map = { kind: 'map' } as const;

export const nullable = { nullable: true } as const;
export const nullableText = { ...text, ...nullable } as const;
export const nullableTime = { ...time, ...nullable } as const;

const kindsByName: Readonly<Record<string, ValueSchema>> = {
  ...{ uuid, text, time, integer, number, boolean, anything, map },
  texts: { kind: 'list', of: text },
  maps: { kind: 'list', of: map },
};

/**
 * Fields of a record that this program makes.
 *
 * @param lines `'id:uuid sent_at:time? requests:maps~'`; `?`: may be null, `~`: may be absent
 */
export function fieldsFrom(...lines: readonly string[]): RecordSchema {
  const fields = lines
    .flatMap(line => line.split(' '))
    .map(field => {
      const [, name = '', kind = '', marks = ''] = /^(\w+):(\w+)([?~]*)$/.exec(field) ?? [];
      const value = kindsByName[kind];
      if (value === undefined) throw new Error(`no kind of field: ${field}`);
      const nullable = marks.includes('?') ? { nullable: true as const } : {};
      const optional = marks.includes('~') ? { optional: true as const } : {};
      return [name, { ...value, ...nullable, ...optional }] as const;
    });
  return Object.fromEntries(fields);
}

/** The three fields of every resource except the import. */
export const identity = { id: uuid, created_at: time, updated_at: time } as const;
