/** The rates in the records of the service. */
import type { Email } from '../../contract/index.ts';
import type { Rate } from './rates.ts';

/** What a rate of the service is a fraction of, judged by the counts. */
export type RateBase = 'sent' | 'delivered' | 'unknown';

/**
 * service.txt does not say whether a rate is a fraction or a percentage, of the emails sent or of those delivered.
 * Compares all four with the counts, and allows for rounding.
 */
export function baseOf(email: Email, rate: Rate): RateBase {
  if (unitOf(email, rate, email.sent_count) !== undefined) return 'sent';
  return unitOf(email, rate, email.delivery_count) === undefined ? 'unknown' : 'delivered';
}

/** The factor that makes the service's rate a fraction of `whole`; undefined if the counts contradict it. */
function unitOf(email: Email, rate: Rate, whole: number): number | undefined {
  const sent = Number(email[`${rate}_rate`]);
  const decimals = /\.(\d+)$/.exec(String(sent))?.[1]?.length ?? 0;
  const share = whole > 0 ? email[`${rate}_count`] / whole : 0;
  const half = 0.5 * 10 ** -decimals;
  if (Math.abs(sent - share) <= Math.min(half, 0.005) + 1e-9) return 1;
  return Math.abs(sent - share * 100) <= Math.min(half, 0.5) + 1e-9 ? 0.01 : undefined;
}

/**
 * The service's own rate as a fraction.
 *
 * @returns null if nothing was sent; undefined if the counts do not show whether it is a fraction or a percentage
 */
export function serviceRate(email: Email, rate: Rate): number | null | undefined {
  const { sent_count, delivery_count } = email;
  if (Number(sent_count) === 0) return null;
  const unit = unitOf(email, rate, sent_count) ?? unitOf(email, rate, delivery_count);
  return unit === undefined ? undefined : Number(email[`${rate}_rate`]) * unit;
}
