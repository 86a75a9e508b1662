import { availableParallelism, loadavg } from 'node:os';

/** How many times longer work takes than on a quiet machine, at least 1: by the last minute, as the tests start. */
export const load = Math.max(1, Math.round((loadavg()[0] ?? 0) / availableParallelism()));
