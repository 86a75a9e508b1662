/** Conditions of `subscribers check --fail-if`: `misspelt>0`, `no_domain>2%`. */
import { Failure } from '../../lib/failure.ts';
import { nearest } from '../../lib/text/nearest.ts';
import { type CheckName, checkNames, isOfAccount } from './finding.ts';

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
