/** Conditions of `subscribers check --fail-if`: `misspelt>0 and no_domain>2%`. */
import { Failure } from '../../lib/failure.ts';
import { nearest } from '../../lib/text/nearest.ts';
import { type CheckName, checkNames, isOfAccount } from './finding.ts';

const operators: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>=': (value, limit) => value >= limit,
  '<=': (value, limit) => value <= limit,
  '!=': (value, limit) => value !== limit,
  '==': (value, limit) => value === limit,
  '>': (value, limit) => value > limit,
  '<': (value, limit) => value < limit,
  '=': (value, limit) => value === limit,
};

interface Comparison {
  readonly finding: CheckName;
  readonly operator: string;
  /** For a share a fraction, 0 to 1. */
  readonly limit: number;
  readonly isShare: boolean;
}

export interface CheckCondition {
  /** As typed. */
  readonly text: string;
  /** All must be true. */
  readonly all: readonly Comparison[];
}

/** Parses conditions: `<finding> <operator> <number>[%] [and …]`. @throws Failure invalid_value */
export function parseConditions(texts: readonly string[]): readonly CheckCondition[] {
  return texts.map(text => ({
    text,
    all: text.split(/\band\b|&&/i).map(part => comparisonFrom(part.trim(), text)),
  }));
}

function comparisonFrom(part: string, text: string): Comparison {
  const [, name = '', operator = '', number, percent] =
    /^(\w+)\s*(>=|<=|!=|==|>|<|=)\s*(\d+(?:\.\d+)?)\s*(%?)$/.exec(part) ?? [];
  if (number === undefined) throw invalid(text, `expected <finding> > <number>, not "${part}"`);
  const finding = checkNames.find(each => each === name.toLowerCase());
  if (finding === undefined) {
    const near = nearest(name, [...checkNames]);
    const known = near === undefined ? ` (${checkNames.join(', ')})` : `: did you mean ${near}?`;
    throw invalid(text, `unknown finding "${name}"${known}`);
  }
  const isShare = percent === '%';
  if (isShare && isOfAccount(finding)) throw invalid(text, `${name} is a count: expected a number without %`);
  // 0.1 / 100 is 0.001, not 0.0010000000000000000208.
  const limit = isShare ? Number((Number(number) / 100).toPrecision(12)) : Number(number);
  return { finding, operator, limit, isShare };
}

function invalid(text: string, problem: string): Failure {
  return new Failure('invalid_value', `--fail-if "${text}": ${problem}`, {
    hint: "for example: --fail-if 'misspelt>0'",
  });
}

/** @param people number of people checked; percentages are of them */
export function isMet(
  { all }: CheckCondition,
  counts: ReadonlyMap<CheckName, number>,
  people: number,
): boolean {
  return all.every(({ finding, operator, limit, isShare }) => {
    const count = counts.get(finding) ?? 0;
    return operators[operator]?.(isShare ? count / Math.max(people, 1) : count, limit) === true;
  });
}
