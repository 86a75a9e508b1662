/** Responses that are too slow, too large or too deep. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { service, text } from '../support/service.ts';
import { api } from './api.ts';

describe('a response that takes long', () => {
  test('when its headers drip, then it is given up', async () => {
    const { url } = await service((_request, { socket }) => {
      socket?.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket?.write('x-a: b\r\n'), 20);
      socket?.on('close', () => clearInterval(timer));
    });
    expect(await failureOf(api(url, { maxAnswerTime: 0.3 }).call('getAccount', {}))).toMatchObject({
      code: 'timeout',
    });
  });
});

describe('a response that is too much', () => {
  const nested = (levels: number) => `{"id":"1","fields":${'['.repeat(levels)}${']'.repeat(levels)}}`;

  test.each([
    ['20,000 levels of lists', nested(20_000)],
    ['20,000 levels of objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('when it has %s, then that is said, and no defect', async (_, body) => {
    const { url } = await service(text(body));
    expect(await failureOf(api(url).call('getAccount', {}))).toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringContaining('nested more than 500 levels deep'),
    });
  });

  test('when a few bytes unfold to half a gigabyte, then they are not unfolded', async () => {
    // RFC 1952, section 2.2: members that follow each other are one text.
    const member = gzipSync(Buffer.alloc(1024 * 1024, 0x20), { level: 9 });
    const bomb = Buffer.concat(Array.from({ length: 512 }, () => member));
    const { url } = await service((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    expect(await failureOf(api(url).call('getAccount', {}))).toMatchObject({ code: 'unexpected_answer' });
  });
});
