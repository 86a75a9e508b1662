/** Addresses and paths: what is sent where, and what is refused since credentials or the request would go elsewhere. */
import { describe, expect, it } from 'vitest';
import { endpointFor, repeatOf, sendsEmail } from '../../src/http/targets.ts';
import { typedPath } from '../../src/http/typed-path.ts';
import { fillPath, isSafe, portOf, requestUrl, serviceAddress } from '../../src/http/url.ts';
import { casesOfKind } from '../support/cases.ts';
import { thrownBy } from '../support/failure.ts';
import { json, service } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

const rowsOf = <Row extends readonly unknown[]>(kind: string) =>
  casesOfKind<Row>(new URL('addresses.tsv', import.meta.url), kind);

const base = 'https://api.example.com/news';
type Params = Parameters<typeof typedPath>[2];
const invalid = expect.objectContaining({ code: 'invalid_value' });

describe('a path as it was typed', () => {
  it.each<[typed: string, params: Params, path: string]>([
    ['/v1/groups', [], '/v1/groups'],
    ['v1/groups', [], '/v1/groups'],
    ['/v1/groups?page=2&a=%20', [], '/v1/groups?page=2&a=%20'],
    ['/v1/groups?page=2&x=1', [['page', '3']], '/v1/groups?x=1&page=3'],
    ['/v1/a/../groups', [], '/v1/groups'],
    ['/v1/Zoë', [], '/v1/Zo%C3%AB'],
    ['//evil.example/x', [], '//evil.example/x'],
    ['https://api.example.com/news/v1/groups?a=1', [], '/v1/groups?a=1'],
    ['HTTPS://api.example.com/news/v1/groups', [], '/v1/groups'],
    ['https://api.example.com/news', [], '/'],
    ['/v1/a:b', [], '/v1/a:b'],
  ])('%s with %j is requested as %s', (typed, params, path) => {
    expect(typedPath(base, typed, params)).toBe(path);
  });

  it('a parameter may be given twice', () => {
    const params = ['a', 'b'].map(value => ['tag', value] as const);
    expect(typedPath(base, '/v1/groups?tag=c', params)).toBe('/v1/groups?tag=a&tag=b');
  });

  it.each(rowsOf<[what: string, typed: string]>('refused'))('with %s is refused', (_, typed) => {
    expect(thrownBy(() => typedPath(base, typed))).toEqual(invalid);
  });

  it('may be a URL below a base without a path', () => {
    const at = (typed: string) => typedPath('https://api.example.com', typed);
    expect(at('https://api.example.com/v1/tags')).toBe('/v1/tags');
    expect(at('https://api.example.com')).toBe('/');
  });
});

describe('what the contract says of a request', () => {
  it.each(rowsOf<[method: string, asked: string, ReturnType<typeof repeatOf>]>('class'))(
    '%s %s is of class %s',
    (method, asked, repeat) => {
      expect(repeatOf(method, asked)).toBe(repeat);
    },
  );

  it.each(rowsOf<[method: string, asked: string, path?: string]>('endpoint'))(
    '%s %s is the endpoint %s',
    (method, asked, path) => {
      expect(endpointFor(method, asked)?.path).toBe(path);
    },
  );

  it.each([
    ['sends', true],
    ['does not send', false],
  ])('a path that %s an email', (kind, sends) => {
    for (const [path] of rowsOf<[string]>(kind)) expect([path, sendsEmail(path)]).toEqual([path, sends]);
  });
});

describe('the URL of a request', () => {
  const at = (path: string, query?: Record<string, string>) =>
    requestUrl(serviceAddress(base), path, query).href;

  it.each<[path: string, query: Record<string, string>, url: string]>([
    ['/v1/groups', {}, `${base}/v1/groups`],
    ['/v1/groups', { page: '2' }, `${base}/v1/groups?page=2`],
    ['/v1/groups?page=1&x=1', { page: '2' }, `${base}/v1/groups?page=2&x=1`],
    ['/v1/groups#a', { page: '2' }, `${base}/v1/groups?page=2`],
    ['/v1/groups?a=1', {}, `${base}/v1/groups?a=1`],
  ])('%s with %j gives %s', (path, query, url) => {
    expect(at(path, query)).toBe(url);
  });

  it.each(['v1/groups', '/../x', '/%2e%2e/x', ''])('the path "%s" is refused', path => {
    expect(thrownBy(() => at(path))).toEqual(invalid);
  });

  it('a path that changes the host is refused', () => {
    const bare = serviceAddress('https://api.example.com');
    for (const path of ['@evil.example/x', '.evil.example/x', ':9/x', ':x/'])
      expect(thrownBy(() => requestUrl(bare, path))).toEqual(invalid);
  });

  it.each<[id: string | undefined, path: string | undefined]>([
    ['a/b', '/v1/x/a%2Fb'],
    ['$&', '/v1/x/%24%26'],
    ['...', '/v1/x/...'],
    ['.', undefined],
    ['..', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the id %j gives the path %s', (id, path) => {
    const filled = () => fillPath('/v1/x/{id}', id);
    if (path === undefined) expect(thrownBy(filled)).toEqual(invalid);
    else expect(filled()).toBe(path);
    expect(fillPath('/v1/x', id)).toBe('/v1/x');
  });

  it.each([
    ['https://a.example', true, 443],
    ['https://a.example:8443', true, 8443],
    ['http://a.example', false, 80],
    ['http://localhost', true, 80],
    ['http://[::1]:81', true, 81],
    ['ftp://localhost', false, 80],
  ])('%s is safe: %s, and its port is %i', (text, safe, port) => {
    expect([isSafe(new URL(text)), portOf(new URL(text))]).toEqual([safe, port]);
  });
});

const preview = (baseUrl: string) => api(baseUrl).preview('getAccount', {}).url;

describe('the base address', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/v1/account'],
    ['https://api.example.com/', 'https://api.example.com/v1/account'],
    ['https://api.example.com/news/letter//', 'https://api.example.com/news/letter/v1/account'],
    ['http://[::1]:9/x', 'http://[::1]:9/x/v1/account'],
  ])('%s is the base of requests', (given, url) => {
    expect(preview(given)).toBe(url);
  });

  it.each([
    'http://api.example.com',
    'api.example.com',
    'https://api.example.com/?a=b',
    'https://:pass-word@api.example.com',
  ])('"%s" is refused, and not shown', given => {
    expect(() => preview(given)).toThrow('invalid URL: expected https://host (http for this machine only)');
  });
});

it('a preview has method, address, headers and body of the request that call would send', async () => {
  const { url, seen } = await service(json(accountRecord));
  const client = api(url);
  const args = { id: 'x y', body: { name: 'Zoë' } };
  const preview = client.preview('updateTag', args);
  await client.call('updateTag', args);
  expect(seen).toHaveLength(1);
  const { host, connection, 'content-length': length, ...headers } = seen[0]?.headers ?? {};
  expect(preview).toEqual({
    method: seen[0]?.method,
    url: `${url}${seen[0]?.url}`,
    headers: { ...headers, authorization: 'Bearer ***' },
    content: Buffer.from(seen[0]?.body ?? ''),
  });
  const send = client.preview('sendEmail', { id: '1' });
  expect(send).toMatchObject({ method: 'POST', url: `${url}/v1/emails/1/send` });
  expect(send.content).toBeUndefined();
});
