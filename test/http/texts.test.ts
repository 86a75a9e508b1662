/** What people are told of a request: the lines of --verbose, failures of connections. */
import { describe, expect, it } from 'vitest';
import { NetworkError, ResponseTooLarge } from '../../src/http/errors/network-error.ts';
import { requestIdOf } from '../../src/http/errors/request-failure.ts';
import { shownSeconds, shownSize, shownUrl } from '../../src/http/url.ts';
import { hangUp, json, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

describe('the lines of --verbose', () => {
  it.each([
    ['https://a.example/x?page=2', 'https://a.example/x?page=2'],
    ['https://me:pw@a.example/x', 'https://a.example/x'],
    ['https://a.example/?api_key=1&x=2', 'https://a.example/?api_key=***&x=2'],
    ['https://a.example/?token=1&token=2', 'https://a.example/?token=***'],
    ['https://a.example/?Code=1&PASSWORD=2', 'https://a.example/?Code=***&PASSWORD=***'],
  ])('the URL %s is shown as %s', (url, shown) => {
    expect(shownUrl(new URL(url))).toBe(shown);
  });

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [999_999, '1000.0 kB'],
    [1_000_000, '1.0 MB'],
    [3_400_000, '3.4 MB'],
  ])('%i bytes are shown as %s', (bytes, shown) => {
    expect(shownSize(bytes)).toBe(shown);
  });

  it.each([
    [400, '0.4 s'],
    [2000, '2 s'],
    [9949, '9.9 s'],
    [10_000, '10 s'],
    [11_001, '12 s'],
  ])('%i ms are shown as %s', (milliseconds, shown) => {
    expect(shownSeconds(milliseconds)).toBe(shown);
  });

  it('the id of a request is taken from the most usual header, printable', () => {
    expect(requestIdOf({ traceparent: 't', 'x-request-id': 'r' })).toBe('r');
    expect(requestIdOf({ 'x-request-id': '', 'cf-ray': 'c\u0007' })).toBe('c');
    expect(requestIdOf({ server: 'x' })).toBeUndefined();
    for (const name of [
      'request-id',
      'x-correlation-id',
      'x-amzn-requestid',
      'x-amzn-trace-id',
      'x-trace-id',
    ])
      expect(requestIdOf({ [name]: 'r' })).toBe('r');
  });
});

describe('a connection that fails', () => {
  const coded = (code: string, message = 'x', more: object = {}) =>
    Object.assign(new Error(message), { code, ...more });
  const parser = (more: object = {}) => Object.assign(new Error('x'), { name: 'HTTPParserError', ...more });
  const connection = { url: new URL('https://news.example'), proxied: false, seconds: 9, sent: false };
  const at = 'news.example:443';
  const openssl = { library: 'SSL routines', reason: 'bad certificate' };
  const noHttp = `unexpected_answer: the server at ${at} does not use HTTP`;

  it.each<[cause: unknown, said: string, hint: RegExp | undefined]>([
    [coded('ENOTFOUND'), 'no_such_host: host not found: news.example', /network/],
    [coded('EAI_AGAIN'), 'no_such_host: host not found: news.example', /base-url/],
    [coded('ECONNREFUSED'), `connection_refused: connection refused: ${at}`, /base-url/],
    // Node's gathering of the errors of a host with several addresses.
    [
      new AggregateError([coded('ECONNREFUSED')]),
      `connection_refused: connection refused: ${at}`,
      /base-url/,
    ],
    [new AggregateError([], 'none'), `connection_failed: cannot connect to ${at}: none`, undefined],
    [coded('ECONNRESET'), `cut_off: the connection to ${at} was lost`, /^try again$/],
    [coded('UND_ERR_SOCKET'), `cut_off: the connection to ${at} was lost`, /^try again$/],
    [parser({ data: '' }), `cut_off: the connection to ${at} was lost`, /try again/],
    [
      coded('ECONNRESET', 'x', { host: 'news.example' }),
      `tls_failed: TLS error: the server at ${at} ended the connection`,
      /base-url/,
    ],
    [
      coded('ERR_SSL_WRONG_VERSION_NUMBER'),
      `tls_failed: TLS error: the server at ${at} does not use TLS`,
      /base-url/,
    ],
    [
      coded('ERR_SSL_X', '80:error:0A', openssl),
      `tls_failed: TLS error at ${at}: bad certificate`,
      /NODE_EXTRA/,
    ],
    [coded('ERR_TLS_X', 'odd', { reason: 'x' }), `tls_failed: TLS error at ${at}: odd`, /NODE_EXTRA/],
    [coded('EPROTO', 'odd', { ...openssl, reason: 5 }), `tls_failed: TLS error at ${at}: odd`, /NODE_EXTRA/],
    [coded('CERT_HAS_EXPIRED'), `tls_failed: TLS error at ${at}: x`, /clock/],
    [coded('CERT_NOT_YET_VALID'), `tls_failed: TLS error at ${at}: x`, /clock/],
    [coded('CERT_REVOKED'), `tls_failed: TLS error at ${at}: x`, /NODE_EXTRA/],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), `tls_failed: TLS error at ${at}: x`, /NODE_EXTRA/],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), `tls_failed: TLS error at ${at}: x`, /base-url/],
    [coded('MY_CERT_X'), `connection_failed: cannot connect to ${at}: x`, undefined],
    [coded('UND_ERR_HEADERS_TIMEOUT'), `timeout: timeout: no response from ${at} for 9 seconds`, /--timeout/],
    [
      AbortSignal.abort(new DOMException('x', 'TimeoutError')).reason,
      `timeout: timeout: no response from ${at} for 9 seconds`,
      /--timeout/,
    ],
    [
      new ResponseTooLarge('x'),
      `unexpected_answer: the response from ${at} is larger than 256 MiB`,
      /base-url/,
    ],
    [
      coded('UND_ERR_HEADERS_OVERFLOW'),
      `unexpected_answer: the headers of the response from ${at} are too large`,
      /64 KiB/,
    ],
    [parser({ data: 'garbage' }), `${noHttp}: x`, /base-url/],
    [parser(), `${noHttp}: x`, /./],
    [coded('UND_ERR_INVALID_ARG', 'bad'), 'invalid_value: cannot send the request: bad', undefined],
    [coded('EWHAT', 'odd'), `connection_failed: cannot connect to ${at}: odd`, undefined],
    ['odd', `connection_failed: cannot connect to ${at}: odd`, undefined],
  ])('%o is "%s"', (cause, said, hint) => {
    const error = new NetworkError(cause, connection);
    expect(`${error.code}: ${error.message}`).toBe(said);
    expect(error).toMatchObject({ cause, sent: false });
    if (hint === undefined) expect(error.hint).toBeUndefined();
    else expect(error.hint).toMatch(hint);
  });

  it('an error at a proxy names the proxy until the request has left', () => {
    const proxied = (cause: unknown, sent: boolean) =>
      new NetworkError(cause, { ...connection, proxied: true, sent });
    expect(proxied(coded('ECONNREFUSED'), false)).toMatchObject({
      message: `connection refused: ${at} (through a proxy)`,
      hint: 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
    });
    expect(proxied(coded('EPROTO'), false).hint).toMatch(/NODE_EXTRA_CA_CERTS/);
    expect(proxied(coded('ECONNRESET'), true)).toMatchObject({
      message: `the connection to ${at} was lost`,
      hint: 'try again',
      sent: true,
    });
  });
});

it('the log has a line each way, with neither credentials nor bodies', async () => {
  const { url } = await service(
    text('', 503, { 'retry-after': '0' }),
    hangUp,
    json(accountRecord, 201, { 'x-request-id': 'r-9' }),
  );
  const lines: string[] = [];
  await api(url, { log: line => lines.push(line) }).send({
    method: 'PATCH',
    path: '/v1/tags/7',
    query: { api_key: 'k-123', page: '1' },
    content: [Buffer.from('{"name":"private"}')],
    repeat: 'upsert',
  });
  expect(lines).toEqual([
    expect.stringMatching(`^> PATCH ${url}/v1/tags/7\\?api_key=\\*\\*\\*&page=1 \\(18 bytes\\)$`),
    expect.stringMatching(/^< 503 Service Unavailable \d+ ms 0 bytes$/),
    expect.stringMatching(/^\* retrying in [\d.]+ s \(retry 1\)$/),
    expect.stringMatching(/^> PATCH /),
    expect.stringMatching(/^< the connection to 127\.0\.0\.1:\d+ was lost \(\d+ ms\)$/),
    expect.stringMatching(/^\* retrying in [\d.]+ s \(retry 2\)$/),
    expect.stringMatching(/^> PATCH /),
    expect.stringMatching(/^< 201 Created \d+ ms \d+ bytes request-id r-9$/),
  ]);
  expect(lines.join()).not.toMatch(/secret-bearer|private|k-123/);
});
