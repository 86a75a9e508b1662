import { expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { hangUp, json, type Responder, service, text } from '../support/service.ts';
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

test.each<[string, Responder, RegExp]>([
  [
    'a web page',
    text('<!doctype html><title>Sign in</title>', 200, { 'content-type': 'text/html' }),
    /web page/,
  ],
  ['truncated JSON', text('{"id":"1"'), /not valid JSON/],
  ['Latin-1', text(Buffer.from('{"id":"1","name":"Zoé"}', 'latin1')), /not valid UTF-8/],
  ['nothing', text(''), /empty/],
  ['a 204', text('', 204), /empty/],
  ['a list', json([accountRecord]), /not a JSON object/],
  ['null', json(null), /not a JSON object/],
  ['an object without id', json({ data: accountRecord }), /no id/],
])(
  'when a record was asked for and the response is %s, then that is said',
  async (_what, responder, message) => {
    const { url, seen } = await service(responder);
    const failure = await failureOf(api(url).call('getGroup', { id: '1' }));
    expect(failure).toMatchObject({
      code: 'unexpected_answer',
      exit: 1,
      method: 'GET',
      path: '/v1/groups/1',
    });
    expect(failure.message).toMatch(message);
    expect(seen).toHaveLength(1);
  },
);

test.each([
  ['a record', accountRecord],
  ['a bare list', [accountRecord]],
  ['no meta', { data: [] }],
  ['no last page', { data: [], meta: { current_page: 1 } }],
  ['words for numbers', { data: [], meta: { current_page: 'one', last_page: 'two' } }],
  ['data that is no list', { data: accountRecord, meta: { current_page: 1, last_page: 1 } }],
  ['records that are none', { data: ['x'], meta: { current_page: 1, last_page: 1 } }],
])('when a page was asked for and the response has %s, then that is said', async (_what, body) => {
  const { url } = await service(json(body));
  const pages = api(url).pages('listGroups', {})[Symbol.asyncIterator]();
  expect(await failureOf(pages.next())).toMatchObject({ code: 'unexpected_answer', exit: 1 });
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
