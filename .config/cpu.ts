/** The CPU time of a file of tests, with that of the programs it starts and has waited for. */
import { readFileSync } from 'node:fs';

/** Seconds that this process and its ended children have taken; without the children where the system has no /proc. */
export function cpuSeconds(): number {
  try {
    const [, after = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
    // utime, stime, cutime, cstime: fields 14 to 17, in hundredths.
    const fields = after.split(' ').slice(11, 15);
    return fields.reduce((sum, field) => sum + Number(field), 0) / 100;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

/** What seed.ts has noted about a file. */
export function secondsOf(meta: object): number {
  return 'cpu' in meta ? Number(meta.cpu) : 0;
}
