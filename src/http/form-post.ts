import type { Credentials, HttpOptions, RawResponse } from './api.ts';
import { type PreparedRequest, standardHeaders } from './request.ts';
import type { RepeatRule } from './retry-policy.ts';
import { RetryingSender } from './retrying-request.ts';

/**
 * Sends a form (application/x-www-form-urlencoded), as the OAuth endpoints take it. Its body is never logged. The
 * connection is closed afterwards.
 *
 * @param url checked to be a safe one
 * @param accepted statuses to return beside 2xx
 * @param repeat whether it may be repeated
 * @param credentials undefined: it leaves without a bearer
 * @throws Failure for every other response, and when there is none
 */
export async function postForm(
  options: HttpOptions,
  url: URL,
  form: URLSearchParams,
  accepted: readonly number[],
  repeat: RepeatRule = 'upsert',
  credentials?: Credentials,
): Promise<RawResponse> {
  const content = Buffer.from(form.toString());
  const request: PreparedRequest = {
    method: 'POST',
    url,
    path: url.pathname,
    headers: {
      ...standardHeaders(options.userAgent),
      'content-type': 'application/x-www-form-urlencoded',
    },
    content: [content],
    bytes: content.byteLength,
    repeat,
  };
  const sender = new RetryingSender(options, credentials);
  try {
    return await sender.send(request, undefined, accepted);
  } finally {
    await sender.close();
  }
}
