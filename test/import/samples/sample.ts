/** An export of another service, small: headers as that service writes them, and people of every kind in it. */
export interface Sample {
  /** As `--from` takes it; undefined: the headers are those of the user, and nothing is recognised. */
  readonly from?: string;
  readonly what: string;
  readonly file?: string;
  readonly header: string;
  readonly delimiter?: string;
  /** One row each; the values stand in the order of the header. */
  readonly rows: readonly string[];
  /** Lines above the header. */
  readonly above?: readonly string[];
  /** Lines below the rows. */
  readonly below?: readonly string[];
  /** Who gets in, with what the account then holds of them. */
  readonly people: Readonly<Record<string, { readonly fields?: object; readonly tags?: readonly string[] }>>;
  /** Who is left out, by the code and a part of the reason. */
  readonly out?: Readonly<Record<string, readonly [code: string, reason: string]>>;
  /** A part of what is said about consent. */
  readonly remark?: RegExp;
  readonly ignored?: readonly string[];
}

export const name = (first_name: string, last_name?: string) => ({
  fields: { first_name, ...(last_name === undefined ? {} : { last_name }) },
});

export const suppressed = (reason: string) => ['suppressed', reason] as const;
