/**
 * The vocabulary in which the contract describes fields, and the TypeScript types that follow from it.
 * Plain data: no functions, no hooks. See "Resources and their fields" in service.txt.
 */

/** What one value looks like on the wire. */
export type Shape =
  | { readonly kind: 'uuid' }
  | { readonly kind: 'text' }
  /** ISO 8601 date-time, UTC. */
  | { readonly kind: 'time' }
  | { readonly kind: 'integer' }
  | { readonly kind: 'number' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly values: readonly string[] }
  /** Any JSON value: the document does not show its shape. */
  | { readonly kind: 'anything' }
  /** An object whose keys the document does not show. */
  | { readonly kind: 'map' }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'record'; readonly fields: Fields };

export type Field = Shape & { readonly nullable?: true; readonly optional?: true };
export type Fields = { readonly [name: string]: Field };

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

type Bare<S> = S extends { kind: 'uuid' | 'text' | 'time' }
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
              ? readonly Bare<Of>[]
              : S extends { kind: 'record'; fields: infer F extends Fields }
                ? RecordOf<F>
                : never;

/** The type of one field's value. */
export type ValueOf<F> = F extends { nullable: true } ? Bare<F> | null : Bare<F>;

type OptionalKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { optional: true } ? K : never;
}[keyof F];

/** The type of a whole record: every field present, but those marked optional. */
export type RecordOf<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]>;
} & { readonly [K in OptionalKeys<F>]?: ValueOf<F[K]> };

/** The type of a request body: "No body field is marked required." */
export type BodyOf<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> };

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

/** The three fields every resource but the import carries. */
export const identity = { id: uuid, created_at: time, updated_at: time } as const;
