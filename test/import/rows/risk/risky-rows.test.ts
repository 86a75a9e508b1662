import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../support/needs.ts';
import { onTerminal } from '../../../support/pseudo-terminal.ts';
import { account, lines } from '../../account.ts';

const file = lines(
  'Email,Status',
  'anna@gmial.com,subscribed',
  'Bo@Gmail.con,subscribed',
  'x@shop.test,subscribed',
  'y@web.con,subscribed',
  'z@sub.mailinator.com,subscribed',
  'ok@gmail.com,subscribed',
  'ok@example.com,subscribed',
  'gone@gmial.com,unsubscribed',
  'ANNA@gmial.com,subscribed',
);

interface Risk {
  readonly cause: string;
  readonly action: string;
  readonly count: number;
}
const short = (risks: readonly Risk[]) =>
  risks.map(({ cause, action, count }) => `${cause} ${action} ${count}`);

describe('addresses at which mail would come back', () => {
  test('without an option, certain risks are rejected, and the others sent and reported', async () => {
    const { write, load, at, emails } = await account();
    const report = at('report.ndjson');
    const { summary, said, rejects } = await load(write('people.csv', file), {
      report,
      wait: true,
      showAddresses: true,
    });
    expect(short(summary.risks)).toEqual([
      'unknown_tld reject 3',
      'misspelt_domain keep 1',
      'disposable_domain keep 1',
    ]);
    expect(summary.risks[1]).toMatchObject({ example: 'anna@gmial.com', line: 2, suggestion: 'gmail.com' });
    expect(summary).toMatchObject({
      rows: 9,
      accepted: 4,
      duplicates: 1,
      rejected: 3,
      suppressed: 1,
      created: 4,
    });
    expect(said).toContain('1 in domains that look misspelt, e.g. anna@gmial.com (line 2): gmail.com?');
    expect(rejects.map(row => `${row._line} ${row._code} ${row._reason}`)).toEqual([
      '3 unknown_tld ".con" is not a top-level domain: gmail.com?',
      '4 unknown_tld ".test" is not a top-level domain',
      '5 unknown_tld ".con" is not a top-level domain: web.com?',
      '9 suppressed Status: unsubscribed',
    ]);
    expect(await emails()).not.toContain('x@shop.test');
    const reported = readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(reported.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '2 misspelt_domain',
      '3 unknown_tld',
      '4 unknown_tld',
      '5 unknown_tld',
      '6 disposable_domain',
      '9 suppressed',
      '10 duplicate',
    ]);
    expect(reported[0].reason).toBe('sent anyway: "gmial.com" looks misspelt: gmail.com?');
  });

  test('a misspelt address is a duplicate if the corrected one is in the account', async () => {
    const { call, write, run, emails } = await account();
    await call('POST', '/v1/subscribers', { email: 'Anna@gmail.com' });
    write('people.csv', lines('Email', 'anna@gmial.com', 'ok@gmail.com', 'bo@gmial.com'));
    const { stderr } = await run(['import', 'people.csv']);
    expect(stderr).toContain('the corrected address is in the account already: 1 misspelt address');
    expect(await emails()).toEqual(['Anna@gmail.com', 'bo@gmial.com', 'ok@gmail.com']);
  });

  test('of an export of this program, nobody is rejected', async () => {
    const { call, run, emails } = await account();
    await call('POST', '/v1/subscribers', { email: 'x@shop.test' });
    await run(['subscribers', 'export', 'everybody.csv']);
    const ended = await run(['import', 'everybody.csv']);
    expect([ended.status, await emails()]).toEqual([0, ['x@shop.test']]);
  });
});

needs('script').it('on a terminal, misspelt domains are asked about, and the answer is a flag', async () => {
  const { write, settings, folder, env, emails } = await account();
  write('people.csv', lines('Email', 'anna@gmial.com', 'ok@gmail.com'));
  const typing = onTerminal('import people.csv', {
    env: { ...env, NEWSLETTER_CONFIG_DIR: settings },
    cwd: folder,
  });
  await typing.shows(/1 address looks misspelt: mail would bounce, e\.g\. anna@gmial\.com \(gmail\.com\?\)/);
  typing.type('\x1b[B\r');
  await typing.shows(/Import 1 subscriber/);
  typing.type('\x1b[B\r');
  expect(await typing.ended).toContain('--risky misspelt_domain=reject');
  expect(await emails()).toEqual(['ok@gmail.com']);
});
