/** Limits: connections, requests that are being answered or wait, and requests a minute. */
import type { Socket } from 'node:net';

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  /** A request has been received whole, and is being answered. */
  isBusy: boolean;
}

interface ConnectionLimits {
  readonly total: number;
  readonly perNetwork: number;
  /** Called before a connection is closed. */
  readonly onClose: (socket: Socket, why: string) => void;
}

/**
 * The open connections. When there are too many, the oldest without a complete request is closed for the new one: a
 * client that opens connections and sends slowly displaces its own, and the server stays reachable.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** The oldest first. */
  readonly #open = new Map<string, Connection>();
  readonly #byNetwork = new Counts();

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

  /** Marks the connection of a request that has been received whole. @returns removes the mark */
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
    if (network !== undefined && this.#byNetwork.get(network) >= perNetwork) {
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

  /** @param why for the audit log */
  close(socket: Socket, why: string): void {
    this.#limits.onClose(socket, why);
    socket.destroy();
  }

  #count(socket: Socket, network: string): void {
    const key = keyOf(socket);
    this.#open.set(key, { socket, network, isBusy: false });
    this.#byNetwork.add(network, 1);
    socket.once('close', () => {
      if (this.#open.get(key)?.socket === socket) this.#forget(key);
    });
  }

  #forget(key: string): void {
    const { network } = this.#open.get(key) ?? { network: '' };
    this.#open.delete(key);
    this.#byNetwork.add(network, -1);
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
  const open = new Counts();
  return network => {
    if (open.get(network) >= most) return undefined;
    open.add(network, 1);
    return () => open.add(network, -1);
  };
}

/** Counts by name; names without a count take no memory. */
class Counts {
  readonly #counts = new Map<string, number>();

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, change: 1 | -1): void {
    const count = this.get(name) + change;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
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
  /** Including the one that is being answered. */
  length: number;
  last: Promise<boolean>;
}

/** Generous: clients of the broker wait for each response before the next request. */
export const mostWaiting = 16;

/**
 * Answers the requests of each connection one after another; when one ends the connection, those behind it are dropped.
 *
 * @returns a function that runs a task in its turn. A task resolves to whether the connection stays open. The function
 *   returns undefined when too many wait
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
