import { expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { hangUp, json, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

test('when a record has fields that service.txt does not show, then they are kept', async () => {
  const record = { ...accountRecord, brand_new: { a: [1] } };
  const { url } = await service(json(record));
  expect(await api(url).call('getGroup', { id: '1' })).toEqual(record);
});

test('when a byte order mark comes first, then the record is read', async () => {
  const { url } = await service(text(`\uFEFF${JSON.stringify(accountRecord)}`));
  expect(await api(url).call('getAccount', {})).toEqual(accountRecord);
});

test('when the account comes without an id, then it is taken: service.txt does not show that response', async () => {
  const { url } = await service(json({ name: 'Acme' }));
  expect(await api(url).call('getAccount', {})).toEqual({ name: 'Acme' });
});

test('a 2xx that is no record is said, with the request', async () => {
  const { url, seen } = await service(text('<title>Sign in</title>', 200, { 'content-type': 'text/html' }));
  const where = { method: 'GET', path: '/v1/groups/1' };
  expect(await failureOf(api(url).call('getGroup', { id: '1' }))).toMatchObject({
    code: 'unexpected_answer',
    message: expect.stringContaining('web page'),
    ...where,
  });
  expect(seen).toHaveLength(1);
});

test('when a read is cut off for ever in the middle, then that is the failure', async () => {
  const { url, seen } = await service(hangUp);
  const failure = await failureOf(api(url, { retries: 1 }).call('getAccount', {}));
  expect(failure).toMatchObject({ code: 'cut_off', exit: 7 });
  expect(seen).toHaveLength(2);
});

test('when a raw request succeeds, then status, headers and body are handed over as they are', async () => {
  const { url } = await service(text('any text', 202, { 'x-thing': 'a' }));
  const response = await api(url).send({ method: 'DELETE', path: '/v1/x', repeat: 'upsert' });
  expect(response).toMatchObject({ status: 202, headers: { 'x-thing': 'a' } });
  expect(response.body.toString()).toBe('any text');
});
