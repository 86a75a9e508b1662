/** What each request needs to be allowed, and what limits count: docs/security.md, "Rails". */
import { describe, expect, it } from 'vitest';
import { Rails, type RailValues } from '../../src/http/rails.ts';
import { casesOf } from '../support/cases.ts';

const levels = ['read', 'draft', 'import', 'all'] as const;
const id = '7c9e6679-7425-40de-944b-000000000000';
const from = 'NEWSLETTER_X';
const rails = ({
  allow,
  send,
  'max-recipients': recipients,
  'max-changes': changes,
}: {
  readonly [name in keyof RailValues]?: NonNullable<RailValues[name]>['value'];
}) =>
  new Rails({
    ...(allow && { allow: { value: allow, from } }),
    ...(send && { send: { value: send, from } }),
    ...(recipients !== undefined && { 'max-recipients': { value: recipients, from } }),
    ...(changes !== undefined && { 'max-changes': { value: changes, from } }),
  });

interface More {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const base = new URL('https://api.example.org');
function asked(line: string, { headers = {}, body = '' }: More = {}, below = base) {
  const [method = '', path = ''] = line.split(' ');
  const prefix = below.pathname === '/' ? '' : below.pathname;
  const content = body === '' ? [] : [Buffer.from(body)];
  return { method, path, url: new URL(prefix + path, below), headers, content };
}
/** Whether a request may leave. */
function passes(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'not_allowed', exit: 3, details: ['Nothing was sent.'] });
    return false;
  }
}

describe('a request', () => {
  it.each(
    casesOf<[line: string, least: (typeof levels)[number], more?: More]>(
      new URL('rails.tsv', import.meta.url),
    ),
  )('%s needs allow = %s', (line, least, more) => {
    const allowed = levels.filter(allow => passes(() => rails({ allow }).check(asked(line, more), base)));
    expect(allowed).toEqual(levels.slice(levels.indexOf(least)));
    expect(passes(() => rails({}).check(asked(line, more), base))).toBe(true);
  });

  it('is judged without the path of the base URL', () => {
    const below = new URL('https://example.org/api');
    const draft = rails({ allow: 'draft' });
    expect(passes(() => draft.check(asked(`PATCH /v1/emails/${id}`, { body: '{}' }, below), below))).toBe(
      true,
    );
    expect(passes(() => draft.check(asked('POST /v1/subscribers', {}, below), below))).toBe(false);
  });

  it('that is refused is named, with the limit and who set it', () => {
    const check = () => rails({ allow: 'read' }).check(asked('POST /v1/tags'), base);
    expect(check).toThrow(`not allowed: POST /v1/tags (allow is read, set by ${from})`);
  });
});

describe('before a command', () => {
  it.each([
    ['read', 'draft', false],
    ['draft', 'draft', true],
    ['draft', 'import', false],
    ['all', 'all', true],
    [undefined, 'all', true],
  ] as const)('allow = %s permits one that needs %s: %s', (allow, least, may) => {
    expect(passes(() => rails(allow ? { allow } : {}).checkWrite(least))).toBe(may);
  });

  it.each<[values: Parameters<typeof rails>[0], byYes: boolean, byPerson: boolean]>([
    [{}, true, true],
    [{ allow: 'all' }, true, true],
    [{ allow: 'import' }, false, false],
    [{ allow: 'read' }, false, false],
    [{ send: 'yes' }, true, true],
    [{ send: 'person' }, false, true],
    [{ allow: 'draft', send: 'person' }, false, false],
  ])('that sends, %j permits it by --yes: %s, by an answer: %s', (values, byYes, byPerson) => {
    for (const [is, may] of [
      [false, byYes],
      [true, byPerson],
    ] as const) {
      expect(passes(() => rails(values).checkSender(is))).toBe(may);
      expect(passes(() => rails(values).approveSend({ byPerson: is, recipients: 1 }))).toBe(may);
    }
  });
});

describe('a send', () => {
  const send = asked(`POST /v1/emails/${id}/send`);
  const person = { byPerson: true, recipients: 10 };

  it.each([
    [10, undefined],
    [11, 'sending to 11 subscribers'],
    [undefined, 'sending to an unknown number of subscribers'],
  ])('to %s people, where at most 10 may get it, is refused: %s', (recipients, refused) => {
    const approve = () => rails({ 'max-recipients': 10 }).approveSend({ byPerson: false, recipients });
    if (refused === undefined) expect(approve).not.toThrow();
    else expect(approve).toThrow(`not allowed: ${refused} (max-recipients is 10, set by ${from})`);
  });

  it.each<[what: string, values: Parameters<typeof rails>[0]]>([
    ['a person must agree', { send: 'person' }],
    ['few may get it', { 'max-recipients': 10 }],
    ['both', { send: 'person', 'max-recipients': 10 }],
  ])('leaves once for each consent, if %s', (_, values) => {
    const some = rails(values);
    expect(passes(() => some.check(send, base))).toBe(false);
    some.approveSend(person);
    // What sends nothing does not use it up.
    some.check(asked(`PATCH /v1/emails/${id}`, { body: '{}' }), base);
    some.check(asked('GET /v1/groups'), base);
    expect([1, 2].map(() => passes(() => some.check(send, base)))).toEqual([true, false]);
    expect(passes(() => some.check(asked('POST /v1/unknown'), base))).toBe(false);
  });

  it('needs no consent without a limit', () => {
    expect(passes(() => rails({ send: 'yes', 'max-changes': 0 }).check(send, base))).toBe(true);
  });
});

describe('the people whom a run changes', () => {
  const people = (count: number) => ({ body: JSON.stringify({ subscribers: Array(count).fill({}) }) });

  it.each<[line: string, more: More, count: number | undefined]>([
    ['POST /v1/subscribers', { body: '{}' }, 1],
    ['POST /v1/subscribers', { body: '[{},{}]' }, undefined],
    [`PATCH /v1/subscribers/${id}`, { body: '{}' }, 1],
    ['POST /v1/subscriber-imports', people(3), 3],
    ['POST /v1/subscriber-imports', people(0), 0],
    ['POST /v1/subscriber-imports', people(4), undefined],
    ['POST /v1/subscriber-imports', { body: '{"subscribers":{}}' }, undefined],
    ['POST /v1/subscriber-imports', { body: '[]' }, undefined],
    ['POST /v1/subscriber-imports', { body: '{' }, undefined],
    ['POST /v1/tags', { body: '{}' }, 0],
    [`PATCH /v1/emails/${id}`, { body: '{}' }, 0],
    ['GET /v1/subscribers', {}, 0],
    ['POST /v1/unknown', {}, undefined],
  ])('where at most 3 may change: %s %j counts as %s', (line, more, count) => {
    const some = rails({ 'max-changes': 3 });
    if (count === undefined) expect(passes(() => some.check(asked(line, more), base))).toBe(false);
    else expect(some.check(asked(line, more), base)).toBe(count);
    expect(rails({}).check(asked(line, more), base)).toBe(0);
  });

  it('are added up over all requests, a redirected one once', () => {
    const some = rails({ 'max-changes': 3 });
    const one = asked(`PATCH /v1/subscribers/${id}`, { body: '{}' });
    const counted = some.check(one, base);
    expect(some.check(one, base, counted)).toBe(1);
    expect(() => some.planChanges(2)).not.toThrow();
    expect(() => rails({ 'max-changes': 0 }).planChanges(1)).toThrow('changing 1 subscriber (max-changes');
    expect(() => some.planChanges(3)).toThrow(`changing 4 subscribers (max-changes is 3, set by ${from})`);
    expect(() => some.check(asked('POST /v1/unknown'), base)).toThrow(
      'changing an unknown number of subscribers',
    );
    expect([1, 2, 3].map(() => passes(() => some.check(one, base)))).toEqual([true, true, false]);
  });
});
