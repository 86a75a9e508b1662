/** What `subscribers check` finds. The names are a public interface. */
import { Failure } from '../../lib/failure.ts';
import type { FindingKind } from '../../lib/finding.ts';
import { nearest } from '../../lib/text/nearest.ts';

/** In the order in which they are printed. */
export const checkKinds = {
  misspelt: { severity: 'error', meaning: 'addresses at misspelt domains of large providers' },
  invalid: { severity: 'error', meaning: 'addresses that no mail server accepts' },
  no_domain: { severity: 'error', meaning: 'addresses at top-level domains that do not exist' },
  disposable: { severity: 'warning', meaning: 'addresses at disposable domains' },
  duplicate: { severity: 'warning', meaning: 'people listed twice: by case, +tags, dots, or a typo' },
  role: { severity: 'warning', meaning: 'role addresses such as info@' },
  misfit: { severity: 'warning', meaning: "people with a value not of its field's kind" },
  example: { severity: 'info', meaning: 'addresses at domains for examples' },
  never_emailed: { severity: 'info', meaning: 'people who were never sent an email' },
  unused_field: { severity: 'info', meaning: 'custom fields that nobody has' },
  single_field: { severity: 'info', meaning: 'custom fields of one person that no group asks for' },
  unused_tag: { severity: 'info', meaning: 'tags that a group asks for and nobody has' },
  single_tag: { severity: 'info', meaning: 'tags of one person that no group asks for' },
} as const satisfies Record<string, FindingKind>;

export type CheckName = keyof typeof checkKinds;

export const checkNames = Object.keys(checkKinds) as readonly CheckName[];

/** Those that count fields and tags instead of people. */
const ofAccount: ReadonlySet<CheckName> = new Set([
  'unused_field',
  'single_field',
  'unused_tag',
  'single_tag',
]);

/** Whether a finding is about the fields and tags of the account, not about people. */
export function isOfAccount(name: CheckName): boolean {
  return ofAccount.has(name);
}

/** The tag that marks people whose finding was dealt with: they are not counted again. */
export const reviewTag = (name: CheckName) => `check:${name}`;
/** What all such tags begin with. */
export const reviewPrefix = 'check:';

/** Examples of a finding. */
export const mostExamples = 3;

/** A person of a finding. */
export interface FoundPerson {
  readonly id: string;
  readonly email: string;
  /** The address that was probably meant. */
  readonly suggestion?: string | undefined;
  /** What is wrong, in words. */
  readonly reason?: string | undefined;
}

/** What was found of one kind. */
export interface CheckFinding {
  readonly name: CheckName;
  /** Number of people, fields or tags. */
  readonly count: number;
  /** People who have the review tag: not counted. */
  readonly tagged: number;
  /** The first three; for fields and tags, all of them, by variable. */
  readonly examples: readonly (FoundPerson | string)[];
  /** All people, if they were asked for. */
  readonly people: readonly FoundPerson[];
}

/** Of `--fail-if`: `misspelt>0`, `no_domain>2%`. */
export interface CheckCondition {
  /** As typed. */
  readonly text: string;
  readonly finding: CheckName;
  /** Exceeded by more people, fields or tags; a share in percent of the people. */
  readonly limit: number;
  readonly isShare: boolean;
}

/** Parses `<finding> > <number>[%]`. @throws Failure invalid_value */
export function parseCondition(text: string): CheckCondition {
  const [, name = '', number, percent] = /^\s*(\w+)\s*>\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text) ?? [];
  if (number === undefined) throw invalid(text, 'expected <finding> > <number>');
  const finding = checkNames.find(each => each === name.toLowerCase());
  if (finding === undefined) {
    const near = nearest(name, [...checkNames]);
    const known = near === undefined ? ` (${checkNames.join(', ')})` : `: did you mean ${near}?`;
    throw invalid(text, `unknown finding "${name}"${known}`);
  }
  const isShare = percent === '%';
  if (isShare && isOfAccount(finding)) throw invalid(text, `${name} is a count: expected a number without %`);
  return { text, finding, limit: Number(number), isShare };
}

function invalid(text: string, problem: string): Failure {
  return new Failure('invalid_value', `--fail-if "${text}": ${problem}`, {
    hint: "for example: --fail-if 'misspelt>0'",
  });
}

/** @param people number of people checked; percentages are of them */
export function isMet({ limit, isShare }: CheckCondition, count: number, people: number): boolean {
  return isShare ? count * 100 > limit * people : count > limit;
}
