/** Columns that may say who must not be emailed, gathered from all files: each is asked about once. */
import { columnName, typedColumn } from '../columns/columns.ts';
import { normalizeName } from '../columns/header-names.ts';
import type { ColumnSurvey } from '../consent/column-survey.ts';
import type { ConsentRules } from '../consent/consent.ts';
import { type IgnoredColumn, passedOver } from '../consent/ignored-columns.ts';
import type { Doubt } from '../consent/proposal.ts';
import { type ColumnTarget, targetName } from '../rows/values/target.ts';
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
  const single = plans.flatMap(plan => plan.doubts.map(doubt => ofFile(plan, doubt)));
  const byKey = new Map<string, DoubtfulColumn[]>();
  for (const one of single) {
    const key = keyOf(one, single, plans);
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  return [...byKey.values()].flatMap(all => (all.length === 1 ? all : joint(all)));
}

function ofFile(plan: ImportPlan, doubt: ImportPlan['doubts'][number]): DoubtfulColumn {
  const { dialect, mapping } = plan;
  const { column, ...said } = doubt;
  return {
    name: columnName(dialect, column),
    typed: typedColumn(dialect, column),
    harmless: harmlessTarget(mapping.targets[column]),
    ...said,
    places: [{ plan, column }],
  };
}

/** The target of a column without consent meaning. */
function harmlessTarget(target: ColumnTarget | undefined): string {
  const isNamed = target?.to === 'field' || target?.to === 'tags' || target?.to === 'email';
  return isNamed ? targetName(target) : 'skip';
}

/** A flag without a file is about every file that has the column: not if one of them is understood. */
function keyOf(
  { typed, harmless, places }: DoubtfulColumn,
  all: readonly DoubtfulColumn[],
  plans: readonly ImportPlan[],
): string {
  const [place] = places;
  const name = normalizeName(place?.plan.dialect.header[place.column] ?? '');
  const isOfSame = ({ dialect }: ImportPlan) => dialect.header.some(one => normalizeName(one) === name);
  const isAsked = (plan: ImportPlan) =>
    all.some(
      other =>
        other.harmless === harmless &&
        other.places[0]?.plan === plan &&
        normalizeName(plan.dialect.header[other.places[0].column] ?? '') === name,
    );
  const isNumber = place !== undefined && typed !== typedName(place);
  return !isNumber && name !== '' && plans.filter(isOfSame).every(isAsked) ? `${name}\n${harmless}` : typed;
}

/** The name of a column as a flag takes it for one file, if it is not its number. */
function typedName({ plan: { dialect }, column }: DoubtfulColumn['places'][number]): string {
  return `${dialect.prefix ?? ''}${(dialect.header[column] ?? '').trim()}`;
}

function joint(all: readonly DoubtfulColumn[]): DoubtfulColumn[] {
  const [first] = all;
  const [place] = first?.places ?? [];
  if (first === undefined || place === undefined) return [];
  const examples = new Map<string, number>();
  for (const { value, count } of all.flatMap(one => one.examples))
    examples.set(value, (examples.get(value) ?? 0) + count);
  return [
    {
      name: place.plan.dialect.names[place.column] ?? '',
      typed: typedColumn({ ...place.plan.dialect, prefix: '' }, place.column),
      harmless: first.harmless,
      examples: [...examples].map(([value, count]) => ({ value, count })),
      empty: all.reduce((sum, { empty }) => sum + empty, 0),
      leavesOut: [...new Set(all.flatMap(one => one.leavesOut))],
      undecided: [...new Set(all.flatMap(one => one.undecided))],
      isPassedOver: all.every(one => one.isPassedOver),
      places: all.flatMap(one => one.places),
    },
  ];
}
