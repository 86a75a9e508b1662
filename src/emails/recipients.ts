import { Failure } from '../failure.ts';

/** How many recipients a group may have for the email to go out. */
export interface RecipientRules {
  readonly most: number | undefined;
  /** Both ends included. */
  readonly expected: { readonly from: number; readonly to: number; readonly text: string } | undefined;
}

/**
 * Reads `--expect-recipients`: `1200`, `1200±5%`, `1200+-5%`, `1200±60`.
 *
 * @throws Failure invalid_value
 */
export function readExpectation(text: string): NonNullable<RecipientRules['expected']> {
  const parts = /^(\d+)(?:\s*(?:±|\+-|\+\/-)\s*(\d+(?:\.\d+)?)\s*(%?))?$/.exec(text.trim());
  if (parts === null) {
    throw new Failure('invalid_value', `--expect-recipients "${text}" is not a number of recipients`, {
      hint: '--expect-recipients 1200, --expect-recipients 1200+-5%',
    });
  }
  const number = Number(parts[1]);
  const spread = Number(parts[2] ?? 0) * (parts[3] === '%' ? number / 100 : 1);
  return {
    from: Math.ceil(number - spread),
    to: Math.floor(number + spread),
    text: text.trim(),
  };
}

/** Why a group of this size must not get the email; undefined when it may. */
export function recipientsProblem(count: number, { most, expected }: RecipientRules): string | undefined {
  if (most !== undefined && count > most)
    return `the group has ${count} subscribers, more than --max-recipients ${most}`;
  if (expected !== undefined && (count < expected.from || count > expected.to)) {
    return `the group has ${count} subscribers, not the expected ${expected.text}`;
  }
  return undefined;
}
