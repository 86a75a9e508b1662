/** Responses that are too large. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { service } from '../support/service.ts';
import { api } from './api.ts';

describe('a response that is too much', () => {
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
