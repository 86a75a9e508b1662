/** Messages by field: `errors` in the body of a 422. */
export type FieldErrors = Record<string, string[]>;

/** Ends a request with an error response. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  /** @param more further members of the JSON body @param headers with names in lower case */
  constructor(
    status: number,
    message: string,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.body = { message, ...more };
    this.headers = headers;
  }
}

/** Does nothing when `errors` is empty. @throws HttpError 422 that lists all of them */
export function throwIfInvalid(errors: FieldErrors): void {
  const [first] = Object.values(errors);
  if (first !== undefined) {
    throw new HttpError(422, `The given data was invalid: ${first.join(' ')}`, { errors });
  }
}

/** The 422 for a single field. */
export function invalidField(field: string, message: string): HttpError {
  return new HttpError(422, `The given data was invalid: ${message}`, { errors: { [field]: [message] } });
}
