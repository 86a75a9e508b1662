/** Lines of `--verbose`: requests and responses without bodies, credentials or secret query values. */

const secret = /token|key|secret|code|password|signature|auth/i;

/** A URL as it may be shown: values of query parameters with secret-looking names, and any user name, are masked. */
export function shownUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  for (const name of new Set(shown.searchParams.keys())) {
    if (secret.test(name)) shown.searchParams.set(name, '***');
  }
  return shown.href;
}

/** A size for people: `999 bytes`, `1.2 kB`, `3.4 MB`. */
export function shownSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A time span for people: `0.4 s`, `12 s`. */
export function shownSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 10 ? `${Number(seconds.toFixed(1))} s` : `${Math.ceil(seconds)} s`;
}

/** `> POST https://… (123 bytes)` */
export function requestLine(method: string, url: URL, bytes: number): string {
  return `> ${method} ${shownUrl(url)}${bytes > 0 ? ` (${shownSize(bytes)})` : ''}`;
}

/** `< 200 OK 45 ms 1.2 kB request-id …` */
export function responseLine(
  { status, statusText, body }: { status: number; statusText: string; body: Buffer },
  requestId: string | undefined,
  milliseconds: number,
): string {
  const parts = ['<', status, statusText, `${Math.round(milliseconds)} ms`, shownSize(body.byteLength)];
  if (requestId !== undefined) parts.push('request-id', requestId);
  return parts.filter(part => part !== '').join(' ');
}

/** `< the connection to … was cut off (45 ms)` */
export function networkErrorLine({ message }: Error, milliseconds: number): string {
  return `< ${message} (${Math.round(milliseconds)} ms)`;
}
