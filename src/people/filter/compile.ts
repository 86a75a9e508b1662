/** From an expression to a test of people, with the kinds of the account's fields. */
import type { Subscriber } from '../../contract/index.ts';
import { folded } from '../../lib/text/folded.ts';
import { timeRange } from '../../lib/time-range.ts';
import { tagKey } from '../tags.ts';
import { type Attribute, type Attributes, type ComparedValue, decimal } from './attributes.ts';
import type { Expression, FieldTest, Operand } from './grammar.ts';
import { patternOf } from './pattern.ts';
import { FilterProblem, suggestion } from './problem.ts';
import type { FilterOperator } from './tokens.ts';

export type PersonTest = (person: Subscriber) => boolean;
type ValueTest = (value: NonNullable<ComparedValue>) => boolean;

/**
 * Makes a test of people. A missing value passes no test except `is null`; `not` is always the opposite.
 *
 * @param now milliseconds since 1970, for `30 days ago`
 * @throws FilterProblem for unknown fields, and for operators and values that do not fit a field
 */
export async function compile(
  expression: Expression,
  attributes: Attributes,
  now: number,
): Promise<PersonTest> {
  switch (expression.kind) {
    case 'not': {
      const test = await compile(expression.part, attributes, now);
      return person => !test(person);
    }
    case 'test':
      return await fieldTest(expression, attributes.named(expression.field), now);
    default: {
      const tests: PersonTest[] = [];
      for (const part of expression.parts) tests.push(await compile(part, attributes, now));
      const isAll = expression.kind === 'all';
      return person => (isAll ? tests.every(test => test(person)) : tests.some(test => test(person)));
    }
  }
}

async function fieldTest(test: FieldTest, attribute: Attribute, now: number): Promise<PersonTest> {
  const read = test.operator === 'matches' ? (attribute.written ?? attribute.read) : attribute.read;
  if (test.operator === 'isEmpty') {
    return person => {
      const value = read(person);
      return value === undefined || (typeof value === 'object' && value.length === 0);
    };
  }
  const holds = await valueTest(test, attribute, now);
  return person => {
    const value = read(person);
    return value !== undefined && holds(value);
  };
}

const operatorsOf: Readonly<Record<Attribute['kind'], readonly FilterOperator[]>> = {
  text: ['equals', 'in', 'matches', 'contains', 'startsWith', 'endsWith'],
  choice: ['equals', 'in', 'matches', 'contains', 'startsWith', 'endsWith'],
  number: ['equals', 'in', 'less', 'atMost', 'greater', 'atLeast'],
  time: ['equals', 'in', 'less', 'atMost', 'greater', 'atLeast'],
  boolean: ['equals', 'isTrue'],
  tags: ['has', 'in', 'matches'],
};

async function valueTest(test: FieldTest, attribute: Attribute, now: number): Promise<ValueTest> {
  const { operator, values } = test;
  if (!operatorsOf[attribute.kind].includes(operator)) throw wrongOperator(test, attribute);
  if (operator === 'isTrue') return value => value === true;
  const [first] = values;
  if (operator === 'matches' && first !== undefined) return await patternTest(first);
  const tests = values.map(value => singleTest(operator, attribute, value, now));
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return value => tests.some(holds => holds(value));
}

/** @param operator one that fits the attribute */
function singleTest(operator: FilterOperator, attribute: Attribute, value: Operand, now: number): ValueTest {
  switch (attribute.kind) {
    case 'number': {
      const number = numberIn(value, attribute);
      return rangeTest(operator, number, number);
    }
    case 'time': {
      const { start, end } = timeIn(value, attribute, now);
      return rangeTest(operator, start, end - 1);
    }
    case 'boolean': {
      const wanted = booleanIn(value, attribute);
      return actual => actual === wanted;
    }
    case 'tags': {
      const wanted = tagKey(value.text);
      return actual => typeof actual === 'object' && actual.includes(wanted);
    }
    default:
      return textTest(operator, attribute, value);
  }
}

/** Compares with all numbers from `first` to `last`: a day is a range of times. */
function rangeTest(operator: FilterOperator, first: number, last: number): ValueTest {
  switch (operator) {
    case 'less':
      return value => Number(value) < first;
    case 'atMost':
      return value => Number(value) <= last;
    case 'greater':
      return value => Number(value) > last;
    case 'atLeast':
      return value => Number(value) >= first;
    default:
      return value => Number(value) >= first && Number(value) <= last;
  }
}

function textTest(
  operator: FilterOperator,
  { name, kind, choices = [] }: Attribute,
  value: Operand,
): ValueTest {
  const wanted = folded(value.text);
  switch (operator) {
    case 'contains':
      return actual => String(actual).includes(wanted);
    case 'startsWith':
      return actual => String(actual).startsWith(wanted);
    case 'endsWith':
      return actual => String(actual).endsWith(wanted);
    default:
      if (kind === 'choice' && !choices.includes(wanted)) {
        const near = suggestion(value.text, choices);
        throw new FilterProblem(
          value.at,
          `unknown ${name} "${value.text}"${near}`,
          near === '' ? `${name} is one of ${choices.join(', ')}` : undefined,
        );
      }
      return actual => actual === wanted;
  }
}

async function patternTest(value: Operand): Promise<ValueTest> {
  const matches = await patternOf(value);
  return actual => (typeof actual === 'object' ? actual.some(matches) : matches(String(actual)));
}

function numberIn({ text, at }: Operand, { name }: Attribute): number {
  if (decimal.test(text)) return Number(text);
  throw new FilterProblem(at, `${name} is a number field, but "${text}" is not a number`);
}

function timeIn({ text, at }: Operand, { name }: Attribute, now: number) {
  const range = timeRange(text, now);
  if (range !== undefined) return range;
  throw new FilterProblem(
    at,
    `${name} is a date field, but "${text}" is not a date`,
    '2026-01-31, 2026-01, "2026-01-31T10:00Z", today, yesterday, last week, 30 days ago',
  );
}

function booleanIn({ text, at }: Operand, { name }: Attribute): boolean {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'yes') return true;
  if (word === 'false' || word === 'no') return false;
  throw new FilterProblem(at, `${name} is true or false, not "${text}"`);
}

const kindNames: Readonly<Record<Attribute['kind'], string>> = {
  text: 'text',
  choice: 'text',
  number: 'a number',
  time: 'a date',
  boolean: 'true or false',
  tags: 'a list of tags',
};
const howToAsk: Readonly<Record<Attribute['kind'], string>> = {
  text: '= != ~ !~ in, contains, starts with, ends with, is null',
  choice: '= != ~ !~ in, contains, is null',
  number: '= != < <= > >= in, is null',
  time: '= != < <= > >= in, is null',
  boolean: '= true, = false, is null',
  tags: 'has, in (any of them), ~, is null',
};

function wrongOperator({ typed }: FieldTest, { name, kind }: Attribute): FilterProblem {
  // Without an operator the field itself stands for it.
  const isMissing = typed.text.toLowerCase() === name.toLowerCase();
  const asked = isMissing ? 'needs an operator' : `cannot be compared with ${typed.text}`;
  return new FilterProblem(
    typed.at,
    `${name} is ${kindNames[kind]} and ${asked}`,
    `${name}: ${howToAsk[kind]}`,
  );
}
