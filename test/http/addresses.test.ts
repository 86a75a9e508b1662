import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { json, service } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

const preview = (baseUrl: string) => api(baseUrl).preview('getAccount', {}).url;

describe('the base address', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com/v1/account'],
    ['https://api.example.com/', 'https://api.example.com/v1/account'],
    ['https://api.example.com/news/letter//', 'https://api.example.com/news/letter/v1/account'],
    ['http://localhost:8080', 'http://localhost:8080/v1/account'],
    ['http://127.4.5.6', 'http://127.4.5.6/v1/account'],
    ['http://[::1]:9/x', 'http://[::1]:9/x/v1/account'],
  ])('when it is %s, then requests go below it', (given, url) => {
    expect(preview(given)).toBe(url);
  });

  test.each([
    ['http://api.example.com', /plain http/],
    ['http://localhost.example.com', /plain http/],
    ['http://127.0.0.1.example.com', /plain http/],
    ['ftp://127.0.0.1', /not an https URL/],
    ['api.example.com', /not a URL/],
    ['', /not a URL/],
    ['https://api.example.com/?a=b', /query/],
  ])('when it is %s, then it is refused', (given, message) => {
    expect(() => preview(given)).toThrow(message);
  });

  test('when it holds a password, then it is refused without showing the password', () => {
    expect(() => preview('https://me:pass-word@api.example.com')).toThrow(/^(?!.*pass-word).*user name/);
  });
});

describe('paths', () => {
  test('when an id holds special characters, then they are percent-encoded', async () => {
    const { url, seen } = await service(json(accountRecord));
    await api(`${url}/prefix`).call('getGroup', { id: 'a/b?c#d ü' });
    expect(seen[0]?.url).toBe('/prefix/v1/groups/a%2Fb%3Fc%23d%20%C3%BC');
  });

  test.each(['', '.', '..'])('when an id is "%s", then nothing is sent', async id => {
    const { url, seen } = await service(json(accountRecord));
    expect(await failureOf(api(url).call('getGroup', { id }))).toMatchObject({
      code: 'invalid_value',
      exit: 2,
    });
    expect(seen).toHaveLength(0);
  });

  test.each(['v1/account', '/../secret', '/..%2f/../../x', '@evil.example/x', '/%2e%2e/x'])(
    'when a raw path is %s, which leads outside, then nothing is sent',
    async path => {
      const { url, seen } = await service(json(accountRecord));
      const failure = await failureOf(api(`${url}/prefix`).send({ method: 'GET', path, repeat: 'read' }));
      expect(failure.code).toBe('invalid_value');
      expect(seen).toHaveLength(0);
    },
  );

  test('when a raw path begins with two slashes, then it still goes to the service', async () => {
    const { url, seen } = await service(json(accountRecord));
    await api(url).send({ method: 'GET', path: '//evil.example/x?a=1', query: { b: '2 3' }, repeat: 'read' });
    expect(seen[0]?.url).toBe('//evil.example/x?a=1&b=2+3');
  });
});

test('when a write is previewed, then method, address, headers and body are those that call would send', async () => {
  const { url, seen } = await service(json(accountRecord));
  const client = api(url);
  const args = { id: 'x y', body: { name: 'Zoë' } };
  const options = { query: { notify: 'no' } };
  const preview = client.preview('updateTag', args, options);
  await client.call('updateTag', args, options);
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
