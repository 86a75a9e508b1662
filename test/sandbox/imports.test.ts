import { expect, test } from 'vitest';
import { dayClock } from '../support/clock.ts';
import { type Plain, sandboxService } from '../support/service.ts';

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ email: `row${i}@list.example` }));

test('when a job takes no time, then it is seen pending, processing and completed', async () => {
  const { call } = await sandboxService();
  const made = await call('POST', '/v1/subscriber-imports', { subscribers: rows(10) });
  expect(made.status).toBe(202);
  const none = { created_count: 0, updated_count: 0, skipped_count: 0 };
  expect(made.body).toMatchObject({ status: 'pending', total_count: 10, completed_at: null, ...none });
  const path = `/v1/subscriber-imports/${made.body.id}`;
  expect((await call('GET', path)).body).toMatchObject({ status: 'processing', created_count: 5 });
  const done = (await call('GET', path)).body;
  expect(done).toMatchObject({ status: 'completed', created_count: 10, error_message: null });
  expect(done.completed_at).not.toBeNull();
  expect((await call('GET', path)).body).toEqual(done);
});

test('when nobody polls, then whoever looks at the subscribers sees them all the same', async () => {
  const { call } = await sandboxService({ subscribers: 0 });
  await call('POST', '/v1/subscriber-imports', { subscribers: rows(7) });
  expect((await call('GET', '/v1/subscribers')).data).toHaveLength(7);
});

test('when a job takes its time, then the counts grow with it', async () => {
  const clock = dayClock();
  const { call } = await sandboxService({ importSeconds: 100, clock: clock.now });
  const { body } = await call('POST', '/v1/subscriber-imports', { subscribers: rows(90) });
  const look = async () => (await call('GET', `/v1/subscriber-imports/${body.id}`)).body;
  clock.move(5000);
  expect((await look()).status).toBe('pending');
  clock.move(50_000);
  expect(await look()).toMatchObject({ status: 'processing', created_count: 45, completed_at: null });
  clock.move(44_000);
  expect(await look()).toMatchObject({ status: 'processing', created_count: 89 });
  clock.move(2000);
  expect(await look()).toMatchObject({ status: 'completed', created_count: 90 });
});

test('when rows are of all kinds, then the counts tell the truth and add up', async () => {
  const { call } = await sandboxService({ subscribers: 0 });
  const there = (await call('POST', '/v1/subscribers', { email: 'there@x.example', tags: ['press'] })).body;
  const gone = (await call('POST', '/v1/subscribers', { email: 'gone@x.example' })).body;
  await call('PATCH', `/v1/subscribers/${gone.id}`, { status: 'unsubscribed' });
  const tag = (await call('POST', '/v1/tags', { name: 'from the list' })).body;
  const subscribers = [
    { email: ' new@x.example ', fields: { city: 'Oslo', unknown: 1 }, tags: ['member'] },
    { email: 'THERE@x.example', fields: { orders: 2 } },
    { email: 'gone@x.example' },
    { email: 'nonsense' },
    { fields: { city: 'Nowhere' } },
    'a text',
    null,
    { email: 'bad@x.example', fields: { orders: 'many' } },
    { email: 'odd@x.example', tags: 'member' },
  ];
  const { body } = await call('POST', '/v1/subscriber-imports', { subscribers, tag_ids: [tag.id] });
  const people = (await call('GET', '/v1/subscribers')).data;
  expect(people.map(one => [one.email, one.fields, one.tags])).toEqual([
    ['there@x.example', { orders: 2 }, ['press', 'from the list']],
    ['gone@x.example', {}, []],
    ['new@x.example', { city: 'Oslo' }, ['from the list', 'member']],
  ]);
  expect(people[0]?.id).toBe(there.id);
  const done = (await call('GET', `/v1/subscriber-imports/${body.id}`)).body;
  expect(done).toMatchObject({ total_count: 9, created_count: 1, updated_count: 1, skipped_count: 7 });
  expect(done.error_message).toContain('without a valid email address');
});

test('when a row is made to fail its job, then the job fails with a message and changes nothing', async () => {
  const { call } = await sandboxService({ subscribers: 0 });
  const subscribers = [...rows(4), { email: 'job-fails@list.example' }];
  const { body } = await call('POST', '/v1/subscriber-imports', { subscribers });
  expect((await call('GET', '/v1/subscribers')).data).toEqual([]);
  const failed = (await call('GET', `/v1/subscriber-imports/${body.id}`)).body;
  expect(failed).toMatchObject({ status: 'failed', created_count: 0, total_count: 5 });
  expect(failed.error_message).toBeTypeOf('string');
});

test('when an import is too large, then 413 names the limit', async () => {
  const { call } = await sandboxService({ maxImport: 5 });
  const refused = await call('POST', '/v1/subscriber-imports', { subscribers: rows(6) });
  expect(refused.status).toBe(413);
  expect(refused.body).toMatchObject({ limit: 5 });
  expect(refused.body.message).toContain('at most 5');
  expect((await call('POST', '/v1/subscriber-imports', { subscribers: rows(5) })).status).toBe(202);
});

test('when an import is empty or names unknown tags, then 422', async () => {
  const { call } = await sandboxService();
  expect((await call('POST', '/v1/subscriber-imports', {})).status).toBe(422);
  const tag_ids = ['6fa459ea-ee8a-4ca4-894e-db77e160355e', 'member'];
  const { status, body } = await call('POST', '/v1/subscriber-imports', { subscribers: rows(1), tag_ids });
  expect([status, Object.keys(body.errors as Plain)]).toEqual([422, ['tag_ids.1']]);
  const unknown = await call('POST', '/v1/subscriber-imports', {
    subscribers: rows(1),
    tag_ids: tag_ids.slice(0, 1),
  });
  expect(Object.keys(unknown.body.errors as Plain)).toEqual(['tag_ids.0']);
});

test('when imported tags replace, then those of the row are all that a subscriber has', async () => {
  const { call } = await sandboxService({ subscribers: 0, importTags: 'replace' });
  const email = 'a@x.example';
  await call('POST', '/v1/subscribers', { email, tags: ['old'] });
  const tagsAfter = async (row: object) => {
    await call('POST', '/v1/subscriber-imports', { subscribers: [{ email, ...row }] });
    return (await call('GET', '/v1/subscribers')).data[0]?.tags;
  };
  expect(await tagsAfter({})).toEqual(['old']);
  expect(await tagsAfter({ tags: ['new'] })).toEqual(['new']);
});
