import type { Group } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import { sizeOf } from '../approval.ts';

/** Both ends included. */
export interface RecipientRange {
  readonly from: number;
  readonly to: number;
  /** As in messages: `1200±5%`. */
  readonly text: string;
}

/** How many subscribers the group of an email may have when it is sent. */
export interface RecipientLimits {
  readonly most: number | undefined;
  readonly expected: RecipientRange | undefined;
}

/** `last±5%`: a range around the size of the previous send, which is not known before the group is. */
export interface LastRecipients {
  readonly around: (last: number) => RecipientRange;
}

/** What the command line says of the group's size. */
export interface RecipientRules {
  readonly most: number | undefined;
  readonly expected: RecipientRange | LastRecipients | undefined;
}

/**
 * Reads `--expect-recipients`: `1200`, `1200±5%`, `1200+-5%`, `1200±60`, and the same with `last` for the number.
 *
 * @throws Failure invalid_value
 */
export function parseExpectedRecipients(text: string): RecipientRange | LastRecipients {
  const parts = /^(\d+|last)(?:\s*(?:±|\+-|\+\/-)\s*(\d+(?:\.\d+)?)\s*(%?))?$/i.exec(text.trim());
  if (parts === null) {
    throw new Failure('invalid_value', `invalid value "${text}" for --expect-recipients: expected a number`, {
      hint: 'for example: --expect-recipients 1200, --expect-recipients 1200+-5%, or --expect-recipients last+-5%',
    });
  }
  const [, number = '', given = '0', unit] = parts;
  const around = (middle: number): RecipientRange => {
    // 0.7% of 3000 is 21, not 20.999999999999996.
    const spread = Math.round(Number(given) * (unit === '%' ? middle / 100 : 1) * 1e6) / 1e6;
    return { from: Math.ceil(middle - spread), to: Math.floor(middle + spread), text: text.trim() };
  };
  return /^\d/.test(number) ? around(Number(number)) : { around };
}

/** Why a group has the wrong size; undefined if it has the right one. */
export function recipientProblem(group: Group, { most, expected }: RecipientLimits): string | undefined {
  const { name } = group;
  const count = sizeOf(group);
  // Without a count the limits cannot be checked, and the question before sending would lack a number.
  if (count === null) return `unknown number of subscribers in its group "${name}"`;
  const size = `its group "${name}" has ${count === 1 ? '1 subscriber' : `${grouped(count)} subscribers`}`;
  if (count === 0) return `its group "${name}" has no subscribers`;
  if (most !== undefined && count > most) return `${size}, more than --max-recipients ${most}`;
  if (expected !== undefined && (count < expected.from || count > expected.to)) {
    return `${size}, not the expected ${expected.text}`;
  }
  return undefined;
}
