import { Failure } from '../../../lib/failure.ts';

/** Addresses at which mail is likely to bounce, or that are soon given up. */

/** Why an address is risky: a public list (codes of rows, and causes in the summary), the worst first. */
export const riskCauses = ['unknown_tld', 'misspelt_domain', 'disposable_domain'] as const;

export type RiskCause = (typeof riskCauses)[number];

export interface Risk {
  readonly cause: RiskCause;
  /** The domain that was meant. */
  readonly suggestion?: string | undefined;
}

export interface JudgedRisk extends Risk {
  readonly action: RiskAction;
}

/**
 * Judges an address in lower case, an international domain by its A-labels; undefined: nothing is wrong. `at` is where its
 * @ stands.
 */
export type AddressJudge = (address: string, at: number) => JudgedRisk | undefined;

/** What is done with a risky row: it is sent and reported, or rejected. */
export type RiskAction = 'keep' | 'reject';

/** What is wrong with an address, in words, and what was meant. */
export function riskText({ cause, suggestion }: Risk, address: string): string {
  const text = texts[cause](address.slice(address.lastIndexOf('@') + 1));
  return suggestion === undefined ? text : `${text}: ${suggestion}?`;
}

const texts: Readonly<Record<RiskCause, (domain: string) => string>> = {
  unknown_tld: domain => `".${domain.slice(domain.lastIndexOf('.') + 1)}" is not a top-level domain`,
  misspelt_domain: domain => `"${domain}" looks misspelt`,
  disposable_domain: domain => `"${domain}" is a disposable email domain`,
};

/** What is wrong with all rows of a cause, to stand behind their number. */
export const riskLabels: Readonly<Record<RiskCause, string>> = {
  unknown_tld: 'in top-level domains that do not exist',
  misspelt_domain: 'in domains that look misspelt',
  disposable_domain: 'in disposable domains',
};

export type RiskRules = Readonly<Record<RiskCause, RiskAction>>;

/**
 * What is certain is rejected; what may be right is kept and reported.
 *
 * @param texts values of `--risky`: `<action>` for all causes, `<cause>=<action>` for one; the last one counts
 * @param isKnown the people are in the account already, as in an export of this program: no row is rejected
 * @throws Failure invalid_value
 */
export function riskRules(texts: readonly string[], isKnown: boolean): RiskRules {
  const rules: Record<RiskCause, RiskAction> = {
    unknown_tld: isKnown ? 'keep' : 'reject',
    misspelt_domain: 'keep',
    disposable_domain: 'keep',
  };
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

export interface RiskCount {
  readonly cause: RiskCause;
  readonly action: RiskAction;
  /** Addresses that are sent, or rows that are rejected. */
  readonly count: number;
  /** The first address, and the row number of its row. */
  readonly example: string;
  readonly rowNumber: number;
  /** What its domain was meant to be. */
  readonly suggestion: string | undefined;
}

export class RiskCounts {
  readonly #counts = new Map<RiskCause, RiskCount & { count: number }>();
  /** Of misspelt addresses that are sent, the address that was meant. */
  readonly meant = new Map<string, string>();

  /** @param example the address */
  add({ cause, action, suggestion }: JudgedRisk, example: string, rowNumber: number): void {
    if (cause === 'misspelt_domain' && action === 'keep') {
      const key = example.toLowerCase();
      this.meant.set(key, key.slice(0, key.lastIndexOf('@') + 1) + suggestion);
    }
    const known = this.#counts.get(cause);
    if (known !== undefined) known.count++;
    else this.#counts.set(cause, { cause, action, count: 1, example, rowNumber, suggestion });
  }

  /** In the order of the causes: the worst first. */
  list(): RiskCount[] {
    return riskCauses.flatMap(cause => this.#counts.get(cause) ?? []);
  }
}
