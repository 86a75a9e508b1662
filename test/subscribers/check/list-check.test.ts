import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it, test } from 'vitest';
import type { CustomField, Subscriber } from '../../../src/contract/index.ts';
import seed from '../../../src/sandbox/seed/account.json' with { type: 'json' };
import type { CheckName } from '../../../src/subscribers/check/finding.ts';
import { ListCheck } from '../../../src/subscribers/check/list-check.ts';
import { checkRow } from '../../../src/subscribers/check/report.ts';

const time = '2026-01-01T00:00:00Z';
const fieldOf = (variable: string, kind: CustomField['kind'] = 'text'): CustomField => ({
  id: variable,
  name: variable,
  variable,
  kind,
  position: 1,
  created_at: time,
  updated_at: time,
});

let next = 0;
const person = (email: string, more: Partial<Subscriber> = {}): Subscriber => ({
  id: `id-${next++}`,
  email,
  source: 'form',
  emailed_at: time,
  created_at: time,
  updated_at: time,
  fields: {},
  tags: [],
  ...more,
});

function checked(
  people: readonly Subscriber[],
  {
    fields = [],
    groups = [],
    isPart = false,
    show,
  }: Partial<ConstructorParameters<typeof ListCheck>[0]> = {},
): ListCheck {
  const check = new ListCheck({ fields, groups, isPart, show });
  for (const one of people) check.add(one);
  return check;
}

const countsOf = (check: ListCheck) =>
  Object.fromEntries(check.findings().map(({ name, count }) => [name, count]));
const shown = (people: readonly Subscriber[], show: CheckName) =>
  checked(people, { show })
    .findings()
    .find(({ name }) => name === show)
    ?.people.map(({ email }) => email);

describe('an address that is a mistake', () => {
  it.each([
    ['test@test.com', 'example'],
    ['ann@mail.example.org', 'example'],
    ['ann@firm.example', 'example'],
    ['info@firm.de', 'role'],
    ['Büro@firm.de', 'role'],
  ])('%s is found: %s', (email, name) => {
    expect(countsOf(checked([person(email)]))).toEqual({ [name]: 1 });
  });

  test.each([
    ['seznma.cz', 'misspelt'],
    ['yadex.ru', 'misspelt'],
    ['comcast.ne', 'misspelt'],
    ['laposte.ne', 'misspelt'],
    ['gmial.com', 'misspelt'],
    ['firm.con', 'no_domain'],
  ])('ann.lee@%s: %s', (domain, name) => {
    expect(countsOf(checked([person(`ann.lee@${domain}`)]))).toEqual({ [name]: 1 });
  });

  it('no address of people in 28 countries is found, whatever their names and domains', () => {
    // Domains at which people have mailboxes, collected by another project.
    const list = createRequire(import.meta.url).resolve('email-providers/all.json');
    const countries =
      /\.(?:at|au|be|br|ch|cn|cz|de|dk|es|fi|fr|gr|hu|il|in|it|jp|kr|nl|no|pl|pt|ru|se|ua|uk|za)$/;
    const domains = (JSON.parse(readFileSync(list, 'utf8')) as string[]).filter(each => countries.test(each));
    const names = seed.regions.flatMap(({ first, last }) => {
      const latin = (words: string) => words.replace(/=\S+/g, '').toLowerCase().split(' ');
      return latin(first).flatMap(one => latin(last).map(other => `${one}.${other}`));
    });
    const people = [...domains, ...domains, ...domains, ...domains].map((domain, at) =>
      person(`${names[(at * 7) % names.length]}@${domain}`),
    );
    const { disposable = 0, ...others } = countsOf(checked(people));
    expect(people.length - disposable).toBeGreaterThan(2_000);
    expect(others).toEqual({});
  });
});

describe('the same person twice', () => {
  const [old, young] = [
    person('ann@firm.de', { created_at: '2025-01-01T00:00:00Z' }),
    person('Ann@firm.de', { created_at: '2025-06-01T00:00:00Z' }),
  ];

  it.each([[[old, young]], [[young, old]]])(
    'when one was created first, then the other is found, in whichever order they come',
    people => {
      expect(shown(people, 'duplicate')).toEqual(['Ann@firm.de']);
    },
  );

  it('when there are three, then two are found; who has the tag is none of them', () => {
    const third = person('ann+x@firm.de');
    expect(shown([young, third, old], 'duplicate')?.sort()).toEqual(['Ann@firm.de', 'ann+x@firm.de']);
    const tagged = { ...young, tags: ['CHECK:Duplicate'] };
    expect(shown([tagged, third, old], 'duplicate')).toEqual(['ann+x@firm.de']);
    expect(checked([tagged, old]).findings()).toEqual([]);
    expect(checked([tagged, old]).reviewed).toBe(1);
  });
});

describe('fields and tags', () => {
  it('when a value is nothing, then nobody has it; spellings of a tag are one tag, a tag of the check none', () => {
    const people = [
      person('a@firm.de', {
        fields: { city: 'Rome', shoe: '' },
        tags: ['VIP', 'check:disposable', ' ', 'one'],
      }),
      person('b@firm.de', { fields: { city: null, shoe: null }, tags: ['vip'] }),
    ];
    const check = checked(people, { fields: [fieldOf('city'), fieldOf('shoe')] });
    expect(check.findings().map(({ name, examples }) => [name, examples])).toEqual([
      ['unused_field', ['shoe']],
      ['single_field', ['city']],
      ['single_tag', ['one']],
    ]);
  });

  it('when only a group is checked, then its fields and tags say nothing', () => {
    expect(countsOf(checked([person('a@firm.de', { tags: ['one'] })], { isPart: true }))).toEqual({});
  });

  test.each([
    ['number', 'forty', 1],
    ['number', '40', 0],
    ['boolean', 'maybe', 1],
    ['boolean', 'true', 0],
    ['date', 'soon', 1],
    ['date', '2026-02-30', 1],
    ['date', '2026-02-28', 0],
    ['text', 40, 0],
  ] as const)('a %s field with %o: %i', (kind, value, count) => {
    const check = checked(
      [person('a@firm.de', { fields: { x: value } }), person('b@firm.de', { fields: { x: null } })],
      {
        fields: [fieldOf('x', kind)],
      },
    );
    expect(countsOf(check).misfit ?? 0).toBe(count);
  });
});

test('when a group or a profile was named, then the printed command names them, quoted', () => {
  const [found] = checked([person('jo@mailinator.com')]).findings();
  if (found === undefined) throw new Error('nothing found');
  const { fix } = checkRow(found, { group: "Bo's", profile: 'two words' });
  expect(fix).toBe(
    "newsletter subscribers check --profile 'two words' --show disposable --group 'Bo'\\''s' --fields id -o tsv | " +
      "newsletter subscribers update --profile 'two words' --from - --add-tag check:disposable",
  );
});

test('when a group looks like an option, then the command still names it', () => {
  const [found] = checked([person('jo@mailinator.com')]).findings();
  if (found === undefined) throw new Error('nothing found');
  const { fix } = checkRow(found, { group: '-all', profile: undefined });
  expect(fix).toContain('--show disposable --group=-all --fields id');
});

test('when the service leaves out tags, then that is an error, not a healthy list', () => {
  const { tags: _, ...without } = person('a@firm.de');
  expect(() => checked([without as Subscriber])).toThrow('without tags');
});
