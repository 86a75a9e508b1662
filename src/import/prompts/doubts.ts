/** Columns that may say who must not be emailed, gathered from all files: each is asked about once. */
import { columnName, typedColumn } from '../columns/columns.ts';
import type { ColumnSurvey } from '../consent/column-survey.ts';
import type { ConsentRules } from '../consent/consent.ts';
import { type IgnoredColumn, passedOver } from '../consent/ignored-columns.ts';
import type { Doubt } from '../consent/proposal.ts';
import { targetName } from '../rows/values/target.ts';
import { sameColumns, withoutFile } from '../screen/same-columns.ts';
import type { ImportPlan } from '../state.ts';

/** A column in doubt, of one file or of all that have it. */
export interface DoubtfulColumn extends Omit<Doubt, 'column'> {
  readonly name: string;
  /** Its name in a flag. */
  readonly typed: string;
  /** What `--map` takes to say that it is not about consent. */
  readonly harmless: string;
  /** Where it stands. */
  readonly places: readonly { readonly plan: ImportPlan; readonly column: number }[];
}

/** The columns of a file to ask about. @param reviewed ignored columns to ask about, too */
export function doubtsIn(
  consent: ConsentRules | undefined,
  reviewed: readonly IgnoredColumn[],
  survey: ColumnSurvey,
): ImportPlan['doubts'] {
  if (consent === undefined) return [];
  const { unclear } = consent;
  const shown = new Set(passedOver([reviewed]).map(({ column }) => column));
  const further = reviewed.filter(
    ({ name, column }) => shown.has(name) && !unclear.some(one => one.column === column),
  );
  return [
    ...unclear,
    ...further.map(({ column }) => {
      const { examples, empty } = survey.counts(column);
      return { column, examples, empty, leavesOut: [], undecided: [], isPassedOver: true };
    }),
  ];
}

/** The columns in doubt. One that is in doubt in every file that has it is named once. */
export function doubtsOf(plans: readonly ImportPlan[]): DoubtfulColumn[] {
  const all = plans.flatMap(plan => plan.doubts.map(doubt => ({ ...doubt, plan })));
  return sameColumns(all, plans, harmlessTarget).map(group => {
    const [{ plan, column }] = group;
    const examples = new Map<string, number>();
    for (const { value, count } of group.flatMap(one => one.examples))
      examples.set(value, (examples.get(value) ?? 0) + count);
    const isOne = group.length === 1;
    return {
      name: isOne ? columnName(plan.dialect, column) : (plan.dialect.names[column] ?? ''),
      typed: typedColumn(isOne ? plan.dialect : withoutFile(plan).dialect, column),
      harmless: harmlessTarget(group[0]),
      examples: [...examples].map(([value, count]) => ({ value, count })),
      empty: group.reduce((sum, { empty }) => sum + empty, 0),
      leavesOut: [...new Set(group.flatMap(one => one.leavesOut))],
      undecided: [...new Set(group.flatMap(one => one.undecided))],
      isPassedOver: group.every(one => one.isPassedOver),
      places: group,
    };
  });
}

/** The target of a column without consent meaning. */
function harmlessTarget({ plan, column }: { readonly plan: ImportPlan; readonly column: number }): string {
  const target = plan.mapping.targets[column];
  const isNamed = target?.to === 'field' || target?.to === 'tags' || target?.to === 'email';
  return isNamed ? targetName(target) : 'skip';
}
