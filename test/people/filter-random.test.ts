/** Random expressions of --where against another evaluator: written anew from `newsletter help filters`, on plain records. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CustomField, Subscriber } from '../../src/contract/index.ts';
import { parseFilter } from '../../src/people/filter/subscriber-filter.ts';

interface Person {
  readonly email: string;
  readonly tags: readonly string[];
  readonly emailed_at: string | null;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

type Test = (person: Person) => boolean;
/** An expression as typed, and what it means. */
interface Sentence {
  readonly text: string;
  readonly holds: Test;
}

const cities = ['Berlin', 'berlin', 'New York', 'Zürich', 'or', 'x'];
const tags = ['vip', 'VIP', 'press list', 'é', 'not'];
const days = ['2025-12-31', '2026-01-01', '2026-01-15', '2026-02-01'];

const person: fc.Arbitrary<Person> = fc.record({
  email: fc.constantFrom('ann@a.org', 'Bob@b.org', 'cem@a.org'),
  tags: fc.uniqueArray(fc.constantFrom('vip', 'press list', 'é', 'not'), { maxLength: 3 }),
  emailed_at: fc.constantFrom(
    null,
    '2025-12-31T23:59:59Z',
    '2026-01-01T00:00:00Z',
    '2026-01-15T12:00:00.500Z',
  ),
  fields: fc.record(
    {
      city: fc.constantFrom('Berlin', 'New York', 'zürich', 'or'),
      age: fc.constantFrom(-1, 0, 0.5, 7, 1e6),
      paid: fc.boolean(),
      joined: fc.constantFrom(...days),
    },
    { requiredKeys: [] },
  ),
});

const fold = (text: string) => text.normalize('NFC').toLowerCase();
const quoted = (text: string) => `"${text}"`;

const text: fc.Arbitrary<Sentence> = fc
  .tuple(
    fc.constantFrom('=', '!=', 'contains', 'starts with', 'ends with', 'not contains'),
    fc.constantFrom(...cities),
  )
  .map(([operator, value]) => ({
    text: `fields.city ${operator} ${quoted(value)}`,
    holds: ({ fields: { city } }) => {
      const [is, wanted] = [typeof city === 'string' ? fold(city) : undefined, fold(value)];
      const found =
        is !== undefined &&
        ((operator.endsWith('=') && is === wanted) ||
          (operator.endsWith('contains') && is.includes(wanted)) ||
          (operator === 'starts with' && is.startsWith(wanted)) ||
          (operator === 'ends with' && is.endsWith(wanted)));
      return /^(?:!|not)/.test(operator) ? !found : found;
    },
  }));

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const number: fc.Arbitrary<Sentence> = fc
  .tuple(fc.constantFrom(...Object.keys(comparisons)), fc.constantFrom(-1, 0, 0.5, 7))
  .map(([operator, value]) => ({
    text: `fields.age ${operator} ${value}`,
    holds: ({ fields: { age } }) => typeof age === 'number' && comparisons[operator]?.(age, value) === true,
  }));

/** Days compare as texts. */
const day: fc.Arbitrary<Sentence> = fc
  .tuple(fc.constantFrom(...Object.keys(comparisons)), fc.constantFrom(...days), fc.boolean())
  .map(([operator, value, isOwn]) => ({
    text: `${isOwn ? 'emailed_at' : 'fields.joined'} ${operator} ${value}`,
    holds: ({ emailed_at, fields: { joined } }) => {
      const is = isOwn ? emailed_at?.slice(0, 10) : joined;
      return (
        typeof is === 'string' && comparisons[operator]?.(is < value ? -1 : is > value ? 1 : 0, 0) === true
      );
    },
  }));

const other: fc.Arbitrary<Sentence> = fc.oneof(
  fc.constantFrom(...tags).map(tag => ({
    text: `tags has ${quoted(tag)}`,
    holds: (one: Person) => one.tags.some(each => fold(each) === fold(tag)),
  })),
  fc.uniqueArray(fc.constantFrom(...tags), { minLength: 1, maxLength: 3 }).map(some => ({
    text: `tags in (${some.map(quoted).join(', ')})`,
    holds: (one: Person) => one.tags.some(each => some.some(tag => fold(tag) === fold(each))),
  })),
  fc.constantFrom('city', 'age', 'paid', 'joined').map(name => ({
    text: `fields.${name} is null`,
    holds: ({ fields }: Person) => fields[name] === undefined,
  })),
  fc.constant({ text: 'tags is not null', holds: (one: Person) => one.tags.length > 0 }),
  fc.constant({ text: 'fields.paid', holds: ({ fields }: Person) => fields.paid === true }),
  fc.constant({ text: 'fields.paid = false', holds: ({ fields }: Person) => fields.paid === false }),
);

const { sentence } = fc.letrec<{ sentence: Sentence; pair: Sentence; opposite: Sentence }>(tie => ({
  sentence: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    number,
    day,
    other,
    tie('pair'),
    tie('opposite'),
  ),
  pair: fc.tuple(tie('sentence'), fc.constantFrom('and', 'or'), tie('sentence')).map(([one, word, two]) => ({
    text: `(${one.text}) ${word} (${two.text})`,
    holds: who => (word === 'and' ? one.holds(who) && two.holds(who) : one.holds(who) || two.holds(who)),
  })),
  opposite: tie('sentence').map(({ text, holds }) => ({ text: `not (${text})`, holds: who => !holds(who) })),
}));

const kinds = { city: 'text', age: 'number', paid: 'boolean', joined: 'date' } as const;
const fields = Object.entries(kinds).map(
  ([variable, kind]) => ({ id: variable, name: variable, variable, kind }) as unknown as CustomField,
);
const filterOf = async (where: string) =>
  await parseFilter({
    where: [where],
    tags: [],
    since: undefined,
  });
const asSubscriber = (one: Person) =>
  ({ id: 'x', source: 'api', created_at: '2026-01-01T00:00:00Z', ...one }) as unknown as Subscriber;

it('when expressions are random, then they select whom another evaluator selects', async () => {
  await fc.assert(
    fc.asyncProperty(
      sentence,
      fc.array(person, { minLength: 1, maxLength: 12 }),
      async ({ text: where, holds }, people) => {
        const { matches } = await (await filterOf(where)).open(async () => fields, 0);
        expect(people.filter(one => matches(asSubscriber(one)))).toEqual(people.filter(holds));
      },
    ),
    { numRuns: 1500 },
  );
});
