import type { Credentials, HttpOptions, RawResponse } from './api.ts';
import { RequestSender } from './sender.ts';
import { type PreparedRequest, standardHeaders } from './transport.ts';

interface PostedForm {
  /** Checked to be a safe one. */
  readonly url: URL;
  readonly form: URLSearchParams;
  /** Statuses to return beside 2xx. */
  readonly accepted: readonly number[];
  /** Undefined: it leaves without a bearer. */
  readonly credentials?: Credentials | undefined;
}

/**
 * Sends a form (application/x-www-form-urlencoded), as the OAuth endpoints take it. Its body is never logged. The
 * connection is closed afterwards.
 *
 * @throws Failure for every other response, and without a response
 */
export async function postForm(options: HttpOptions, wanted: PostedForm): Promise<RawResponse> {
  const { url, form, accepted, credentials } = wanted;
  const content = Buffer.from(form.toString());
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const request: PreparedRequest = {
    method: 'POST',
    url,
    path: url.pathname,
    headers: { ...standardHeaders(options.userAgent), ...type },
    content: [content],
    bytes: content.byteLength,
    // Repeated freely: a second token or a second revocation does no harm.
    repeat: 'read',
  };
  const sender = new RequestSender(options, credentials);
  try {
    return await sender.send(request, { accepted });
  } finally {
    await sender.close();
  }
}
