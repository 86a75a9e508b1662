import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sandboxService } from '../support/service.ts';
import { authorizationRequest, authorize, consent, formToken, post, redirect_uri } from './oauth.ts';

test('when the user cancels, then the app hears of it and gets no code', async () => {
  const { sandbox } = await sandboxService();
  const { parameters } = await consent(sandbox, 'cancel');
  expect(parameters).toEqual({ error: 'access_denied', state: authorizationRequest.state });
});

test('when a consent page is answered twice or made up, then nothing is approved', async () => {
  const { sandbox } = await sandboxService();
  const form_token = formToken(await (await authorize(sandbox, authorizationRequest)).text());
  const approve = (form_token: string) =>
    post(sandbox, '/oauth/authorize', { form_token, decision: 'approve' });
  expect((await approve(form_token)).status).toBe(303);
  for (const odd of [form_token, 'made-up', '']) {
    const response = await approve(odd);
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  }
});

test('when client or redirect URI is not registered, then a page says so and nobody is sent anywhere', async () => {
  const { sandbox } = await sandboxService();
  for (const odd of [
    { client_id: 'somebody' },
    { redirect_uri: 'https://evil.example/callback' },
    { redirect_uri: `${redirect_uri}/` },
    { redirect_uri: 'http://127.0.0.1:8977/callback' },
    { redirect_uri: '' },
  ]) {
    const response = await authorize(sandbox, { ...authorizationRequest, ...odd });
    expect([response.status, response.headers.get('location')], JSON.stringify(odd)).toEqual([400, null]);
    expect(await response.text()).not.toContain('evil.example');
  }
});

test('when anything else in the request is wrong, then the app gets the error and its state', async () => {
  const { sandbox } = await sandboxService();
  const cases: [Record<string, string>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
  ];
  for (const [odd, error] of cases) {
    const response = await authorize(sandbox, { ...authorizationRequest, ...odd });
    const parameters = Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams);
    expect([response.status, parameters.error, parameters.state]).toEqual([
      303,
      error,
      authorizationRequest.state,
    ]);
    expect(parameters).not.toHaveProperty('code');
  }
});

test('when the account has markup in its name, then the consent page shows it as text', async () => {
  const { sandbox, call } = await sandboxService();
  const name = `<script>alert("1")</script> & 'Söhne'`;
  await call('PATCH', '/v1/account', { name });
  const response = await authorize(sandbox, { ...authorizationRequest, state: '"><b>state</b>' });
  const page = await response.text();
  expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Söhne&#39;');
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<b>');
});

test('when the consent page is shown, then no cache keeps it, no page frames it, nothing is loaded from elsewhere', async () => {
  const { sandbox } = await sandboxService();
  const response = await authorize(sandbox, authorizationRequest);
  const page = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self' http://127.0.0.1:8976");
  const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(page).not.toMatch(/(src|href)=|url\(|@import/);
});
