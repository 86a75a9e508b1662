import { expect, test } from 'vitest';
import { nameServer } from '../../../support/name-server.ts';
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
