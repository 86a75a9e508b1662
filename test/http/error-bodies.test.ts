import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorBody } from '../../src/http/errors/error-body.ts';
import { anyText } from '../support/any-text.ts';
import { casesOfKind } from '../support/cases.ts';
import { failureOf } from '../support/failure.ts';
import { json, type Responder, service } from '../support/service.ts';
import { api } from './api.ts';

const said = (body: unknown, type = 'application/json') =>
  errorBody(type, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))).lines;

const rowsOf = <Row extends readonly unknown[]>(kind: string) =>
  casesOfKind<Row>(new URL('error-bodies.tsv', import.meta.url), kind);

describe('an error body', () => {
  test.each(rowsOf<[unknown, string[]]>('json'))('%j says %j', (body, lines) => {
    expect(said(body)).toEqual(lines);
  });

  test.each(rowsOf<[string, string[]]>('text'))('%s keeps its text', (body, lines) => {
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
