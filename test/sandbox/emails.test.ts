import { expect, test } from 'vitest';
import { dayClock } from '../support/clock.ts';
import { type Plain, sandboxService } from '../support/service.ts';

const counts = ['sent_count', 'delivery_count', 'bounce_count', 'like_count', 'unsubscribe_count'] as const;

async function sandboxWithDraft() {
  const clock = dayClock();
  const { call } = await sandboxService({ subscribers: 3000, sendSeconds: 100, clock: clock.now });
  const { data } = await call('GET', '/v1/emails?per_page=500');
  const id = data.find(one => one.status === 'draft' && one.subject !== null && one.group_id !== null)?.id;
  const look = async () =>
    (await call('GET', '/v1/emails?per_page=500')).data.find(one => one.id === id) ?? {};
  return { call, clock, data, id, look };
}

test('when the account is new, then it has emails of every kind with statistics that make sense', async () => {
  const { data } = await sandboxWithDraft();
  expect(new Set(data.map(one => one.status))).toEqual(new Set(['draft', 'scheduled', 'paused', 'sent']));
  for (const one of data.filter(({ status }) => status === 'sent')) {
    const [sent, delivered, bounced] = [one.sent_count, one.delivery_count, one.bounce_count].map(Number);
    expect(sent).toBeGreaterThan(0);
    expect(delivered).toBe(Number(sent) - Number(bounced));
    for (const name of ['delivery', 'bounce']) {
      expect(one[`${name}_rate`], name).toBeCloseTo(Number(one[`${name}_count`]) / Number(sent), 3);
    }
    for (const name of ['complaint', 'like', 'unsubscribe']) {
      expect(one[`${name}_rate`], name).toBeCloseTo(Number(one[`${name}_count`]) / Number(delivered), 3);
    }
    expect(one.completed_at).not.toBeNull();
  }
});

test('when a draft is sent, then it is reviewed, sent, and its statistics grow until the end', async () => {
  const { call, clock, id, look } = await sandboxWithDraft();
  const group = (await call('GET', `/v1/groups/${(await look()).group_id}`)).body;
  const sending = await call('POST', `/v1/emails/${id}/send`);
  expect(sending.status).toBe(202);
  expect(sending.body).toMatchObject({ status: 'reviewing', sent_count: 0 });
  let before: Plain = sending.body;
  for (const seconds of [30, 20, 20, 29]) {
    clock.move(seconds * 1000);
    const now = await look();
    expect(now.status).toBe('sending');
    for (const name of counts) expect(Number(now[name])).toBeGreaterThanOrEqual(Number(before[name]));
    expect(Number(now.sent_count)).toBeGreaterThan(Number(before.sent_count));
    before = now;
  }
  clock.move(2000);
  const sent = await look();
  expect(sent).toMatchObject({ status: 'sent', sent_count: group.subscribers_count });
  expect(sent.completed_at).not.toBeNull();
  clock.move(1_000_000);
  expect(await look()).toEqual(sent);
  const filters = [{ field: 'emailed_at', operator: 'equals', value: sent.sent_at }];
  const reached = (await call('POST', '/v1/groups', { name: 'Reached', filters })).body;
  expect(reached.subscribers_count).toBe(group.subscribers_count);
});

test('when an email is no draft any more, then it can neither be sent nor changed', async () => {
  const { call, id, data } = await sandboxWithDraft();
  await call('POST', `/v1/emails/${id}/send`);
  expect((await call('POST', `/v1/emails/${id}/send`)).status).toBe(409);
  expect((await call('PATCH', `/v1/emails/${id}`, { subject: 'x' })).status).toBe(409);
  for (const status of ['sent', 'scheduled', 'paused']) {
    const other = data.find(one => one.status === status)?.id;
    expect((await call('POST', `/v1/emails/${other}/send`)).status, status).toBe(409);
  }
});

test('when a draft lacks subject, body or group, then sending is refused with the reasons', async () => {
  const { call, id, look } = await sandboxWithDraft();
  await call('PATCH', `/v1/emails/${id}`, { subject: '', body_html: '', body_text: '' });
  const { status, body } = await call('POST', `/v1/emails/${id}/send`);
  expect([status, Object.keys(body.errors as Plain)]).toEqual([422, ['subject', 'body_html']]);
  expect((await look()).status).toBe('draft');
  const ungrouped = (await call('GET', '/v1/emails?per_page=500')).data.find(
    one => one.status === 'draft' && one.group_id === null,
  );
  const refused = await call('POST', `/v1/emails/${ungrouped?.id}/send`);
  expect(Object.keys(refused.body.errors as Plain)).toContain('group_id');
});

test('when a draft is changed, then only what is given changes, and nonsense is refused', async () => {
  const { call, id, look } = await sandboxWithDraft();
  const before = await look();
  const { body } = await call('PATCH', `/v1/emails/${id}`, { subject: 'New', like_enabled: false });
  expect(body).toEqual({ ...before, subject: 'New', like_enabled: false, updated_at: body.updated_at });
  for (const odd of [
    { group_id: '6fa459ea-ee8a-4ca4-894e-db77e160355e' },
    { background_color: 'transparent' },
    { like_enabled: 'yes' },
    { sent_count: 3 },
  ]) {
    expect((await call('PATCH', `/v1/emails/${id}`, odd)).status, JSON.stringify(odd)).toBe(422);
  }
});

test('when the subject asks for it, then the review denies the email', async () => {
  const { call, clock, id, look } = await sandboxWithDraft();
  await call('PATCH', `/v1/emails/${id}`, { subject: 'Buy now [deny]' });
  await call('POST', `/v1/emails/${id}/send`);
  clock.move(21_000);
  expect(await look()).toMatchObject({ status: 'denied', sent_count: 0, sent_at: null });
});

test('when the time of a scheduled email comes, then it is sent', async () => {
  const { call, clock } = await sandboxWithDraft();
  const scheduled = async (status: string) =>
    (await call('GET', '/v1/emails?per_page=500')).data.find(
      one => one.scheduled_at !== null && one.status === status,
    );
  expect(await scheduled('scheduled')).toBeDefined();
  clock.move((3 * 24 * 3600 + 50) * 1000);
  expect((await scheduled('sending'))?.sent_count).toBeGreaterThan(0);
  clock.move(100_000);
  expect(await scheduled('sent')).toBeDefined();
});
