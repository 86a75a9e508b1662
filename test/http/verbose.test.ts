import { expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { json, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

test('when requests are logged, then each way is a line, with neither credentials nor bodies', async () => {
  const { url } = await service(
    text('', 503, { 'retry-after': '0' }),
    json(accountRecord, 201, { 'x-request-id': 'r-9' }),
  );
  const lines: string[] = [];
  await api(url, { log: line => lines.push(line) }).call(
    'updateTag',
    { id: '7', body: { name: 'private' } },
    { query: { api_key: 'k-123', page: '1' } },
  );
  expect(lines).toEqual([
    expect.stringMatching(`^> PATCH ${url}/v1/tags/7\\?api_key=\\*\\*\\*&page=1 \\(18 bytes\\)$`),
    expect.stringMatching(/^< 503 Service Unavailable \d+ ms 0 bytes$/),
    expect.stringMatching(/^\* retrying in [\d.]+ s \(1 of 4\)$/),
    expect.stringMatching(/^> PATCH /),
    expect.stringMatching(/^< 201 Created \d+ ms \d+ bytes request-id r-9$/),
  ]);
  expect(lines.join()).not.toMatch(/secret-bearer|private|k-123/);
});

test('when the connection breaks, then the log says so', async () => {
  const { url } = await service(request => request.socket.destroy());
  const lines: string[] = [];
  await failureOf(api(url, { retries: 0, log: line => lines.push(line) }).call('getAccount', {}));
  expect(lines[1]).toMatch(/^< the connection to 127\.0\.0\.1:\d+ was lost \(\d+ ms\)$/);
});
