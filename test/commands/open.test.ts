import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import { until } from '../support/run.ts';

const web = { NEWSLETTER_WEB_URL: 'https://app.example.com/acme/' };

it.each([
  ['open', 'https://app.example.com/acme'],
  ['open emails', 'https://app.example.com/acme/emails'],
  ['open subscribers --no-browser', 'https://app.example.com/acme/subscribers'],
])('%s prints %s in a pipe', async (line, address) => {
  const { stdout, status } = await newsletter(line.split(' '), { env: web });
  expect([status, stdout]).toEqual([0, `${address}\n`]);
});

it('open --json prints the address as JSON', async () => {
  const { stdout } = await newsletter(['open', 'emails', '--json'], { env: web });
  expect(JSON.parse(stdout)).toEqual({ path: null, url: 'https://app.example.com/acme/emails' });
});

it('open starts the browser that BROWSER names on a terminal', async () => {
  const folder = temporaryFolder();
  const [browser, seen] = [join(folder, 'browser'), join(folder, 'seen')];
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > "${seen}.new" && mv "${seen}.new" "${seen}"\n`);
  chmodSync(browser, 0o700);
  const { stderr, stdout } = await newsletter(['open', 'groups'], {
    env: { ...web, BROWSER: browser },
    terminal: ['stdout', 'stderr'],
  });
  expect(stderr).toContain('opened https://app.example.com/acme/groups');
  expect(stdout).toBe('');
  await until(() => existsSync(seen));
  expect(readFileSync(seen, 'utf8')).toBe('https://app.example.com/acme/groups');
});

it('open without an address says how to set it', async () => {
  const { status, stderr } = await newsletter(['open']);
  expect(status).toBe(2);
  expect(stderr).toContain('newsletter config set web-url');
});

it('open with an unknown page is a usage error that names the pages', async () => {
  const { status, stderr } = await newsletter(['open', 'dashboard'], { env: web });
  expect(status).toBe(2);
  expect(stderr).toContain('subscribers, groups, emails, imports, fields');
});

it('open leads to the pages of a sandbox', async () => {
  const { sandbox } = await account();
  const { stdout } = await newsletter(['open', 'imports'], {
    env: { NEWSLETTER_WEB_URL: sandbox.baseUrl },
  });
  expect((await fetch(stdout.trim())).status).toBe(200);
});
