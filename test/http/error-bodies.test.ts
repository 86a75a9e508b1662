import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorBody } from '../../src/http/errors/error-body.ts';
import { anyText } from '../support/any-text.ts';
import { failureOf } from '../support/failure.ts';
import { json, type Responder, service } from '../support/service.ts';
import { api } from './api.ts';

const said = (body: unknown, type = 'application/json') =>
  errorBody(type, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))).lines;

describe('an error body', () => {
  test.each<[unknown, string[]]>([
    [{ message: 'Nope' }, ['Nope']],
    [{ error: 'nope' }, ['nope']],
    [{ error: { message: 'Nope', code: 'no_go' } }, ['Nope (no_go)']],
    [{ error: 'invalid_grant', error_description: 'Code expired' }, ['Code expired (invalid_grant)']],
    [{ detail: 'Not today' }, ['Not today']],
    [
      { message: 'Invalid', errors: { email: ['is taken', 'is odd'], 'address.zip': 'missing' } },
      ['Invalid', 'email: is taken', 'email: is odd', 'address.zip: missing'],
    ],
    [{ errors: { title: 'is missing', name: 'too long' } }, ['title: is missing', 'name: too long']],
    [
      { errors: [{ field: 'email', message: 'is taken' }, { path: ['tags', 0], message: 'bad' }, 'plain'] },
      ['email: is taken', 'tags.0: bad', 'plain'],
    ],
    [{ errors: { subscribers: [{ email: ['odd'] }] } }, ['subscribers.email: odd']],
    [
      {
        type: 'https://x.example/p',
        title: 'Bad',
        detail: 'Worse',
        status: 422,
        errors: [{ detail: 'a', pointer: '#/n' }],
      },
      ['Bad', 'Worse', '#/n: a'],
    ],
    [{ 'invalid-params': [{ name: 'age', reason: 'negative' }] }, ['age: negative']],
    [{ email: ['is taken'] }, ['email: is taken']],
    [
      { errors: [{ status: '422', title: 'Bad', detail: 'is taken', source: { pointer: '/data/email' } }] },
      ['/data/email: Bad', '/data/email: is taken'],
    ],
    [{ errors: [{ detail: 'is odd', source: { parameter: 'page' } }] }, ['page: is odd']],
    [
      { detail: [{ loc: ['body', 'email'], msg: 'required', type: 'value_error' }] },
      ['body.email: required'],
    ],
    [
      { statusCode: 400, message: ['a is bad', 'b is bad'], error: 'Bad Request' },
      ['Bad Request', 'a is bad', 'b is bad'],
    ],
    [{ message: { email: ['is taken'] } }, ['email: is taken']],
    [{ violations: [{ propertyPath: 'email', message: 'is odd' }] }, ['email: is odd']],
    [
      { error: { message: 'Bad', details: [{ field: 'email', issue: 'is taken' }] } },
      ['Bad', 'email: is taken'],
    ],
    [{ Message: 'Denied' }, ['Denied']],
    [{ fault: { faultstring: 'Busy' } }, ['Busy']],
    [{ error_code: 12, error_msg: 'Nope' }, ['Nope']],
    [
      ['one', 'two'],
      ['one', 'two'],
    ],
    ['"just text"', ['just text']],
    [{ code: 'no_go' }, ['no_go']],
    [{ field: 'email', code: 'taken' }, ['email: taken']],
    [{ message: 'same', code: 'same' }, ['same']],
    [{ message: '  spaced  ' }, ['spaced']],
    [{ message: '   ', detail: 'said' }, ['said']],
    [{ errors: { age: 5 } }, ['age: 5']],
    [{ errors: { email: { nested: ['odd'] } } }, ['email.nested: odd']],
    [{ fields: { email: 'odd' } }, ['email: odd']],
    [{ field_errors: { email: 'odd' } }, ['email: odd']],
    [{ fieldErrors: { email: 'odd' } }, ['email: odd']],
    [{ validation_errors: { email: 'odd' } }, ['email: odd']],
    [{ issues: [{ param: 'a', msg: 'odd' }] }, ['a: odd']],
    [{ details: [{ parameter: 'a', reason: 'odd' }] }, ['a: odd']],
    [{ invalid_params: [{ property: 'a', description: 'odd' }] }, ['a: odd']],
    [{ errors: [{ location: 'a', error_message: 'odd' }] }, ['a: odd']],
    [{ errors: [{ attribute: 'a', errorMessage: 'odd' }] }, ['a: odd']],
    [{ errors: [{ loc: ['body', null, 3, true], msg: 'odd' }] }, ['body.3: odd']],
    [{ source: { message: 'odd' } }, ['odd']],
    [{ message: 'Bad', source: { pointer: '/a', message: 'not said' } }, ['/a: Bad']],
    [{ message: 'once', error: { message: 'once' } }, ['once']],
    [{ errors: { a: { b: { c: { d: { e: { f: 'deep' } } } } } } }, []],
    [{ errors: { a: { b: 'deep' } } }, ['a.b: deep']],
    [{ other: { thing: true } }, []],
    [{}, []],
    [null, []],
    ['', []],
  ])('%j says %j', (body, lines) => {
    expect(said(body)).toEqual(lines);
  });

  test.each([
    [
      '<html><head><title>502 Bad &amp; Gateway</title></head><body><h1>Sorry</h1></body>',
      ['502 Bad & Gateway', 'Sorry'],
    ],
    ['<p>Down <b>for</b> now<script>alert(1)</script>', ['Down for now']],
    ['<?xml version="1.0"?><Error><Message>Denied</Message></Error>', ['Denied']],
    ['upstream down\r\nask later', ['upstream down', 'ask later']],
    ['{"message": "cut', ['{"message": "cut']],
    ['<', ['<']],
    ['5 < six', ['5 < six']],
    ['a\n\n\nb', ['a', 'b']],
    ['  <!doctype html><title>Sorry</title>', ['Sorry']],
    ['<p class="a">One</p><p>  </p><p>Two\n\n three</p>', ['One', 'Two three']],
    ['<p>Style<style>p {}</style> and <script>never', ['Style and']],
    ['<p>Kept</p><style>\np {}\n', ['Kept']],
    ['<b>&lt;a&gt; &quot;b&quot; &#39;c&#39;&nbsp;&amp;d&copy;</b>', ['<a> "b" \'c\' &d&copy;']],
    ['<p>1</p><p>2</p><p>3</p><p>4</p><p>5</p><p>6</p>', ['1', '2', '3', '4', '5']],
    ['<div>Cut off <a href="', ['Cut off']],
  ])('%s keeps its text', (body, lines) => {
    expect(said(body, body.startsWith('<h') ? 'text/html' : '')).toEqual(lines);
  });

  test('that is endless is shortened', () => {
    const lines = said({ errors: Array.from({ length: 500 }, (_, at) => `${at} ${'x'.repeat(1000)}`) });
    expect(lines).toHaveLength(50);
    expect(Math.max(...lines.map(line => [...line].length))).toBeLessThanOrEqual(1000);
  });

  test('is shown up to 50 lines', () => {
    const lines = (count: number) => said(Array.from({ length: count }, (_, at) => `line ${at}`));
    expect(lines(50)).toHaveLength(50);
    expect(lines(50).at(-1)).toBe('line 49');
    expect(lines(51).slice(-2)).toEqual(['line 48', '…']);
    expect(said({ errors: Object.fromEntries(lines(50).map(line => [line, 'x'])) })).toHaveLength(50);
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, 'x']));
    expect(said({ errors: fields }).at(-1)).toBe('…');
  });

  test('longer than a MiB is not parsed as JSON', () => {
    const body = (length: number) => `{"message":"${'x'.repeat(length - 14)}"}`;
    expect(said(body(1024 * 1024))[0]).toMatch(/^x/);
    expect(said(body(1024 * 1024 + 1))[0]).toMatch(/^\{/);
  });

  test.each(['request_id', 'requestId', 'trace_id', 'traceId', 'correlation_id', 'correlationId'])(
    'with a %s has the id of the request',
    key => {
      const idOf = (body: unknown) => errorBody('', Buffer.from(JSON.stringify(body))).requestId;
      expect(idOf({ [key]: ' r-1 ' })).toBe('r-1');
      expect(idOf({ meta: { [key]: 'r-1' } })).toBe('r-1');
      expect(idOf({ error: 'x', meta: 'y', [key]: '' })).toBeUndefined();
      expect(idOf([{ [key]: 'r-1' }])).toBeUndefined();
    },
  );

  test('nested a hundred thousand deep does no harm', () => {
    expect(said('['.repeat(100_000) + ']'.repeat(100_000))).toEqual([]);
    expect(said(`${'{"errors":'.repeat(50_000)}1${'}'.repeat(50_000)}`)).toEqual([]);
    expect(said('<title'.repeat(50_000), 'text/html').length).toBeLessThanOrEqual(1);
  });

  test('is shown without control characters', () => {
    expect(said({ message: 'a\u001b[31mred\u0007\u202Eb\ud800c\n\td' })).toEqual(['a [31mred b c d']);
  });
});

describe('an error response', () => {
  test('alone may have the id of the request', async () => {
    const { url } = await service(json({ error: { message: 'x', request_id: 'abc' } }, 400));
    expect((await failureOf(api(url).call('getAccount', {}))).requestId).toBe('abc');
  });

  test('of any bytes at all is a failure with printable lines', async () => {
    let body: Uint8Array = Buffer.alloc(0);
    let type = '';
    const responder: Responder = (_request, response) => {
      response.writeHead(422, { 'content-type': type });
      response.end(body);
    };
    const { url } = await service(responder);
    const client = api(url);
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.json().map(value => Buffer.from(value)),
      anyText().map(value => Buffer.from(`<title>${value}</title>`)),
      fc
        .dictionary(fc.constantFrom('message', 'errors', 'error', 'field', 'path', 'code'), fc.jsonValue())
        .map(value => Buffer.from(JSON.stringify(value))),
    );
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom('application/json', 'text/html', 'text/plain', ''),
        async (b, t) => {
          body = b;
          type = t;
          const failure = await failureOf(client.call('getAccount', {}));
          expect(failure).toMatchObject({ code: 'refused', status: 422 });
          expect(failure.details.length).toBeLessThanOrEqual(50);
          for (const line of failure.details) expect(line).toMatch(/^[^\p{Cc}\p{Cs}\u202a-\u202e]{1,1000}$/u);
        },
      ),
      { numRuns: 75 },
    );
  });
});
