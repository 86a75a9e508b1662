import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { load } from '../support/load.ts';
import { json, listening, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

const compressed = (encoding: string, body: Buffer) =>
  text(body, 200, { 'content-type': 'application/json', 'content-encoding': encoding });

test('a response is decompressed, and read past a byte order mark, with fields that service.txt does not show', async () => {
  const record = { ...accountRecord, brand_new: { a: [1] } };
  const { url } = await service(compressed('br', brotliCompressSync(`\uFEFF${JSON.stringify(record)}`)));
  expect(await api(url).call('getAccount', {})).toEqual(record);
});

test('a compressed error body is read', async () => {
  const body = gzipSync('{"message":"Name is taken"}');
  const { url } = await service(text(body, 422, { 'content-encoding': 'gzip' }));
  expect(await failureOf(api(url).call('getAccount', {}))).toMatchObject({ details: ['Name is taken'] });
});

test('a body in parts arrives as one, with its length', async () => {
  const { url, seen } = await service(json(accountRecord));
  const parts = ['{"subscribers":[', '"x"'.repeat(1), ']', ' '.repeat(200_000), '}'].map(part =>
    Buffer.from(part),
  );
  await api(url).call('createImport', { body: {} }, { content: parts });
  expect(seen[0]?.body).toBe(parts.join(''));
  expect(seen[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(seen[0]?.body.length),
  });
});

test('a request without a body names no content type', async () => {
  const { url, seen } = await service(json(accountRecord));
  await api(url).call('sendEmail', { id: '1' });
  expect(seen[0]).toMatchObject({ body: '', headers: { 'content-length': '0' } });
  expect(seen[0]?.headers).not.toHaveProperty('content-type');
});

test('an upload that moves may take longer than the timeout', async () => {
  const timeout = 0.5 * Math.min(load(), 4);
  const size = 48 * 1024 * 1024;
  let slow = 0;
  const server = createServer(async (request, response) => {
    let left = size;
    const begin = performance.now();
    for await (const part of request) {
      left -= part.length;
      // The last megabytes wait in the buffers of the system, where nobody can tell whether they move.
      if (performance.now() - begin < 5 * timeout * 1000 && left > size / 3) {
        slow += 1;
        await sleep(4);
      }
    }
    response.end(JSON.stringify({ ...accountRecord, left, took: performance.now() - begin }));
  });
  const port = await listening(server);
  const part = Buffer.alloc(1024 * 1024, ' ');
  const content = Array.from({ length: size / part.length }, () => part);
  const client = api(`http://127.0.0.1:${port}`, { timeout, retries: 0 });
  expect(await client.call('createImport', { body: {} }, { content })).toMatchObject({ left: 0 });
  expect(slow).toBeGreaterThan(100);
});

test('an upload that stands still times out', async () => {
  const server = createServer(() => {});
  const port = await listening(server);
  const content = Array.from({ length: 32 }, () => Buffer.alloc(1024 * 1024));
  const client = api(`http://127.0.0.1:${port}`, { timeout: 0.3, retries: 0 });
  const failure = await failureOf(client.call('createImport', { body: {} }, { content }));
  expect(failure).toMatchObject({
    code: 'outcome_unknown',
    message: expect.stringContaining('no response from'),
    hint: expect.stringContaining('run it again'),
  });
});

test('a response that trickles in may take longer than the timeout', async () => {
  const { url } = await service(async (_request, response) => {
    response.writeHead(200);
    for (const character of JSON.stringify(accountRecord).slice(0, 40)) {
      response.write(character);
      await sleep(20);
    }
    response.end(JSON.stringify(accountRecord).slice(40));
  });
  expect(await api(url, { timeout: 0.4, retries: 0 }).call('getAccount', {})).toEqual(accountRecord);
});

test('a response that stops in the middle times out', async () => {
  const { url } = await service((_request, response) => {
    response.writeHead(200);
    response.write('{"id":');
  });
  expect((await failureOf(api(url, { timeout: 0.2, retries: 0 }).call('getAccount', {}))).code).toBe(
    'timeout',
  );
});
