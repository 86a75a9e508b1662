/** Messages by field, in the answer's `errors`. */
export type FieldErrors = Record<string, string[]>;

/** An answer that says no: thrown by whatever finds the reason, sent by the listener. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  /** @param more further members of the JSON body, beside `message` */
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

/** @returns nothing when there are no errors. @throws Refusal 422 that names every field and what is wrong with it */
export function refuseInvalid(errors: FieldErrors): void {
  const [first] = Object.values(errors);
  if (first !== undefined) {
    throw new Refusal(422, `The given data was invalid: ${first.join(' ')}`, { errors });
  }
}

/** @throws Refusal 422 for one field */
export function invalid(field: string, message: string): never {
  throw new Refusal(422, `The given data was invalid: ${message}`, { errors: { [field]: [message] } });
}
