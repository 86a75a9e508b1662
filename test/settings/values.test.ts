import { describe, expect, it } from 'vitest';
import { parseSetting } from '../../src/settings/parse.ts';
import type { SettingName } from '../../src/settings/schema.ts';
import { casesOfKind } from '../support/cases.ts';

const rowsOf = <Row extends readonly unknown[]>(kind: string) =>
  casesOfKind<Row>(new URL('values.tsv', import.meta.url), kind);

describe('values that are accepted', () => {
  it.each(rowsOf<[SettingName, string, string | number]>('accepted'))(
    '%s %j has the value %j',
    (name, text, value) => {
      // A number with a decimal point stands as text in the table.
      expect([value, Number(value)]).toContain(parseSetting(name, text));
    },
  );
});

describe('values that are refused', () => {
  it.each(rowsOf<[SettingName, string, string]>('refused'))(
    '%s %j is refused, with what is allowed',
    (name, text, why) => {
      expect(() => parseSetting(name, text)).toThrow(
        expect.objectContaining({ code: 'invalid_value', message: expect.stringContaining(why) }),
      );
      expect(() => parseSetting(name, text)).toThrow(name);
    },
  );

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
      expect.objectContaining({ code: 'invalid_value', message: expect.not.stringContaining('hunter2') }),
    );
  });
});
