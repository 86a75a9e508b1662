/** What counts as the record or the page that was asked for, and what is too much to read. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/contract/endpoint.ts';
import type { CallName } from '../../src/contract/index.ts';
import type { FieldSchema } from '../../src/contract/schema.ts';
import type { RequestSummary } from '../../src/http/errors/request-failure.ts';
import {
  beyondDepthLimit,
  decompressed,
  pageIn,
  pageNumbers,
  recordIn,
  requireFields,
  shownText,
} from '../../src/http/response-body.ts';

const request: RequestSummary = { method: 'GET', path: '/v1/x', repeat: 'read', bytes: 0 };
const response = (body: unknown) => ({
  status: 200,
  statusText: 'OK',
  headers: {},
  body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const id = '0b9e6a4e-2f4b-4a54-9a0b-6a9d7c1f2e30';
const otherId = '1b9e6a4e-2f4b-4a54-9a0b-6a9d7c1f2e30';
/** The numbers of a list with one page. */
const one = { current_page: 1, last_page: 1 };
type Asked = Parameters<typeof recordIn>[3];

describe('the record that a service responds with', () => {
  const read = (name: CallName, body: unknown, asked: Asked = {}) =>
    recordIn(name, request, response(body), asked);

  it.each<[what: string, name: CallName, body: unknown, asked: Asked]>([
    ['the account by its id', 'getAccount', { id }, {}],
    ['the account by its name', 'getAccount', { name: 'Acme' }, {}],
    ['the account by its slug', 'getAccount', { slug: 'acme' }, {}],
    ['the one asked for', 'getGroup', { id }, { id }],
    ['the one asked for, in capitals', 'getGroup', { id: id.toUpperCase() }, { id }],
    ['one asked for by another name than its id', 'getGroup', { id }, { id: 'everyone' }],
    ['one without an address', 'saveSubscriber', { id }, { email: 'ann@example.com' }],
    ['one where none was sent', 'saveSubscriber', { id, email: 'ann@example.com' }, {}],
  ])('is taken if it is %s', (_, name, body, asked) => {
    expect(read(name, body, asked)).toEqual(body);
  });

  it.each<[what: string, name: CallName, body: unknown, asked: Asked, problem: RegExp]>([
    ['an account without a name', 'getAccount', { id: 5 }, {}, /no id of the account/],
    ['another record', 'getGroup', { id: otherId }, { id }, /another record, with the id 1b9e/],
    ['an id that is a number', 'getGroup', { id: 5 }, {}, /no id$/],
    ['a text', 'getAccount', '"x"', {}, /not a JSON object/],
    ['nothing', 'getGroup', '', {}, /empty body/],
    ['Latin-1', 'getGroup', Buffer.from('{"id":"é"}', 'latin1'), {}, /not valid UTF-8/],
    ['a page in Latin-1', 'getGroup', Buffer.from(' <p>é', 'latin1'), {}, /a web page, not JSON/],
    ['broken', 'getGroup', '{"a":"<"', {}, /not valid JSON/],
    ['a mark in the middle', 'getGroup', '{}\uFEFF', {}, /not valid JSON/],
    ['too deep', 'getGroup', `${'['.repeat(501)}${']'.repeat(501)}`, {}, /more than 500 levels/],
  ])('is refused if it is %s', (_, name, body, asked, problem) => {
    expect(() => read(name, body, asked)).toThrow(problem);
  });

  it.each([
    ['ann@example.com', 'ann@example.com', true],
    ['Ann@Example.com', 'ann@example.com', true],
    ['ann@example.com', ' ann@example.com ', true],
    // The domain in ASCII; the accent composed.
    ['ann@xn--bcher-kva.example', 'ann@bücher.example', true],
    ['zo\u00eb@example.com', 'zoe\u0308@example.com', true],
    ['bob@example.com', 'ann@example.com', false],
    ['ann@example.org', 'ann@example.com', false],
  ])('%j is the person sent as %j: %s', (email, sent, isTaken) => {
    const taken = () => read('saveSubscriber', { id, email }, { email: sent });
    if (isTaken) expect(taken()).toEqual({ id, email });
    else expect(taken).toThrow(`another person, ${email}`);
  });

  it.each<[what: string, body: unknown, problem: RegExp | undefined]>([
    ['a page', { data: [{ id }], meta: one }, undefined],
    ['an empty page', { data: [], meta: one }, undefined],
    ['no list', { data: { id }, meta: one }, /no list of records/],
    ['a list of texts', { data: [{ id }, 'x'], meta: one }, /no list of records/],
    ['a bare list', [{ id }], /no list of records/],
    ['no numbers', { data: [] }, /no page numbers/],
  ])('a page that is %s is taken or refused', (_, body, problem) => {
    const page = () => pageIn(request, response(body));
    if (problem === undefined) expect(page()).toMatchObject({ ...(body as object), numbers: { current: 1 } });
    else expect(page).toThrow(problem);
  });
});

describe('the bytes of a body', () => {
  const read = (encoding: string | undefined, body: Buffer) =>
    decompressed({
      status: 200,
      statusText: '',
      headers: encoding === undefined ? {} : { 'content-encoding': encoding },
      body,
    }).then(String);

  it.each<[string | undefined, Buffer, string]>([
    [undefined, Buffer.from('a'), 'a'],
    ['', Buffer.from('a'), 'a'],
    ['identity', Buffer.from('a'), 'a'],
    ['gzip', gzipSync('a'), 'a'],
    [' GZip ', gzipSync('a'), 'a'],
    ['x-gzip', gzipSync('a'), 'a'],
    ['br', brotliCompressSync('a'), 'a'],
    ['gzip', Buffer.alloc(0), ''],
    ['zstd', Buffer.alloc(0), ''],
  ])('are read in the encoding %s', async (encoding, body, text) => {
    expect(await read(encoding, body)).toBe(text);
  });

  it('are not read in an unknown or wrong encoding', async () => {
    await expect(read('zstd', Buffer.from('a'))).rejects.toThrow("unknown content encoding 'zstd'");
    await expect(read('gzip', Buffer.from('no gzip at all'))).rejects.toThrow('incorrect header');
  });
});

describe('the numbers of a page', () => {
  const all = { current_page: 2, last_page: 3, per_page: 50, total: 120 };
  const read = { current: 2, last: 3, perPage: 50, total: 120 };
  const none = { perPage: undefined, total: undefined };
  it.each<[meta: unknown, numbers: ReturnType<typeof pageNumbers>]>([
    [all, read],
    [{ current_page: '2', last_page: '3', per_page: '50', total: '120' }, read],
    [
      { current_page: 0, last_page: 0 },
      { current: 0, last: 0, ...none },
    ],
    [
      { ...all, per_page: 0, total: 0 },
      { ...read, perPage: undefined, total: 0 },
    ],
    ...[-1, 1.5, 2 ** 53, '12 or so', '1e3', ['12'], '-12'].map(
      total =>
        [
          { ...all, total },
          { ...read, total: undefined },
        ] as [unknown, ReturnType<typeof pageNumbers>],
    ),
    [{ last_page: 3 }, undefined],
    [{ current_page: 3 }, undefined],
    [[1, 2], undefined],
    [null, undefined],
  ])('are read in %j', (meta, numbers) => {
    expect(pageNumbers(meta)).toEqual(numbers);
  });
});

describe('the depth of JSON', () => {
  const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

  it.each<[what: string, text: string, isTooMuch: boolean]>([
    ['500 lists', nested(500), false],
    ['501 lists', nested(501), true],
    ['501 objects', nested(501, '{"a":', '}').replace('}', '1}'), true],
    ['500 objects', nested(500, '{"a":', '}').replace('}', '1}'), false],
    ['brackets in a text', JSON.stringify('['.repeat(600)), false],
    ['brackets behind an escaped quote', `"\\"${'['.repeat(600)}"`, false],
    ['brackets behind a text that ends with a backslash', `["\\\\",${nested(501)}]`, true],
    ['lists side by side', `[${Array.from({ length: 600 }, () => '[]').join()}]`, false],
  ])('of a text with %s is within the limit or not', (_, text, isTooMuch) => {
    expect(beyondDepthLimit(JSON.parse(text)) !== undefined).toBe(isTooMuch);
  });
});

describe('a field that is needed', () => {
  const fits = (schema: FieldSchema, value: unknown, name = 'thing') => {
    const resource: Resource = { name, fields: { it: schema }, columns: [] };
    try {
      requireFields<object & { it?: unknown }>(resource, value === undefined ? {} : { it: value }, ['it']);
      return 'fits';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const [without, invalid] = [
    'the service sent a thing without it',
    'the service sent a thing with an invalid it',
  ];

  it.each<[FieldSchema, unknown, string]>([
    [{ kind: 'text' }, 'x', 'fits'],
    [{ kind: 'text' }, 1, invalid],
    [{ kind: 'text' }, null, without],
    [{ kind: 'text' }, undefined, without],
    [{ kind: 'text', nullable: true }, null, 'fits'],
    [{ kind: 'text', optional: true }, undefined, 'fits'],
    [{ kind: 'enumeration', values: ['a'] }, 'b', 'fits'],
    [{ kind: 'enumeration', values: ['a'] }, 1, invalid],
    [{ kind: 'integer' }, 1, 'fits'],
    [{ kind: 'integer' }, '1', invalid],
    [{ kind: 'number' }, 1.5, 'fits'],
    [{ kind: 'number' }, Number.NaN, invalid],
    [{ kind: 'boolean' }, false, 'fits'],
    [{ kind: 'boolean' }, 'no', invalid],
    [{ kind: 'map' }, {}, 'fits'],
    [{ kind: 'map' }, [], invalid],
    [{ kind: 'record', fields: {} }, {}, 'fits'],
    [{ kind: 'record', fields: {} }, 'x', invalid],
    [{ kind: 'list', of: { kind: 'text' } }, ['x'], 'fits'],
    [{ kind: 'list', of: { kind: 'text' } }, [], 'fits'],
    [{ kind: 'list', of: { kind: 'text' } }, ['x', 1], invalid],
    [{ kind: 'list', of: { kind: 'text' } }, 'x', invalid],
    [{ kind: 'anything' }, 0, 'fits'],
  ])('of %j, sent as %j: %s', (schema, value, ends) => {
    expect(fits(schema, value)).toBe(ends);
  });

  it('that the contract does not know may be missing', () => {
    const none: Resource = { name: 'thing', fields: {}, columns: [] };
    expect(() => requireFields<{ it: unknown }>(none, { it: 5 }, ['it'])).not.toThrow();
    expect(fits({ kind: 'text' }, undefined, 'email')).toBe('the service sent an email without it');
    expect([shownText('a'), shownText(''), shownText(5)]).toEqual(['a', 'unknown', 'unknown']);
  });
});
