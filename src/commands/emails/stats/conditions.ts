/** `--fail-if`: conditions on the emails shown. */
import { conditionsOf } from '../../../cli/fail-if.ts';
import type { Condition } from '../../../emails/statistics/condition.ts';
import type { EmailStatistics } from '../../../emails/statistics/statistics.ts';
import { Failure } from '../../../lib/failure.ts';
import type { Terminal } from '../../../terminal/terminal.ts';

/** Emails listed in a failure before the rest is only counted. */
const mostNamed = 5;

/** @throws Failure invalid_value that names the column */
export async function parseConditions(texts: readonly string[] = []): Promise<readonly Condition[]> {
  if (texts.length === 0) return [];
  const { parseCondition } = await import('../../../emails/statistics/condition.ts');
  return await conditionsOf(texts, parseCondition, 'complaint_rate>0.1% and complaint_count>=3');
}

/** @throws Failure condition_met; condition_unknown if none is met but one is unknown */
export async function checkConditions(
  conditions: readonly Condition[],
  emails: readonly EmailStatistics[],
  terminal: Terminal,
): Promise<void> {
  if (conditions.length === 0) return;
  const { holds } = await import('../../../emails/statistics/condition.ts');
  if (emails.length === 0) terminal.warn('--fail-if checked nothing: no emails match');
  const results = conditions.flatMap(condition =>
    emails.map(email => ({ condition, email, holds: holds(condition, email) })),
  );
  const met = results.filter(result => result.holds === true);
  if (met.length > 0) throw await failureFor('condition_met', met, emails.length);
  const unknown = results.filter(result => result.holds === undefined);
  if (unknown.length > 0) throw await failureFor('condition_unknown', unknown, emails.length);
}

async function failureFor(
  code: 'condition_met' | 'condition_unknown',
  results: readonly { readonly condition: Condition; readonly email: EmailStatistics }[],
  checked: number,
): Promise<Failure> {
  const [{ valuesText }, { subjectText }] = await Promise.all([
    import('../../../emails/statistics/condition.ts'),
    import('../../../emails/statistics/statistics.ts'),
  ]);
  const texts = [...new Set(results.map(({ condition }) => condition.text))].join('; ');
  const emails = new Set(results.map(({ email }) => email.id)).size;
  const of = checked === 1 ? 'the email' : `${emails} of ${checked} emails`;
  const message = code === 'condition_met' ? `${texts} is true for ${of}` : `${texts} is unknown for ${of}`;
  const named = results
    .slice(-mostNamed)
    .map(({ condition, email }) => `${subjectText(email)} (${email.id}): ${valuesText(condition, email)}`);
  const left = results.length - named.length;
  return new Failure(code, message, { details: [...named, ...(left > 0 ? [`and ${left} more`] : [])] });
}
