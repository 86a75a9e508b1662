/** Limits: connections, requests that are being answered or wait, and requests a minute. */
import type { Socket } from 'node:net';

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  /** A request has been received whole, and is being answered. */
  isBusy: boolean;
}

export interface ConnectionLimits {
  /** Open connections in all. */
  readonly total: number;
  /** Of those, from one network. */
  readonly perNetwork: number;
  /** Told why a connection is closed, and which. */
  readonly onClose: (socket: Socket, why: string) => void;
}

/**
 * The open connections. When there are too many, the oldest that has sent no complete request makes room for the new
 * one: whoever opens connections and sends slowly displaces their own, and the server stays reachable.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** In the order in which they were opened. */
  readonly #open = new Map<string, Connection>();
  readonly #counts = new Map<string, number>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Counts a new connection, and closes it or another one when there are too many.
   *
   * @param network undefined for a proxy, which brings many clients
   */
  add(socket: Socket, network: string | undefined): void {
    const why = this.#makeRoom(network);
    if (why === undefined) this.#count(socket, network ?? 'proxy');
    else this.close(socket, why);
  }

  /** Marks the connection of a request that has been received whole. @returns the function that ends that */
  answering(socket: Socket): () => void {
    const connection = this.#open.get(keyOf(socket));
    if (connection === undefined) return () => {};
    connection.isBusy = true;
    return () => {
      connection.isBusy = false;
    };
  }

  /** @returns why there is no room for one more */
  #makeRoom(network: string | undefined): string | undefined {
    const { total, perNetwork } = this.#limits;
    if (network !== undefined && (this.#counts.get(network) ?? 0) >= perNetwork) {
      const why = `more than ${perNetwork} connections from one address`;
      if (!this.#closeOldest(why, connection => connection.network === network)) return why;
    }
    const why = `more than ${total} connections`;
    return this.#open.size < total || this.#closeOldest(why, () => true) ? undefined : why;
  }

  #closeOldest(why: string, mayClose: (connection: Connection) => boolean): boolean {
    for (const [key, connection] of this.#open) {
      if (connection.isBusy || !mayClose(connection)) continue;
      this.#forget(key);
      this.close(connection.socket, why);
      return true;
    }
    return false;
  }

  /** Closes a connection. @param why for the audit log */
  close(socket: Socket, why: string): void {
    this.#limits.onClose(socket, why);
    socket.destroy();
  }

  #count(socket: Socket, network: string): void {
    const key = keyOf(socket);
    this.#open.set(key, { socket, network, isBusy: false });
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
    socket.once('close', () => {
      if (this.#open.get(key)?.socket === socket) this.#forget(key);
    });
  }

  #forget(key: string): void {
    const { network } = this.#open.get(key) ?? { network: '' };
    this.#open.delete(key);
    const left = (this.#counts.get(network) ?? 1) - 1;
    if (left > 0) this.#counts.set(network, left);
    else this.#counts.delete(network);
  }
}

/** The same for a TLS connection and the TCP connection below it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/**
 * Limits the requests of each network that are being answered at once.
 *
 * @returns a function that counts a request; it returns the function that ends it, undefined when there are too many
 */
export function openRequestLimit(most: number): (network: string) => (() => void) | undefined {
  const open = new Map<string, number>();
  return network => {
    const count = open.get(network) ?? 0;
    if (count >= most) return undefined;
    open.set(network, count + 1);
    return () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    };
  };
}

/**
 * Limits the requests of each address, with a token bucket for each.
 *
 * @param perMinute how many requests are allowed a minute, and at once
 * @param now the time in milliseconds
 * @returns a function that counts a request; it returns the seconds that the address must wait, 0 when it need not
 */
export function rateLimit(perMinute: number, now: () => number = Date.now): (address: string) => number {
  const buckets = new Map<string, { left: number; at: number }>();
  return address => {
    const time = now();
    const { left, at } = buckets.get(address) ?? { left: perMinute, at: time };
    const filled = Math.min(perMinute, left + ((time - at) / 60_000) * perMinute);
    // The oldest are removed, so that requests from very many addresses cannot fill the memory.
    buckets.delete(address);
    const [oldest] = buckets.keys();
    if (buckets.size >= 10_000 && oldest !== undefined) buckets.delete(oldest);
    buckets.set(address, { left: filled >= 1 ? filled - 1 : filled, at: time });
    return filled >= 1 ? 0 : Math.ceil(((1 - filled) * 60) / perMinute);
  };
}

/** Requests that wait on one connection (RFC 9112, section 9.3.2). */
interface Queue {
  /** The one that is being answered included. */
  length: number;
  last: Promise<boolean>;
}

/** No client of the broker sends its next request before the answer to the one before. */
export const mostWaiting = 16;

/**
 * Has the requests of each connection answered one after another; when one ends the connection, those behind it are
 * dropped.
 *
 * @returns a function that awaits the turn of a request. Its task resolves to whether the connection goes on. It returns
 *   undefined when too many wait already
 */
export function takeTurns(): (socket: Socket, task: () => Promise<boolean>) => Promise<boolean> | undefined {
  const queues = new WeakMap<Socket, Queue>();
  return (socket, task) => {
    const queue = queues.get(socket) ?? { length: 0, last: Promise.resolve(true) };
    if (queue.length > mostWaiting) return undefined;
    queue.length++;
    queue.last = queue.last
      .then(goesOn => goesOn && task())
      .finally(() => {
        queue.length--;
      });
    queues.set(socket, queue);
    return queue.last;
  };
}
