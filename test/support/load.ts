import { availableParallelism, loadavg } from 'node:os';

/** How many times longer work takes than on a quiet machine, at least 1: by the last minute. */
export const load = () => Math.max(1, Math.round((loadavg()[0] ?? 0) / availableParallelism()));

/** The time limit of work that takes far less on a quiet machine, in milliseconds: no test has another. */
export const limit = (seconds: number) => seconds * 1000 * load();
