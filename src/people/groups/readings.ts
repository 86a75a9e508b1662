/**
 * What a group's filter may mean. service.txt shows neither operators nor what they do, so these readings of usual
 * names are suppositions: one is relied on only after a group of the account has turned out to hold as many people as
 * the reading selects (`study.ts`).
 */
import type { Group } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import type { Attribute, Attributes } from '../filter/attributes.ts';
import { compile, type PersonTest } from '../filter/compile.ts';
import type { Expression, FilterOperator } from '../filter/grammar.ts';
import { FilterProblem } from '../filter/problem.ts';

export type GroupFilter = Group['filters'][number];

type Reading = readonly [FilterOperator, negated?: boolean];

/** Readings by the usual names of operators; the first is the likeliest. */
const usual: readonly (readonly [names: string, readings: readonly Reading[]])[] = [
  ['= == eq is equals equalto equal', [['equals']]],
  ['!= <> ne neq isnot notequals notequal notequalto doesnotequal', [['equals', true]]],
  ['contains includes has', [['has'], ['contains']]],
  [
    'notcontains doesnotcontain excludes notincludes hasnot nothas',
    [
      ['has', true],
      ['contains', true],
    ],
  ],
  ['startswith beginswith', [['startsWith']]],
  ['endswith', [['endsWith']]],
  ['> gt greaterthan morethan after isafter', [['greater'], ['atLeast']]],
  ['< lt lessthan before isbefore', [['less'], ['atMost']]],
  ['>= gte atleast greaterthanorequal onorafter', [['atLeast']]],
  ['<= lte atmost lessthanorequal onorbefore', [['atMost']]],
  ['exists isset present ispresent isnotempty notempty isnotnull notnull', [['isEmpty', true]]],
  ['notexists doesnotexist isnotset isempty empty isnull null missing', [['isEmpty']]],
  ['in anyof isanyof isoneof oneof', [['in']]],
  ['notin noneof isnoneof', [['in', true]]],
];
const readings = new Map(usual.flatMap(([names, all]) => names.split(' ').map(name => [name, all] as const)));

/** An operator without what services write differently: `greater_than`, `greaterThan`. */
export function operatorKey(operator: string): string {
  return operator.toLowerCase().replace(/[\s_-]/g, '');
}

/** A filter with the tests that it may mean. */
export interface ReadFilter {
  readonly filter: GroupFilter;
  /** Filters with the same key have the same readings, in the same order. */
  readonly key: string;
  readonly tests: readonly PersonTest[];
}

/** The readings of a filter; no tests where its field, operator or value is none that this program has a notion of. */
export async function readFilter(
  filter: GroupFilter,
  attributes: Attributes,
  now: number,
): Promise<ReadFilter> {
  const { field, operator, value } = filter;
  const attribute = attributeOf(field, attributes);
  const name = operatorKey(operator);
  const tests: PersonTest[] = [];
  for (const [kind, negated] of attribute === undefined ? [] : (readings.get(name) ?? [])) {
    const test = attribute && expressionOf(attribute, kind, value);
    if (test === undefined) continue;
    try {
      tests.push(await compile(negated ? { kind: 'not', part: test } : test, attributes, now));
    } catch (error) {
      // An operator that does not go with the kind of the field is no reading.
      if (!(error instanceof FilterProblem)) throw error;
    }
    // Only a day leaves open whether it belongs to what is after it.
    if (attribute?.kind === 'number') break;
  }
  return { filter, key: `${attribute?.kind} ${name}`, tests };
}

function attributeOf(field: string, attributes: Attributes): Attribute | undefined {
  for (const text of [field, `fields.${field}`]) {
    try {
      return attributes.named({ text, at: 0 });
    } catch (error) {
      if (!(error instanceof FilterProblem)) throw error;
    }
  }
  return undefined;
}

function expressionOf(
  { name, kind }: Attribute,
  operator: FilterOperator,
  value: Json | undefined,
): Expression | undefined {
  const texts = operator === 'isEmpty' ? [] : [value].flat().map(textOf);
  if (texts.includes(undefined) || (operator !== 'in' && texts.length > 1)) return undefined;
  const values = texts.flatMap(text => (text === undefined ? [] : [{ text, at: 0 }]));
  const test = { kind: 'test', field: { text: name, at: 0 }, typed: { text: operator, at: 0 } } as const;
  if (kind !== 'tags') return { ...test, operator, values };
  if (operator === 'equals') return { ...test, operator: 'has', values };
  if (operator !== 'contains') return { ...test, operator, values };
  // A part of a tag.
  return {
    ...test,
    operator: 'matches',
    values: values.map(({ text, at }) => ({ text: `\\Q${text}\\E`, at })),
  };
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
