import { expect, test } from 'vitest';
import { type Plain, sandboxService } from '../support/service.ts';

test('when an address is posted twice in another case, then the second updates the first', async () => {
  const { call } = await sandboxService({ subscribers: 3 });
  const made = await call('POST', '/v1/subscribers', {
    email: 'Nora@Harbour.example',
    fields: { city: 'Galway', orders: 2 },
    tags: ['member'],
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ source: 'api', emailed_at: null, tags: ['member'] });
  const again = await call('POST', '/v1/subscribers', {
    email: 'nora@harbour.EXAMPLE',
    fields: { orders: 3 },
  });
  expect(again.status).toBe(200);
  expect(again.body).toMatchObject({
    id: made.body.id,
    email: 'Nora@Harbour.example',
    fields: { city: 'Galway', orders: 3 },
    tags: ['member'],
  });
  expect((await call('GET', '/v1/subscribers')).body.meta).toMatchObject({ total: 4 });
});

test('when a subscriber is patched, then given values are merged, null erases, and tags are replaced', async () => {
  const { call } = await sandboxService();
  const { body } = await call('POST', '/v1/subscribers', {
    email: 'a@b.example',
    fields: { city: 'Galway', vip: true },
    tags: ['member', 'a new one'],
  });
  const path = `/v1/subscribers/${body.id}`;
  const patched = await call('PATCH', path, { fields: { city: null, orders: 1 }, tags: ['press'] });
  expect(patched.body).toMatchObject({ email: 'a@b.example', tags: ['press'] });
  expect(patched.body.fields).toEqual({ vip: true, orders: 1 });
  expect((await call('GET', path)).body).toEqual(patched.body);
});

test('when values do not fit, then every one of them is named', async () => {
  const { call } = await sandboxService();
  const fields = { orders: '3', vip: 'yes', birthday: '2024-02-30', city: 5, shoe_size: 41 };
  const { status, body } = await call('POST', '/v1/subscribers', { email: 'a@b.example', fields });
  expect(status).toBe(422);
  expect(Object.keys(body.errors as object).sort()).toEqual(
    Object.keys(fields)
      .map(name => `fields.${name}`)
      .sort(),
  );
  for (const email of ['', 'no-at.example', 'two@@b.example', 'a@nodot', 'a b@c.example', undefined]) {
    const refused = await call('POST', '/v1/subscribers', { email });
    expect([refused.status, Object.keys(refused.body.errors as Plain)], email).toEqual([422, ['email']]);
  }
});

test('when an address belongs to another subscriber, then a patch to it is refused', async () => {
  const { call } = await sandboxService();
  const first = await call('POST', '/v1/subscribers', { email: 'a@b.example' });
  await call('POST', '/v1/subscribers', { email: 'c@d.example' });
  const taken = await call('PATCH', `/v1/subscribers/${first.body.id}`, { email: 'C@D.example' });
  expect(taken.status).toBe(422);
  const moved = await call('PATCH', `/v1/subscribers/${first.body.id}`, { email: 'new@b.example' });
  expect(moved.body.email).toBe('new@b.example');
  expect((await call('POST', '/v1/subscribers', { email: 'a@b.example' })).status).toBe(201);
});

test('when somebody unsubscribes, then they leave the groups, and only a patch of the status brings them back', async () => {
  const { call } = await sandboxService();
  const { body } = await call('POST', '/v1/subscribers', { email: 'a@b.example' });
  const filters = [{ field: 'email', operator: 'equals', value: 'A@b.example' }];
  const group = (await call('POST', '/v1/groups', { name: 'One', filters })).body;
  const count = async () => (await call('GET', `/v1/groups/${group.id}`)).body.subscribers_count;
  expect(await count()).toBe(1);
  const unsubscribed = await call('PATCH', `/v1/subscribers/${body.id}`, { status: 'unsubscribed' });
  expect(unsubscribed.body).not.toHaveProperty('status');
  expect(await count()).toBe(0);
  await call('POST', '/v1/subscribers', { email: 'a@b.example' });
  expect(await count()).toBe(0);
  await call('PATCH', `/v1/subscribers/${body.id}`, { status: 'subscribed' });
  expect(await count()).toBe(1);
  expect((await call('PATCH', `/v1/subscribers/${body.id}`, { status: 'gone' })).status).toBe(422);
});

test('when groups filter, then their counts are those of the subscribers listed', async () => {
  const { call } = await sandboxService({ subscribers: 200 });
  const people = (await call('GET', '/v1/subscribers?per_page=500')).data;
  for (const one of people) await call('PATCH', `/v1/subscribers/${one.id}`, { status: 'subscribed' });
  const fieldsOf = (one: Plain) => one.fields as Plain;
  const expected: [Plain[], (one: Plain) => boolean][] = [
    [[], () => true],
    [
      [{ field: 'tags', operator: 'equals', value: 'member' }],
      one => (one.tags as string[]).includes('member'),
    ],
    [
      [{ field: 'fields.city', operator: 'not_equals', value: 'Berlin' }],
      one => fieldsOf(one).city !== 'Berlin',
    ],
    [
      [{ field: 'fields.orders', operator: 'greater_than', value: 4 }],
      one => Number(fieldsOf(one).orders) > 4,
    ],
    [[{ field: 'fields.birthday', operator: 'exists' }], one => 'birthday' in fieldsOf(one)],
    [
      [
        { field: 'source', operator: 'equals', value: 'form' },
        { field: 'created_at', operator: 'less_than', value: '2025-01-01' },
        { field: 'email', operator: 'ends_with', value: '@mail.example' },
      ],
      one =>
        one.source === 'form' &&
        String(one.created_at) < '2025-01-01' &&
        String(one.email).endsWith('@mail.example'),
    ],
  ];
  for (const [filters, holds] of expected) {
    const { body } = await call('POST', '/v1/groups', { name: 'Counted', filters });
    expect(body.subscribers_count, JSON.stringify(filters)).toBe(people.filter(holds).length);
  }
  const odd = [
    { field: 'shoe', operator: 'is', value: 1 },
    { field: 'email', operator: 'equals' },
  ];
  const { status, body } = await call('POST', '/v1/groups', { name: 'Odd', filters: odd });
  expect([status, Object.keys(body.errors as Plain)]).toEqual([
    422,
    ['filters.0.field', 'filters.0.operator', 'filters.1.value'],
  ]);
});

test('when a tag is renamed, then its subscribers and groups follow', async () => {
  const { call } = await sandboxService({ subscribers: 0 });
  const tag = (await call('POST', '/v1/tags', { name: 'crew', color: '#ABCDEF' })).body;
  expect(tag).toMatchObject({ color_id: 'custom', color_hex: '#abcdef' });
  const one = (await call('POST', '/v1/subscribers', { email: 'a@b.example', tags: ['Crew'] })).body;
  expect(one.tags).toEqual(['crew']);
  const filters = [{ field: 'tags', operator: 'equals', value: 'sailors' }];
  const group = (await call('POST', '/v1/groups', { name: 'Sailors', filters })).body;
  expect(group.subscribers_count).toBe(0);
  const renamed = await call('PATCH', `/v1/tags/${tag.id}`, { name: 'sailors', color: 'red' });
  expect(renamed.body).toMatchObject({ id: tag.id, name: 'sailors', color_id: 'red', color_hex: '#dc2626' });
  expect((await call('GET', `/v1/subscribers/${one.id}`)).body.tags).toEqual(['sailors']);
  expect((await call('GET', `/v1/groups/${group.id}`)).body.subscribers_count).toBe(1);
  expect((await call('POST', '/v1/tags', { name: 'SAILORS' })).status).toBe(422);
  expect((await call('PATCH', `/v1/tags/${tag.id}`, { color: 'mauve' })).status).toBe(422);
});

test('when a field is made, then its variable and position follow, and values take its kind', async () => {
  const { call } = await sandboxService();
  const total = (await call('GET', '/v1/fields')).data.length;
  const made = await call('POST', '/v1/fields', { name: 'Größe der Schuhe!', kind: 'number' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ variable: 'große_der_schuhe', kind: 'number', position: total + 1 });
  const twin = await call('POST', '/v1/fields', { name: 'Größe der Schuhe' });
  expect(twin.body).toMatchObject({ variable: 'große_der_schuhe_2', kind: 'text' });
  expect((await call('POST', '/v1/fields', { name: 'größe der schuhe' })).status).toBe(422);
  expect((await call('POST', '/v1/fields', { name: 'X', kind: 'colour' })).status).toBe(422);
  const renamed = await call('PATCH', `/v1/fields/${made.body.id}`, { name: 'Size' });
  expect(renamed.body).toMatchObject({ name: 'Size', variable: 'große_der_schuhe' });
  expect((await call('PATCH', `/v1/fields/${made.body.id}`, { kind: 'text' })).body.errors).toEqual({
    kind: ['kind is read-only.'],
  });
  const fields = { große_der_schuhe: 41 };
  expect((await call('POST', '/v1/subscribers', { email: 'a@b.example', fields })).body.fields).toEqual(
    fields,
  );
});
