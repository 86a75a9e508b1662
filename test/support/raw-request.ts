import { get } from 'node:http';

/** The status of a GET with headers that `fetch` cannot send, such as another host than that of the address. */
export function statusOf(url: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers, timeout: 5000 }, response => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
