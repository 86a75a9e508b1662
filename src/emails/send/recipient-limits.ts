import type { Group } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';

/** How many subscribers the group of an email may have when it is sent. */
export interface RecipientLimits {
  readonly most: number | undefined;
  /** Both ends included. */
  readonly expected: { readonly from: number; readonly to: number; readonly text: string } | undefined;
}

/**
 * Reads `--expect-recipients`: `1200`, `1200±5%`, `1200+-5%`, `1200±60`.
 *
 * @throws Failure invalid_value
 */
export function parseExpectedRecipients(text: string): NonNullable<RecipientLimits['expected']> {
  const parts = /^(\d+)(?:\s*(?:±|\+-|\+\/-)\s*(\d+(?:\.\d+)?)\s*(%?))?$/.exec(text.trim());
  if (parts === null) {
    throw new Failure('invalid_value', `invalid value "${text}" for --expect-recipients: expected a number`, {
      hint: 'for example: --expect-recipients 1200, or --expect-recipients 1200+-5%',
    });
  }
  const number = Number(parts[1]);
  const exact = Number(parts[2] ?? 0) * (parts[3] === '%' ? number / 100 : 1);
  // 0.7% of 3000 is 21, not 20.999999999999996.
  const spread = Math.round(exact * 1e6) / 1e6;
  return {
    from: Math.ceil(number - spread),
    to: Math.floor(number + spread),
    text: text.trim(),
  };
}

/** Why a group has the wrong size; undefined if it has the right one. */
export function recipientProblem(
  { name, subscribers_count: count }: Group,
  { most, expected }: RecipientLimits,
): string | undefined {
  // Without a count the limits cannot be checked, and the question before sending would lack a number.
  const isCount = /^\d+$/.test(String(count)) && Number.isSafeInteger(Number(count));
  if (!isCount) return `unknown number of subscribers in its group "${name}"`;
  const group = `its group "${name}" has ${count === 1 ? '1 subscriber' : `${grouped(count)} subscribers`}`;
  if (count === 0) return `its group "${name}" has no subscribers`;
  if (most !== undefined && count > most) return `${group}, more than --max-recipients ${most}`;
  if (expected !== undefined && (count < expected.from || count > expected.to)) {
    return `${group}, not the expected ${expected.text}`;
  }
  return undefined;
}
