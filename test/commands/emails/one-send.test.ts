/** One email, named and addressed in several ways at once: it leaves this machine once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/home.ts';
import { edit, emailId, mailService } from '../../support/mail-service.ts';
import { newsletter, start } from '../../support/program.ts';

/** A service that takes every send, and never shows that it did. */
const forgetful = { takesSecond: true, visibleAfter: Number.POSITIVE_INFINITY };

it('two runs at once that spell the service in two ways send an email once', async () => {
  const clock = testClock();
  const { env, posts } = await mailService(forgetful, undefined, clock);
  const home = temporaryFolder();
  const url = new URL(env.NEWSLETTER_BASE_URL);
  const runs = ['127.0.0.1', 'localhost', 'LOCALHOST'].map(host => {
    const base = url.href.replace(url.hostname, host);
    const words = ['emails', 'send', emailId, '--yes', '--max-wait', '1'];
    return newsletter(words, { env: { ...env, NEWSLETTER_BASE_URL: base }, home, clock });
  });
  const ended = await Promise.all(runs);
  expect(posts(), ended.map(({ stderr }) => stderr).join('\n')).toBe(1);
  // 9: the outcome is unknown; 6: another process was sending it.
  for (const { status, stderr } of ended) expect([6, 9], stderr).toContain(status);
});

it('a send with an unknown outcome is known by another address, and by another name of the email', async () => {
  const { env, posts } = await mailService(forgetful);
  const home = temporaryFolder();
  const localhost = env.NEWSLETTER_BASE_URL.replace('127.0.0.1', 'localhost');
  for (const [email, base] of [
    [emailId, env.NEWSLETTER_BASE_URL],
    [emailId, localhost],
    [emailId.toUpperCase(), `${localhost}/`],
    [emailId.slice(0, 8), env.NEWSLETTER_BASE_URL],
    ['Bridges', env.NEWSLETTER_BASE_URL],
  ] as const) {
    const words = ['emails', 'send', email, '--yes', '--max-wait', '0.1'];
    const { status, stderr } = await newsletter(words, { env: { ...env, NEWSLETTER_BASE_URL: base }, home });
    expect(status, `${email} at ${base}: ${stderr}`).toBe(9);
  }
  expect(posts()).toBe(1);
  await newsletter(['emails', 'send', emailId, '--yes', '--max-wait', '0.1', '--send-again'], { env, home });
  expect(posts()).toBe(2);
});

it('a push reads the email again after a question, and with --force just before the request', async () => {
  let reads = 0;
  const others = (text: string) => edit(service.state, { body_html: text, updated_at: text });
  const holdsBack = () => {
    if (++reads === 1) others('One');
    return undefined;
  };
  const service = await mailService({ ...forgetful, holdsBack });
  const [home, cwd] = [temporaryFolder(), temporaryFolder()];
  const of = { env: service.env, home, cwd };
  writeFileSync(join(cwd, 'may.md'), 'Mine\n');
  await newsletter(['emails', 'push', 'may.md', '--to', emailId, '--force'], of);
  expect(readFileSync(join(cwd, 'bridges.html'), 'utf8')).toMatch(/\n\nOne\n$/);
  await newsletter(['emails', 'send', emailId, '--yes', '--max-wait', '0.1'], of);
  writeFileSync(join(cwd, 'may.md'), readFileSync(join(cwd, 'may.md'), 'utf8').replace('Mine', 'Ours'));
  const asked = start(['emails', 'push', 'may.md', '--send'], {
    ...of,
    terminal: ['stdin', 'stdout', 'stderr'],
    stdin: 'open',
  });
  await asked.said(/It may already be sent\. Send it anyway\?/);
  others('Two');
  asked.type('y\r');
  await asked.said(/- Two\s+\+ Ours[\s\S]*has changed at the service\. Replace it\?/);
  asked.type('n\r');
  expect((await asked.ended).status).toBe(5);
});

it.each([
  ['POST', `v1/emails/${emailId}/send`],
  ['post', `/v1/emails/${emailId}/send?x=1`],
  ['POST', `v1/emails/${emailId}/%2573%2565nd`],
  ['GET', `v1/emails/${emailId}/send`],
])('`api %s %s` is refused, and nothing leaves', async (method, path) => {
  const service = await mailService({});
  const { status, stdout, stderr } = await newsletter(['api', method, path, '--yes'], service);
  expect({ status, stdout, requests: service.requests() }, stderr).toEqual({
    status: 2,
    stdout: '',
    requests: 0,
  });
  expect(stderr).toContain(`hint: newsletter emails send`);
});

it('`api` is refused as well when a full URL or a header has the path of a send', async () => {
  const { env, requests } = await mailService({});
  const base = env.NEWSLETTER_BASE_URL;
  for (const words of [
    ['POST', `${base}/v1/emails/${emailId}/send`],
    ['POST', '/v1/tags', '--header', `X-Original-URL: /v1/emails/${emailId}/send`],
    ['GET', '/v1/tags', '--header', `x-rewrite-url: ${base}/v1/emails/${emailId}/send?x=1`],
  ] as const) {
    const ended = await newsletter(['api', ...words, '--yes'], { env });
    expect(ended.status, `${words.join(' ')}: ${ended.stderr}`).toBe(2);
  }
  expect(requests()).toBe(0);
});

it('a request that the service redirects to a send is not repeated there', async () => {
  const { env, posts } = await mailService({
    saves: () => (_, response) =>
      void response.writeHead(307, { location: `/v1/emails/${emailId}/send` }).end(),
  });
  const words = ['api', 'PATCH', `/v1/emails/${emailId}`, '--data', '{"subject":"x"}'];
  const { stderr } = await newsletter(words, { env });
  expect(stderr).toContain('which sends an email; not followed');
  expect(posts()).toBe(0);
});
