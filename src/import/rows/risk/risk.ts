import { Failure } from '../../../lib/failure.ts';

/** Addresses at which mail is likely to bounce or annoy, judged without network requests. */

/** Why an address is risky: a public list (codes of rows, and causes in the summary). */
export const riskCauses = [
  'reserved_domain',
  'unknown_tld',
  'misspelt_domain',
  'disposable_domain',
  'role_address',
  'example_domain',
] as const;

export type RiskCause = (typeof riskCauses)[number];

/** What is wrong with an address. */
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

/** Mail to these certainly comes back, or nearly so. Those of RFC 2606 stand for people in files made for trials. */
const bouncing: ReadonlySet<RiskCause> = new Set(['reserved_domain', 'unknown_tld', 'misspelt_domain']);

export function bounces(cause: RiskCause): boolean {
  return bouncing.has(cause);
}

/** What is wrong with an address, in words, and what was meant. */
export function riskText({ cause, suggestion }: Risk, address: string): string {
  const text = texts[cause](address.slice(address.lastIndexOf('@') + 1));
  return suggestion === undefined ? text : `${text}: ${suggestion}?`;
}

const texts: Readonly<Record<RiskCause, (domain: string) => string>> = {
  reserved_domain: domain => `"${domain}" is a reserved domain that gets no mail`,
  unknown_tld: domain => `".${domain.slice(domain.lastIndexOf('.') + 1)}" is not a top-level domain`,
  misspelt_domain: domain => `"${domain}" looks misspelt`,
  disposable_domain: domain => `"${domain}" is a disposable email domain`,
  role_address: () => 'a role address, not a person',
  example_domain: domain => `"${domain}" is a domain for examples`,
};

/** What is wrong with all rows of a cause, to stand behind their number. */
export const riskLabels: Readonly<Record<RiskCause, string>> = {
  reserved_domain: 'in reserved domains',
  unknown_tld: 'in top-level domains that do not exist',
  misspelt_domain: 'in domains that look misspelt',
  disposable_domain: 'in disposable domains',
  role_address: 'at role addresses',
  example_domain: 'in example domains',
};

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

/** Rows that are risky for the same cause. */
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

/** Counts risky rows by cause. */
export class RiskCounts {
  readonly #counts = new Map<RiskCause, RiskCount & { count: number }>();
  /** Most risks of a file are alike. */
  #last: { readonly risk: JudgedRisk; readonly count: { count: number } } | undefined;

  /** @param example the address */
  add(risk: JudgedRisk, example: string, rowNumber: number): void {
    if (this.#last?.risk !== risk) this.#last = { risk, count: this.#countOf(risk, example, rowNumber) };
    this.#last.count.count++;
  }

  #countOf({ cause, action, suggestion }: JudgedRisk, example: string, rowNumber: number): { count: number } {
    const known = this.#counts.get(cause);
    if (known !== undefined) return known;
    const count = { cause, action, count: 0, example, rowNumber, suggestion };
    this.#counts.set(cause, count);
    return count;
  }

  /** In the order of the causes: the worst first. */
  list(): RiskCount[] {
    return riskCauses.flatMap(cause => this.#counts.get(cause) ?? []);
  }

  /** Addresses that are sent, and from which mail would come back. */
  get bouncing(): number {
    return this.list()
      .filter(({ cause, action }) => bounces(cause) && action !== 'reject')
      .reduce((sum, { count }) => sum + count, 0);
  }
}
