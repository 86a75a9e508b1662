import { describe, expect, it } from 'vitest';
import { parseSetting } from '../../src/settings/parse.ts';
import type { SettingName } from '../../src/settings/schema.ts';

describe('values that are accepted', () => {
  it.each<[SettingName, string, string | number]>([
    ['base-url', 'https://api.example.com', 'https://api.example.com'],
    ['base-url', 'https://api.example.com/', 'https://api.example.com'],
    ['base-url', ' https://API.example.com:8443/newsletter//\n', 'https://api.example.com:8443/newsletter'],
    ['base-url', 'http://localhost:3000/', 'http://localhost:3000'],
    // A gateway of one's own may have a path like that.
    ['base-url', 'https://gateway.example.com/v1/newsletter', 'https://gateway.example.com/v1/newsletter'],
    ['auth-url', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['auth-url', 'http://127.1/', 'http://127.0.0.1'],
    ['base-url', 'http://[::1]:9000', 'http://[::1]:9000'],
    ['timeout', '0.5', 0.5],
    ['timeout', ' 60 ', 60],
    ['max-wait', '0', 0],
    ['retries', '0', 0],
    ['output', 'json', 'json'],
    ['page-param', 'page[number]', 'page[number]'],
    ['expect-account', 'acme', 'acme'],
  ])('%s %j has the value %j', (name, text, value) => {
    expect(parseSetting(name, text)).toBe(value);
  });
});

describe('values that are refused', () => {
  it.each<[SettingName, string, RegExp]>([
    ['base-url', 'http://api.example.com', /plain http/],
    ['base-url', 'http://127.0.0.1.example.com', /plain http/],
    ['base-url', 'http://localhost.example.com', /plain http/],
    ['base-url', 'http://10.0.0.1', /plain http/],
    ['auth-url', 'http://auth.example.com', /plain http/],
    ['base-url', 'ftp://example.com', /https/],
    ['base-url', 'file:///etc/passwd', /https/],
    ['base-url', 'nonsense', /https/],
    ['base-url', 'https://api.example.com?x=1', /must not contain/],
    ['base-url', '', /is empty/],
    ['base-url', 'https://api.example.com/v1', /leave out \/v1, which/],
    ['base-url', 'https://api.example.com/v1/subscribers/7', /leave out \/v1\/subscribers\/7, which/],
    ['timeout', '0', /from 0\.1 to/],
    ['timeout', '-5', /from 0\.1 to/],
    ['timeout', '1e3', /from 0\.1 to/],
    ['timeout', 'Infinity', /from 0\.1 to/],
    ['timeout', '30s', /from 0\.1 to/],
    ['max-wait', '9999999', /from 0 to/],
    ['retries', '1.5', /whole number/],
    ['retries', '101', /from 0 to 100/],
    ['output', 'JSON', /one of table, tsv, json/],
    ['expect-account', 'a\u0007b', /control/],
  ])('%s %j is refused, with what is allowed', (name, text, why) => {
    expect(() => parseSetting(name, text)).toThrow(
      expect.objectContaining({
        code: 'invalid_value',
        message: expect.stringMatching(why),
      }),
    );
    expect(() => parseSetting(name, text)).toThrow(name);
  });

  it('an address without its scheme, or a misspelt format, has a hint with what was meant', () => {
    expect(() => parseSetting('base-url', 'api.example.com')).toThrow(
      expect.objectContaining({
        hint: 'did you mean https://api.example.com?',
      }),
    );
    expect(() => parseSetting('output', 'jsno')).toThrow(
      expect.objectContaining({ hint: 'did you mean json?' }),
    );
  });

  it.each([
    ['NEWSLETTER_TIMEOUT', 'newsletter help environment'],
    ['/a/.newsletterrc.json: timeout', 'newsletter help environment'],
    ['--timeout', 'newsletter <command> --help'],
  ])('a malformed %s has a hint with its help page', (from, hint) => {
    for (const text of ['', 'soon']) {
      expect(() => parseSetting('timeout', text, from)).toThrow(expect.objectContaining({ hint }));
    }
  });

  it('a password in an address is not repeated', () => {
    expect(() => parseSetting('base-url', 'https://me:hunter2@example.com')).toThrow(
      expect.objectContaining({
        code: 'invalid_value',
        message: expect.not.stringContaining('hunter2'),
      }),
    );
  });
});
