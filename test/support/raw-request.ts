import { request } from 'node:http';
import { limit } from './load.ts';

/** The status of a request with headers that `fetch` cannot send, such as another host than that of the address. */
export function statusOf(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, timeout: limit(5) }, response => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
