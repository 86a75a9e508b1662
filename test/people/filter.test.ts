import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import type { CustomField, Subscriber } from '../../src/contract/index.ts';
import { notShown } from '../../src/lib/text/not-shown.ts';
import { patternOf } from '../../src/people/filter/pattern.ts';
import { FilterProblem, filterFailure } from '../../src/people/filter/problem.ts';
import {
  both,
  type FilterOptions,
  filterBy,
  parseFilter,
} from '../../src/people/filter/subscriber-filter.ts';
import { anyText } from '../support/any-text.ts';
import { casesOfKind } from '../support/cases.ts';

const now = Date.parse('2026-06-15T10:30:00Z');
const none: FilterOptions = {
  where: [],
  tags: [],
  since: undefined,
};

const field = (variable: string, kind: CustomField['kind'], name = variable): CustomField => ({
  id: variable,
  name,
  variable,
  kind,
  position: 1,
  created_at: '',
  updated_at: '',
});
const fields = [
  field('city', 'text', 'Home town'),
  field('age', 'number'),
  field('member', 'boolean'),
  field('ends', 'date'),
  field('first name', 'text'),
];

const person = (email: string, more: Partial<Subscriber> = {}): Subscriber => ({
  id: email,
  email,
  source: 'form',
  emailed_at: null,
  created_at: '2026-01-10T12:00:00.000Z',
  updated_at: '2026-01-10T12:00:00.000Z',
  fields: {},
  tags: [],
  ...more,
});

const people = [
  person('ann@example.org', {
    tags: ['vip', 'May workshop'],
    fields: { city: 'Berlin', age: 41, member: true, ends: '2026-06-20' },
    emailed_at: '2026-05-20T08:00:00.000Z',
  }),
  person('bob@example.com', {
    source: 'api',
    tags: ['VIP'],
    fields: { city: 'berlin', age: 17, member: false, ends: '2026-06-15' },
    emailed_at: '2026-06-15T09:00:00.000Z',
    created_at: '2026-06-14T23:59:59.999Z',
  }),
  person('Cléo@example.org', {
    tags: ['press'],
    fields: { city: 'São Paulo', age: null, 'first name': "Cléo O'Neil" },
    created_at: '2025-12-31T23:59:59.999Z',
  }),
  person('dan@sub.example.org', {
    fields: { city: '', age: 41.5, member: null },
    created_at: '2026-06-15T00:00:00.000Z',
  }),
];

/** The first letters of those that a filter selects. */
async function selected(options: Partial<FilterOptions>, of = people): Promise<string> {
  const filter = await parseFilter({ ...none, ...options });
  const { matches } = await filter.open(async () => fields, now);
  return of
    .filter(matches)
    .map(({ email }) => email.charAt(0).toLowerCase())
    .join('');
}

const rowsOf = <Row extends readonly unknown[]>(kind: string) =>
  casesOfKind<Row>(new URL('expressions.tsv', import.meta.url), kind);

describe('an expression', () => {
  it.each(rowsOf<[string, string]>('selects'))(
    'when it is %s, then it selects "%s"',
    async (where, found) => {
      expect(await selected({ where: [where] })).toBe(found);
    },
  );

  it.each(rowsOf<[string, number, string, string?]>('refused'))(
    'when it is %s, then column %d is named',
    async (where, column, message, hint?: string) => {
      const failure = await selected({ where: [where] }).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 'invalid_filter',
        message: expect.stringContaining(`--where, column ${column}: `),
        ...(hint === undefined ? {} : { hint: hint === 'not shown' ? notShown : hint }),
      });
      expect(String(failure)).toContain(message);
    },
  );

  it('when it is long and wrong in the middle, then the caret is below the place, in 80 columns', async () => {
    const start = Array.from({ length: 20 }, () => 'tags has 東京').join(' or ');
    const failure = await selected({ where: [`${start} or emial = x or ${start}`] }).catch(error => error);
    const [line, caret] = failure.details as [string, string];
    expect(line).toMatch(/^….*…$/);
    expect(line.length).toBeLessThanOrEqual(78);
    const wide = (text: string) => text.replaceAll(/[東京]/g, '..');
    expect(wide(line).indexOf('emial')).toBe(caret.indexOf('^'));
  });

  it.each([
    [0, 74, 'a'.repeat(74), 0],
    [0, 75, `${'a'.repeat(74)}…`, 0],
    [63, 80, `${'a'.repeat(74)}…`, 63],
    [64, 80, `…${'a'.repeat(53)}`, 38],
    [64, 200, `…${'a'.repeat(74)}…`, 38],
  ])('a problem at %i of %i characters is shown in its part of the line', async (at, length, line, caret) => {
    const { details } = await filterFailure(new FilterProblem(at, 'odd'), 'a'.repeat(length));
    expect(details).toEqual([line, `${' '.repeat(caret)}^`]);
  });

  it('a regular expression has at most 1000 characters', async () => {
    const [longest, longer] = [1000, 1001].map(length => `email ~ ${'a'.repeat(length)}`);
    expect(await selected({ where: [longest ?? ''] })).toBe('');
    await expect(selected({ where: [longer ?? ''] })).rejects.toThrow('has at most 1000 characters');
  });

  it('when it is nested beyond reason, then that is a message, not a crash', async () => {
    const deep = `${'('.repeat(100_000)}tags has vip${')'.repeat(100_000)}`;
    await expect(selected({ where: [deep] })).rejects.toThrow('it is nested too deeply');
    await expect(selected({ where: [`${'not '.repeat(100_000)}tags has vip`] })).rejects.toThrow(
      'too deeply',
    );
    expect(await selected({ where: [Array(50_000).fill('tags has vip').join(' or ')] })).toBe('ab');
  });

  it('when a regular expression could run away, then it does not', async () => {
    const victim = [person(`a${'a'.repeat(30_000)}!@example.org`)];
    expect(await selected({ where: ['email ~ "^(a+)+@"'] }, victim)).toBe('');
  });

  it('when a regular expression is plain, then it finds what RE2 finds', async () => {
    const pattern = fc
      .tuple(
        fc.constantFrom('', '^'),
        fc.array(
          fc.constantFrom(...['a', 'B', 'k', 's', '0', '@', '.', '\\.', '\\+', '\\\\', ' ', '-', '_']),
          { maxLength: 4 },
        ),
        fc.constantFrom('', '$'),
      )
      .map(([start, middle, end]) => `${start}${middle.join('')}${end}`);
    const text = fc
      .array(
        fc.constantFrom(
          ...['a', 'b', 'K', 'ſ', '0', '@', '.', '+', '\\', ' ', '-', '_', '\r', '\n', '\u2028', 'é', '🚂'],
        ),
      )
      .map(parts => parts.join(''));
    const at = { text: '', at: 0 };
    await fc.assert(
      fc.asyncProperty(pattern, text, async (regex, value) => {
        const matches = await patternOf({ ...at, text: regex });
        expect(matches(value)).toBe(RE2JS.compile(regex, RE2JS.CASE_INSENSITIVE).test(value));
      }),
      { numRuns: 500 },
    );
  });

  it('when the service leaves out a field that it promises, then nobody counts as without it', async () => {
    const { emailed_at: _, ...rest } = person('eve@example.org');
    await expect(selected({ where: ['emailed_at is null'] }, [rest as Subscriber])).rejects.toMatchObject({
      code: 'unexpected_answer',
    });
  });

  it('when values are not of the kind of their field, then that is said once a person', async () => {
    const filter = await parseFilter({ ...none, where: ['fields.age > 1 or fields.age < 0'] });
    const { matches, warnings } = await filter.open(async () => fields, now);
    const misfit = (email: string) => person(email, { fields: { age: 'forty' } });
    expect([misfit('x@y.org'), ...people].filter(matches)).toHaveLength(3);
    const said = 'a fields.age of another kind than the field: the filter treats it as empty';
    expect(warnings()).toEqual([`1 person has ${said}`]);
    expect(matches(misfit('z@y.org'))).toBe(false);
    expect(warnings()).toEqual([`2 people have ${said}`]);
  });

  it('when a service keeps values as text, then they are those of the kind of the field', async () => {
    const texts = person('eve@example.org', { fields: { age: '41.0', member: 'true' } });
    const odd = person('fay@example.org', { fields: { age: '41 years', member: 'True!' } });
    expect(await selected({ where: ['fields.age = 41 and fields.member'] }, [texts, odd])).toBe('e');
    expect(await selected({ where: ['not fields.age > 40'] }, [texts, odd])).toBe('f');
  });

  it('when no custom field is named, then the fields of the account are not asked for', async () => {
    const filter = await parseFilter({ ...none, where: ['tags has vip'], tags: ['x'] });
    await filter.open(() => Promise.reject(new Error('asked')), now);
  });
});

it.each<[Partial<FilterOptions>, string]>([
  [{}, 'abcd'],
  [{ tags: ['vip'] }, 'ab'],
  [{ tags: ['vip', 'may workshop'] }, 'a'],
  [{ since: Date.parse('2026-06-14T00:00Z') }, 'bd'],
  [{ since: Date.parse('2026-06-15T00:00Z') }, 'd'],
  [{ where: ['tags has vip', 'fields.member'] }, 'a'],
  [{ tags: ['vip'], where: ['fields.age > 18', 'fields.member'] }, 'a'],
])('when the short forms are %j, then they select "%s"', async (options, found) => {
  expect(await selected(options)).toBe(found);
});

it('two filters select whom both select, and warn of what either found', async () => {
  const odd = person('ann@x.org', { tags: ['vip'], fields: { age: 'forty' }, created_at: 'soon' });
  const age = await parseFilter({ ...none, where: ['not fields.age > 40'] });
  const filter = both(
    filterBy(({ tags }) => tags.length > 0),
    age,
  );
  const { matches, warnings } = await filter.open(async () => fields, now);
  expect([odd, ...people].filter(matches).map(({ email }) => email)).toEqual([
    'ann@x.org',
    'bob@example.com',
    'Cléo@example.org',
  ]);
  expect(warnings()).toEqual([expect.stringContaining('1 person has a fields.age')]);
  expect((await filterBy(() => true).open(async () => fields, now)).warnings()).toEqual([]);
  // Nothing is asked of a time that no filter names.
  expect(await selected({}, [odd])).toBe('a');
});

describe('made-up expressions', () => {
  const words =
    'tags fields. fields.age created_at has in not and or is null ( ) = ! ~ < , " \' “ 30 days ago 2026-01 vip \\ | 🚂 \0';
  const piece = fc.constantFrom(' ', ...words.split(' '));
  it('when one is noise, then the answer is a selection or a column, never anything else', async () => {
    const noise = fc.oneof(
      anyText({ maxLength: 60 }),
      fc.array(piece, { maxLength: 14 }).map(pieces => pieces.join(' ')),
      fc.array(piece, { maxLength: 14 }).map(pieces => pieces.join('')),
    );
    await fc.assert(
      fc.asyncProperty(noise, async where => {
        const found = await selected({ where: [where] }).catch((error: unknown) => error);
        if (typeof found === 'string') return;
        expect(found).toMatchObject({ code: 'invalid_filter' });
        expect(Number(/column (\d+):/.exec(String(found))?.[1])).toBeLessThanOrEqual([...where].length + 1);
      }),
      { numRuns: 500 },
    );
  });
});
