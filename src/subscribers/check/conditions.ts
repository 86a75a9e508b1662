/** Conditions of `subscribers check --fail-if`: `misspelt>0`, `disposable>2%`. */
import { type ConditionMetrics, isTrueOf, type ParsedCondition } from '../../lib/conditions.ts';
import { type CheckName, checkNames, isOfAccount } from './finding.ts';

export const checkMetrics: ConditionMetrics<CheckName> = {
  byName: new Map(checkNames.map(name => [name, name])),
  kindOf: name => (isOfAccount(name) ? 'count' : 'either'),
  called: 'finding',
  example: 'misspelt>0',
};

export type CheckCondition = ParsedCondition<CheckName>;

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
