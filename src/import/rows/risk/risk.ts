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
