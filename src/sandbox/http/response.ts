import type { Refusal } from './error.ts';

/** A request, read whole. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** What is sent back. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @returns an answer with a JSON body */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** @returns the answer that a refusal stands for */
export const refused = ({ status, body, headers }: Refusal): Answer => json(status, body, headers);

/**
 * @param csp what the page may do beyond showing text and its own style (Content-Security-Policy directives)
 * @returns an answer with an HTML page, which no cache keeps and no other page frames
 */
export function html(status: number, body: string, csp: readonly string[]): Answer {
  const policy = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", ...csp].join('; ');
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
    body,
  };
}
