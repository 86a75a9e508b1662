/** Which account credentials belong to: what is shown, what is expected, where the client secret comes from. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountName, checkAccountNamed, checkExpectedAccount } from '../../src/auth/account.ts';
import { findClientSecret } from '../../src/auth/credentials/client-secret.ts';
import type { Account } from '../../src/contract/index.ts';
import { Failure } from '../../src/lib/failure.ts';
import { failureOf, thrownBy } from '../support/failure.ts';
import { temporaryFolder } from '../support/home.ts';
import { type Given, sessionSources } from './sources.ts';

const account = { id: 'A-1', name: 'Acme', slug: 'acme' } as Account;

describe('the account in messages', () => {
  it.each<[Partial<Account>, shown: string, isNamed: boolean]>([
    [account, 'Acme (acme)', true],
    [{ id: 'a', name: 'Acme' }, 'Acme', true],
    [{ id: 'a', name: ' ', slug: 'acme' }, 'an account without a name (acme)', false],
    [{ name: 'Acme', slug: '' }, 'Acme', false],
    [{ id: '', name: 'Acme' }, 'Acme', false],
    [{ id: 7 as never, name: 'Acme', slug: 7 as never }, 'Acme', false],
    [{}, 'an account without a name', false],
  ])('with the fields %j is shown as %j', (given, shown, isNamed) => {
    expect(accountName(given)).toBe(shown);
    const check = () => checkAccountNamed(given);
    if (isNamed) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'unexpected_answer' }));
  });
});

describe('the account that is expected', () => {
  const environment = { NEWSLETTER_EXPECT_ACCOUNT: 'other' };

  it.each([undefined, 'acme', 'A-1', 'a-1'])('is met by %s', expectAccount => {
    const sources = sessionSources({ flags: expectAccount === undefined ? {} : { expectAccount } });
    expect(() => checkExpectedAccount(account, sources)).not.toThrow();
  });

  it.each<[Given, atSignIn: boolean, message: RegExp, details: RegExp, hint: RegExp | undefined]>([
    [
      { flags: { expectAccount: 'other' } },
      false,
      /^these credentials belong to acme, not to other$/,
      /the profile is work.*by --expect-account$/,
      /--profile/,
    ],
    [{ flags: { expectAccount: 'ACME' } }, false, /not to ACME$/, /by --expect-account$/, /--profile/],
    [{ environment }, false, /not to other$/, /by NEWSLETTER_EXPECT_ACCOUNT$/, /--profile/],
    [{ settings: { 'expect-account': 'other' } }, false, /not to other$/, /by profile work$/, /--profile/],
    [
      { environment: { ...environment, NEWSLETTER_API_KEY: 'k' } },
      false,
      /not to other$/,
      /the key is in NEWSLETTER_API_KEY/,
      /^unset NEWSLETTER_API_KEY/,
    ],
    [
      { environment: { ...environment, NEWSLETTER_API_KEY: 'k' } },
      true,
      /; nothing was stored$/,
      /the profile is work/,
      undefined,
    ],
  ])(
    'that another one has (%j) is an error that says who expects it',
    (given, atSignIn, message, details, hint) => {
      const failure = thrownBy(() => checkExpectedAccount(account, sessionSources(given), atSignIn));
      expect(failure).toMatchObject({ code: 'wrong_account', message: expect.stringMatching(message) });
      expect(failure?.details.join(' ')).toMatch(details);
      if (hint) expect(failure?.hint).toMatch(hint);
      else expect(failure?.hint ?? '').not.toMatch(/^unset|^--profile/);
    },
  );
});

describe('the client secret', () => {
  const variable = { NEWSLETTER_CLIENT_SECRET: ' from variable\n' };
  const broker = { 'token-url': 'https://broker.example' };
  const command = { 'client-secret-command': 'echo from command' };

  it.each<
    [title: string, given: Given, stored: string | undefined, isBroker: boolean, expected: object | undefined]
  >([
    ['nothing', {}, undefined, false, undefined],
    ['what is stored', {}, 'stored', false, { secret: 'stored' }],
    ['the variable', { environment: variable }, 'stored', false, { secret: 'from variable' }],
    [
      'an empty variable',
      { environment: { NEWSLETTER_CLIENT_SECRET: ' ' } },
      'stored',
      false,
      { secret: 'stored' },
    ],
    ['a broker', { settings: broker, environment: variable }, 'stored', false, { secret: undefined }],
    [
      'the variable, for the broker itself',
      { settings: broker, environment: variable },
      undefined,
      true,
      { secret: 'from variable' },
    ],
    ['a command', { settings: command, environment: variable }, 'stored', false, { secret: 'from command' }],
  ])('is that of %s', async (_, given, stored, isBroker, expected) => {
    const { settings, environment, http } = sessionSources(given);
    const found = findClientSecret({ settings, environment, signal: http.signal, stored, isBroker });
    expect(await found).toEqual(expected);
  });

  it.each([
    [
      { environment: { NEWSLETTER_CLIENT_SECRET: 'tö' } },
      'invalid_value',
      'NEWSLETTER_CLIENT_SECRET contains characters',
    ],
    [
      { settings: { 'client-secret-command': 'true' } },
      'invalid_value',
      'the output of client-secret-command is empty',
    ],
    [
      { settings: { 'client-secret-command': 'printf "a\\001b"' } },
      'invalid_value',
      'the output of client-secret-command contains',
    ],
    [
      { settings: { 'client-secret-command': 'exit 3' } },
      'missing_setting',
      'client-secret-command failed (exit status 3)',
    ],
  ])('that is wrong (%j) is refused: %s', async (given, code, message) => {
    const { settings, environment, http } = sessionSources(given);
    const failure = await failureOf(findClientSecret({ settings, environment, signal: http.signal }));
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('does not keep the program waiting for a command that is ended', async () => {
    const begun = join(temporaryFolder(), 'begun');
    // It outlives its shell until the folder goes.
    const command = `: > ${begun}; while [ -e ${begun} ]; do sleep 0.1; done & wait`;
    const stop = new AbortController();
    const { settings } = sessionSources({ settings: { 'client-secret-command': command } });
    const found = failureOf(findClientSecret({ settings, environment: process.env, signal: stop.signal }));
    await expect.poll(() => existsSync(begun)).toBe(true);
    stop.abort(new Failure('interrupted', 'Ctrl-C'));
    expect((await found).code).toBe('interrupted');
  });
});
