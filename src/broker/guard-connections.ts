/** Keeps the broker reachable: limits the connections, and closes those that are late, broken or refused. */
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemCode } from '../lib/failure.ts';
import { isTrusted, parseAddress, type TrustedProxies } from './client-address.ts';
import { Connections } from './limits.ts';
import type { Metrics, Refusal } from './metrics.ts';

/** Open connections in all. */
const mostConnections = 500;

interface GuardOptions {
  readonly proxies: TrustedProxies;
  readonly mostOpen: number;
  readonly requestTimeout: number;
  readonly log: (line: string) => void;
}

export type GuardedConnections = Pick<Connections, 'size' | 'answering' | 'close'>;

/** Watches the connections of a server; each one that it closes is a line of the audit log. */
export function guardConnections(
  server: Server,
  { proxies, mostOpen, requestTimeout, log }: GuardOptions,
  metrics: Metrics,
): GuardedConnections {
  const refuse = (address: string | undefined, reason: Refusal, why: string) => {
    metrics.refused(reason);
    const shown = parseAddress(address ?? '')?.address ?? '?';
    log(`${new Date().toISOString()} ${shown} connection closed: ${why}`);
  };
  const connections = new Connections({
    total: mostConnections,
    perNetwork: mostOpen,
    onClose: (socket, why) => refuse(socket.remoteAddress, 'connections', why),
  });
  server.on('connection', (socket: Socket) => {
    const client = parseAddress(socket.remoteAddress ?? '');
    const isProxy = client !== undefined && isTrusted(client, proxies);
    connections.add(socket, isProxy ? undefined : (client?.network ?? '?'));
  });
  server.on('clientError', (error: Error, socket: Duplex & { readonly remoteAddress?: string }) => {
    const code = systemCode(error) ?? 'unknown';
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = statusLines[code] ?? '400 Bad Request';
    const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const why = isLate ? `incomplete request after ${requestTimeout} s` : `not a valid request (${code})`;
    refuse(socket.remoteAddress, isLate ? 'timeout' : 'malformed', why);
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
      socket.destroy(),
    );
  });
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    refuse(addressBelow(socket), 'tls', `no TLS (${systemCode(error) ?? 'unknown'})`);
  });
  return connections;
}

/** The address of a TLS connection that is closed already, from the TCP connection below it. */
function addressBelow(socket: Socket): string | undefined {
  const below: unknown = Reflect.get(socket, '_parent');
  return socket.remoteAddress ?? (below instanceof Socket ? below.remoteAddress : undefined);
}

const statusLines: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};
