export type FieldValue = string | number | boolean;

/** A value as it is sent, or why the text is not one of that kind. */
export type ParsedValue = { readonly value: FieldValue } | ReturnType<typeof problemOf>;

/** What is wrong with a text. @param cause continues “it is …” @param instead what to write */
export function problemOf(text: string, cause: string, instead = '') {
  return { cause, problem: `"${text}" is ${cause}${instead}` } as const;
}
