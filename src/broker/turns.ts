/** Requests that wait on one connection (RFC 9112, section 9.3.2). */
import type { Socket } from 'node:net';

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
