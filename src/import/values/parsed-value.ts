export type FieldValue = string | number | boolean;

/** A value as it is sent, or why the text is not one of that kind. */
export type ParsedValue = { readonly value: FieldValue } | { readonly problem: string };
