/** From `--where` to the filters of a group, in the sandbox's reading of them: service.txt does not show what they do. */
import type { Json } from '../../contract/schema.ts';
import { filterFields, opposites } from '../../lib/filter-operators.ts';
import { timeRange } from '../../lib/time-range.ts';
import type { Attribute, Attributes } from '../filter/attributes.ts';
import type { Expression, FieldTest, Operand } from '../filter/grammar.ts';
import { FilterProblem } from '../filter/problem.ts';
import type { FilterOperator } from '../filter/tokens.ts';

/** As `POST /v1/groups` takes it. */
export type WrittenFilter = {
  readonly field: string;
  readonly operator: string;
  readonly value?: Json;
};

const day = 24 * 60 * 60_000;

/**
 * The filters that select the same people; all of them must hold.
 *
 * @param expression one that fits the attributes
 * @throws FilterProblem at the part that filters cannot say
 */
export function translated(expression: Expression, attributes: Attributes, isNot = false): WrittenFilter[] {
  switch (expression.kind) {
    case 'not':
      return translated(expression.part, attributes, !isNot);
    case 'search':
      throw new FilterProblem(0, 'the filters of a group cannot search all fields');
    case 'test':
      return translatedTest(expression, attributes.named(expression.field), isNot);
    default:
      // The opposite of "a or b" is "neither a nor b".
      if ((expression.kind === 'any') === isNot)
        return expression.parts.flatMap(part => translated(part, attributes, isNot));
      throw unsayable(firstOperand(expression), isNot ? 'the opposite of "and"' : '"or"');
  }
}

function translatedTest(test: FieldTest, attribute: Attribute, isNot: boolean): WrittenFilter[] {
  const { name: field, kind } = attribute;
  const { operator, values } = test;
  if (!field.startsWith('fields.') && !filterFields.some(name => name === field))
    throw unsayable(test.field, field);
  if (operator === 'isEmpty') return [filterOf(field, 'not_exists', isNot)];
  if (operator === 'isTrue') return [equality(field, true, isNot)];
  const [first, ...others] = values;
  if (first === undefined) return [];
  // "not in (a, b)" is "neither a nor b".
  if (others.length > 0 && !isNot) throw unsayable(test.typed, 'several values, which is "or"');
  return values.flatMap(value =>
    kind === 'time' ? times(test, attribute, value, isNot) : [single(test, attribute, value, isNot)],
  );
}

/** Operators of `--where` that have one name in filters; equality has several in `--where`. */
const names: Readonly<Partial<Record<FilterOperator, string>>> = {
  contains: 'contains',
  startsWith: 'starts_with',
  endsWith: 'ends_with',
  greater: 'greater_than',
  less: 'less_than',
};

function single(
  { operator, typed }: FieldTest,
  { name: field, kind }: Attribute,
  { text }: Operand,
  isNot: boolean,
): WrittenFilter {
  const value = kind === 'number' ? Number(text) : kind === 'boolean' ? /^true$/i.test(text) : text;
  if (operator === 'equals' || operator === 'has' || operator === 'in') return equality(field, value, isNot);
  const name = names[operator] ?? '';
  const written = isNot ? opposites[name] : names[operator];
  if (written === undefined) throw unsayable(typed, `${isNot ? 'not ' : ''}${typed.text}`);
  return { field, operator: written, value };
}

/** @param operator one that has an opposite */
function filterOf(field: string, operator: string, isNot: boolean): WrittenFilter {
  return { field, operator: isNot ? (opposites[operator] ?? operator) : operator };
}

function equality(field: string, value: Json, isNot: boolean): WrittenFilter {
  return { ...filterOf(field, 'equals', isNot), value };
}

/** A day, month or year is a range of times, with its ends in other filters. */
function times(
  { operator, typed }: FieldTest,
  { name: field }: Attribute,
  value: Operand,
  isNot: boolean,
): WrittenFilter[] {
  const [range, later] = [timeRange(value.text, 0), timeRange(value.text, 400 * day)];
  if (range === undefined || range.start !== later?.start) {
    throw new FilterProblem(
      value.at,
      `a group keeps the date of today: "${value.text}" would not move with it`,
      'write the date, such as 2026-01-31',
    );
  }
  const { start, end } = range;
  const isDate = field.startsWith('fields.');
  if (isDate && operator === 'equals' && end - start === day) return [equality(field, dayOf(start), isNot)];
  // People without a date are not in a range, and its opposite has them.
  if (isNot) throw unsayable(typed, `not ${typed.text} of a time`);
  const from = (time: number): WrittenFilter => ({
    field,
    operator: 'greater_than',
    // As text, 23:59:59.999Z is less than 23:59:59Z.
    value: isDate ? dayOf(time - 1) : `${new Date(time - 1).toISOString().slice(0, 19)}Z`,
  });
  const before = (time: number): WrittenFilter => ({
    field,
    operator: 'less_than',
    value: isDate ? dayOf(time + day - 1) : new Date(time).toISOString(),
  });
  switch (operator) {
    case 'less':
      return [before(start)];
    case 'atMost':
      return [before(end)];
    case 'greater':
      return [from(end)];
    case 'atLeast':
      return [from(start)];
    default:
      return [from(start), before(end)];
  }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function firstOperand(expression: Expression): Operand {
  switch (expression.kind) {
    case 'test':
      return expression.field;
    case 'not':
      return firstOperand(expression.part);
    case 'search':
      return { text: expression.text, at: 0 };
    default: {
      const [first] = expression.parts;
      return first === undefined ? { text: '', at: 0 } : firstOperand(first);
    }
  }
}

function unsayable({ at }: Operand, what: string): FilterProblem {
  return new FilterProblem(
    at,
    `the filters of a group cannot say ${what}`,
    "give those people a tag: newsletter subscribers update --where '<expression>' --add-tag <tag>, then groups create --where 'tags has <tag>'",
  );
}

/** A filter as `--filter` takes it. */
export function filterText({
  field,
  operator,
  value,
}: {
  field: string;
  operator: string;
  value?: unknown;
}): string {
  if (value === undefined) return `${field}:${operator}`;
  return `${field}:${operator}:${typeof value === 'string' && !isJson(value) ? value : JSON.stringify(value)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return /^\s*[[{]/.test(text);
  }
}
