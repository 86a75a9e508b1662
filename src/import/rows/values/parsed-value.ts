export type FieldValue = string | number | boolean;

/** A value as it is sent, or why the text is not one of that kind. */
export type ParsedValue = { readonly value: FieldValue } | { readonly problem: string };

/** What is wrong with a text. @param cause continues “it is …” */
export function problemOf(text: string, cause: string): { readonly problem: string } {
  return { problem: `"${text}" is ${cause}` };
}

/** The cause in what `problemOf` made of a text. */
export function causeOf(problem: string, text: string): string {
  return problem.slice(problemOf(text, '').problem.length);
}
