import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { checkDomains } from '../../../../src/import/rows/risk/check-domains.ts';
import { nameServer, type Zone } from '../../../support/name-server.ts';
import { account, lines } from '../../account.ts';

const file = lines(
  'Email',
  'a@mx.org',
  'b@mx.org',
  'a@null-mx.org',
  'a@address-only.org',
  'a@v6-only.org',
  'a@nothing.org',
  'a@gone.org',
  'a@silent.org',
  'a@broken.org',
  'a@example.com',
  'unsubscribed@never-asked.test',
);

describe('the answers of DNS', () => {
  const check = async (zones: Readonly<Record<string, Zone>>, ...domains: string[]) => {
    const server = await nameServer(zones);
    const steps: number[] = [];
    const { signal } = new AbortController();
    const found = await checkDomains(domains, [server.address], done => void steps.push(done), signal);
    expect(steps).toEqual(domains.map((_, at) => at + 1));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    return { found, questions: server.mailQuestions() };
  };
  const ok = { mx: ['mail.ok.org'] };

  test.each<[what: string, zone: Zone | undefined, verdict: 'mail' | 'none' | 'unknown']>([
    ['a mail server', { mx: ['mail.x.org'] }, 'mail'],
    ['several, one of them none', { mx: ['.', 'mail.x.org'] }, 'mail'],
    ['"no mail"', { mx: ['.'], a: '192.0.2.1' }, 'none'],
    ['an address', { a: '192.0.2.1' }, 'mail'],
    ['an address of IPv6', { aaaa: true }, 'mail'],
    ['no record', {}, 'none'],
    ['no domain', undefined, 'none'],
    ['trouble', { trouble: 'server failure' }, 'unknown'],
    ['trouble with one of its addresses', { trouble: 'server failure for A' }, 'unknown'],
    [
      'trouble with one of its addresses, and another',
      { trouble: 'server failure for A', aaaa: true },
      'mail',
    ],
  ])('when a domain has %s', async (_, zone, verdict) => {
    const zones = { 'ok.org': ok, ...(zone && { 'x.org': zone }) };
    const { found } = await check(zones, 'ok.org', 'x.org');
    const withoutMail = verdict === 'none' ? ['x.org'] : [];
    expect(found).toEqual({ asked: 2, withoutMail, unknown: verdict === 'unknown' ? 1 : 0 });
  });

  test('when none takes mail, then that is believed only if one does that certainly takes it', async () => {
    const believed = await check({ 'gmail.com': ok }, 'x.org', 'y.org');
    expect(believed.found).toEqual({ asked: 2, withoutMail: ['x.org', 'y.org'], unknown: 0 });
    expect(believed.questions).toContain('gmail.com');
    const unbelieved = await check({}, 'x.org', 'y.org');
    expect(unbelieved.found).toEqual({ asked: 2, withoutMail: [], unknown: 2 });
    const unknown = await check({ 'x.org': { trouble: 'server failure' } }, 'x.org');
    expect([unknown.found, unknown.questions]).toEqual([
      { asked: 1, withoutMail: [], unknown: 1 },
      ['x.org'],
    ]);
    expect((await check({})).found).toEqual({ asked: 0, withoutMail: [], unknown: 0 });
  });

  test('when it is interrupted, then it ends with that, and asks no more', async () => {
    const server = await nameServer({ 'x.org': ok });
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    const check = checkDomains(['x.org'], [server.address], () => expect.unreachable(), stop.signal);
    await expect(check).rejects.toThrow('enough');
    expect(server.mailQuestions()).toEqual([]);
    const later = new AbortController();
    const silent = await nameServer({ 'x.org': { trouble: 'silent' } });
    const waiting = checkDomains(['x.org'], [silent.address], () => {}, later.signal);
    later.abort(new Error('enough of it'));
    await expect(waiting).rejects.toThrow('enough of it');
  });
});

test('when DNS is asked, then only domains that certainly take no mail are rejected, and each is asked about once', async () => {
  const server = await nameServer({
    'mx.org': { mx: ['mail.mx.org'] },
    'null-mx.org': { mx: ['.'], a: '192.0.2.1' },
    'address-only.org': { a: '192.0.2.1' },
    'v6-only.org': { aaaa: true },
    'nothing.org': {},
    'example.com': { mx: ['.'] },
    'silent.org': { trouble: 'silent' },
    'broken.org': { trouble: 'server failure' },
  });
  const { write, run, emails } = await account();
  write('people.csv', file);
  const env = { NEWSLETTER_DNS_SERVERS: server.address };
  const ended = await run(['import', 'people.csv', '--check-domains', '--json', '--show-addresses'], { env });
  const summary = JSON.parse(ended.stdout);
  expect(summary.reasons.filter((one: { code: string }) => one.code === 'no_mail_server')).toEqual([
    expect.objectContaining({ count: 3, example: 'a@null-mx.org', line: 4 }),
  ]);
  expect(summary.domains).toEqual({ asked: 9, without_mail: 4, unknown: 2 });
  expect(await emails()).toEqual([
    'a@address-only.org',
    'a@broken.org',
    'a@example.com',
    'a@mx.org',
    'a@silent.org',
    'a@v6-only.org',
    'b@mx.org',
  ]);
  expect(server.mailQuestions().filter(name => name === 'mx.org')).toHaveLength(1);
  expect(server.mailQuestions()).not.toContain('never-asked.test');
}, 60_000);

test('when DNS denies every domain, those that must exist too, then it is not believed', async () => {
  const server = await nameServer({});
  const { write, run, emails } = await account();
  write('people.csv', lines('Email', 'a@one.org', 'a@two.org'));
  const env = { NEWSLETTER_DNS_SERVERS: server.address };
  const ended = await run(['import', 'people.csv', '--check-domains'], { env });
  expect(ended.stderr).toContain('DNS gave no answer for 2 domains');
  expect(await emails()).toEqual(['a@one.org', 'a@two.org']);
});

test('unless asked for, DNS is not asked', async () => {
  const server = await nameServer({});
  const { write, run } = await account();
  write('people.csv', lines('Email', 'a@one.org'));
  await run(['import', 'people.csv'], { env: { NEWSLETTER_DNS_SERVERS: server.address } });
  expect(server.mailQuestions()).toEqual([]);
});
