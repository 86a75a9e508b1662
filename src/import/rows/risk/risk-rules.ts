import { Failure } from '../../../lib/failure.ts';
import { type RiskAction, type RiskCause, riskCauses } from './risk.ts';

/** What is done with the rows of each cause. */
export type RiskRules = Readonly<Record<RiskCause, RiskAction>>;

/** What is certain is acted on; what may be right is kept and reported. */
const defaults: RiskRules = {
  reserved_domain: 'reject',
  unknown_tld: 'reject',
  misspelt_domain: 'keep',
  disposable_domain: 'keep',
  role_address: 'keep',
  example_domain: 'keep',
};

const kept = Object.fromEntries(riskCauses.map(cause => [cause, 'keep'])) as Record<RiskCause, RiskAction>;

/**
 * @param texts values of `--risky`: `<action>` for all causes, `<cause>=<action>` for one; the last one counts
 * @param isKnown the people are in the account already, as in an export of this program: no row is rejected
 * @throws Failure invalid_value
 */
export function riskRules(texts: readonly string[], isKnown: boolean): RiskRules {
  const rules: Record<RiskCause, RiskAction> = { ...(isKnown ? kept : defaults) };
  for (const text of texts) {
    const { causes, action } = parseRisky(text);
    for (const cause of causes) rules[cause] = action;
  }
  return rules;
}

export function isDecided(texts: readonly string[], cause: RiskCause): boolean {
  return texts.some(text => parseRisky(text).causes.includes(cause));
}

/** @throws Failure invalid_value */
export function parseRisky(text: string): {
  readonly causes: readonly RiskCause[];
  readonly action: RiskAction;
} {
  const [, name, what = ''] = /^(?:(\w+)=)?(.*)$/s.exec(text.trim()) ?? [];
  const causes = name === undefined ? riskCauses : riskCauses.filter(cause => cause === name);
  if ((what === 'keep' || what === 'reject') && causes.length > 0) return { causes, action: what };
  throw new Failure('invalid_value', `--risky "${text}": expected keep or reject`, {
    details: [`for one cause: <cause>=<what>; causes: ${riskCauses.join(', ')}`],
    hint: '--risky reject, --risky misspelt_domain=reject',
  });
}
