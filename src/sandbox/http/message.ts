import type { LocalResponse } from '../../lib/local-server.ts';
import type { ConnectionCut } from './fault-injection.ts';

export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface SandboxResponse extends LocalResponse {
  /** The connection is cut, so that the client gets no response, or only half of it. */
  readonly cut?: ConnectionCut | undefined;
}

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): SandboxResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}
