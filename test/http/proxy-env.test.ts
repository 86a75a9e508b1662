/** Which requests go through the proxy that the environment names. */
import { describe, expect, test } from 'vitest';
import { proxyFor } from '../../src/http/proxy-env.ts';

const proxy = 'http://proxy.example:3128';
const url = (text: string) => new URL(text);

describe('the proxy of a request', () => {
  test('HTTP_PROXY alone is used for https, too', () => {
    expect(proxyFor(url('https://api.example.com'), { HTTP_PROXY: proxy })).toBe(proxy);
    expect(proxyFor(url('http://api.example.com'), { HTTPS_PROXY: proxy })).toBeUndefined();
  });

  test('a variable in lower case beats the one in capitals', () => {
    const environment = { HTTPS_PROXY: 'http://other.example', https_proxy: proxy };
    expect(proxyFor(url('https://api.example.com'), environment)).toBe(proxy);
  });

  test.each([
    ['api.example.com', 'https://api.example.com', undefined],
    ['example.com', 'https://api.example.com', undefined],
    ['.example.com other.test', 'https://api.example.com', undefined],
    ['*.EXAMPLE.com', 'https://api.example.com', undefined],
    ['ple.com', 'https://api.example.com', proxy],
    ['api.example.com:443', 'https://api.example.com', undefined],
    ['api.example.com:8443', 'https://api.example.com', proxy],
    ['api.example.com:8443', 'https://api.example.com:8443', undefined],
    ['*', 'https://api.example.com', undefined],
    [',, ', 'https://api.example.com', proxy],
    ['', 'https://127.0.0.1:8443', undefined],
    ['', 'https://[::1]', undefined],
    ['', 'https://127.example.com', proxy],
  ])('NO_PROXY=%s sends %s through %s', (noProxy, address, expected) => {
    expect(proxyFor(url(address), { HTTPS_PROXY: proxy, NO_PROXY: noProxy })).toBe(expected);
  });
});
