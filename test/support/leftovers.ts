/** What keeps a real process from ending, and is easily overlooked in a run that shares the process of the tests. */
import { setImmediate as turn } from 'node:timers/promises';

const kinds = ['Timeout', 'TCPServerWrap', 'ProcessWrap'] as const;
/** Milliseconds for what is being closed. */
const grace = 1000;

let runs = 0;

function counted(): Record<string, number> {
  const found: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) found[kind] = (found[kind] ?? 0) + 1;
  return found;
}

/**
 * Checks that work leaves nothing behind; runs that are under way at once are not told apart, and not checked.
 *
 * @throws Error
 */
export async function leavingNothing<T>(work: () => Promise<T>): Promise<T> {
  runs++;
  const before = counted();
  let isAlone = runs === 1;
  try {
    const result = await work();
    isAlone &&= runs === 1;
    if (isAlone) await gone(before);
    return result;
  } finally {
    runs--;
  }
}

async function gone(before: Readonly<Record<string, number>>): Promise<void> {
  for (const end = performance.now() + grace; ; await turn()) {
    const now = counted();
    const left = kinds.filter(kind => (now[kind] ?? 0) > (before[kind] ?? 0));
    if (left.length === 0) return;
    if (performance.now() > end)
      throw new Error(`the run would keep its process from ending: ${left.join(', ')}`);
  }
}
