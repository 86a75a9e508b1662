import { onTestFinished } from 'vitest';
import type { Api, ApiOptions } from '../../src/http/api.ts';
import { createApi } from '../../src/http/client.ts';
import { testClock } from '../support/clock.ts';

export const accountRecord = { id: '0b9e6a4e-2f4b-4a54-9a0b-6a9d7c1f2e30', name: 'Acme' };

/** A client of `url` that waits long for responses, and not before retries. */
export function api(url: string, more: Partial<ApiOptions> = {}): Api {
  const made = createApi({
    baseUrl: url,
    credentials: { bearer: async () => 'secret-bearer', renew: async () => undefined },
    timeout: 20,
    retries: 4,
    maxWait: 300,
    pageParam: 'page',
    perPageParam: 'per_page',
    environment: {},
    userAgent: 'newsletter/test',
    signal: new AbortController().signal,
    clock: testClock(),
    ...more,
  });
  onTestFinished(() => made.close());
  return made;
}
