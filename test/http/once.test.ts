import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { hangUp, json, type Responder, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

const half: Responder = (request, response) => {
  response.writeHead(201, { 'content-length': '1000' });
  response.write('{"id":"1', () => request.socket.destroy());
};

describe('what must not happen twice', () => {
  test.each<[string, Responder, number | undefined]>([
    ['cut off before it begins', hangUp, undefined],
    ['cut off in the middle', half, 201],
    ['500', text('', 500), 500],
    ['429', text('', 429, { 'retry-after': '0' }), 429],
    ['a 204 without a body', text('', 204), 204],
    ['a web page', text('<html><h1>Welcome</h1>', 200, { 'content-type': 'text/html' }), 200],
    ['not gzip, though it says so', text('{}', 200, { 'content-encoding': 'gzip' }), 200],
    ['not HTTP', request => request.socket.end('garbage\r\n\r\n'), undefined],
  ])(
    'a response %s leaves the outcome unknown, and the request is sent once',
    async (_what, responder, status) => {
      const { url, seen } = await service(responder);
      const failure = await failureOf(api(url).call('sendEmail', { id: '7' }));
      expect(failure).toMatchObject({ code: 'outcome_unknown', exit: 9, status, path: '/v1/emails/7/send' });
      expect(seen).toHaveLength(1);
    },
  );

  test('a response that does not come in time leaves the outcome unknown', async () => {
    const { url, seen } = await service(() => {});
    const failure = await failureOf(api(url, { timeout: 0.2 }).call('sendEmail', { id: '7' }));
    expect(failure).toMatchObject({ code: 'outcome_unknown', message: expect.stringContaining('0.2 s') });
    expect(seen).toHaveLength(1);
  });

  test('a request of class once is not repeated after a 401 or a redirect', async () => {
    const responders = [
      text('', 401),
      text('', 307, { location: '/elsewhere' }),
      text('', 308, { location: '/elsewhere' }),
    ];
    for (const responder of responders) {
      const { url, seen } = await service(responder, json(accountRecord));
      await failureOf(api(url).call('sendEmail', { id: '7' }));
      expect(seen).toHaveLength(1);
    }
  });

  test('a batch of an import is repeated after a refusal for now, and not after a lost response', async () => {
    const busy = await service(text('', 503, { 'retry-after': '0' }), text('', 429), json(accountRecord));
    const call = (url: string) => api(url).call('createImport', { body: {} }, { repeat: 'unless-lost' });
    await call(busy.url);
    expect(busy.seen).toHaveLength(3);
    const lost = await service(hangUp, json(accountRecord));
    expect(await failureOf(call(lost.url))).toMatchObject({ code: 'outcome_unknown' });
    expect(lost.seen).toHaveLength(1);
  });
});
