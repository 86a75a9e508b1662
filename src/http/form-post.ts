import type { Answer } from './response-error.ts';
import { type Delivery, deliver, type Transport } from './retrying-request.ts';
import { undiciWire } from './undici-transport.ts';

/**
 * Sends a form (application/x-www-form-urlencoded) without a bearer, as the OAuth endpoints take it, with the
 * repetitions of class upsert. Its body is never traced. The connection is closed afterwards.
 *
 * @param url a whole address, checked to be a safe one
 * @param returns statuses of answers to be returned as they are, beside 2xx
 * @throws Failure for every other answer, and when there is none
 */
export async function postForm(
  transport: Transport,
  url: URL,
  form: URLSearchParams,
  returns: readonly number[],
): Promise<Answer> {
  const content = Buffer.from(form.toString());
  const wire = undiciWire(Math.max(1, Math.round(transport.timeout * 1000)), transport.environment);
  const delivery: Delivery = {
    method: 'POST',
    url,
    path: url.pathname,
    headers: {
      'user-agent': transport.userAgent,
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'content-type': 'application/x-www-form-urlencoded',
    },
    content: [content],
    bytes: content.byteLength,
    repeat: 'upsert',
    signal: transport.signal,
    returns,
  };
  const courier = {
    options: transport,
    limits: {
      retries: transport.retries,
      maxWait: transport.maxWait * 1000,
      backoff: { base: 250, cap: 20_000 },
    },
    wire: async () => wire,
  };
  try {
    return await deliver(courier, delivery);
  } finally {
    await wire.close();
  }
}
