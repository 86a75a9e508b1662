/** Conditions of `subscribers check --fail-if`: `misspelt>0`, `role>2%`. */
import {
  type ConditionMetrics,
  isTrueOf,
  type ParsedCondition,
  parseCondition,
} from '../../lib/conditions.ts';
import { nearest } from '../../lib/text/nearest.ts';
import { type CheckName, checkNames, isOfAccount } from './finding.ts';

const metrics: ConditionMetrics<CheckName> = {
  named: name => checkNames.find(known => known === name),
  kindOf: name => (isOfAccount(name) ? 'count' : 'either'),
  unknown(name) {
    const near = nearest(name, checkNames);
    return near === undefined
      ? `unknown finding "${name}" (${checkNames.join(', ')})`
      : `unknown finding "${name}": did you mean ${near}?`;
  },
  example: 'misspelt',
};

export type CheckCondition = ParsedCondition<CheckName>;

/** Parses `<finding> <operator> <number or percentage> [and …]`. @throws ConditionProblem */
export function parseCheckCondition(text: string): CheckCondition {
  return parseCondition(text, metrics);
}

/** @param people number of people checked; percentages are of them */
export function isMet(
  { all }: CheckCondition,
  counts: ReadonlyMap<CheckName, number>,
  people: number,
): boolean {
  return all.every(comparison => {
    const count = counts.get(comparison.metric) ?? 0;
    return isTrueOf(comparison, comparison.isShare ? count / Math.max(people, 1) : count);
  });
}
